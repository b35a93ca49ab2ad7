"""The metrics of the service, in Prometheus format."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.searching.jobs import Jobs
from service.searching.searches import Searches, State

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The counters of one service."""

    def __init__(self, searches: Searches, jobs: Jobs) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Searches(searches, jobs))
        self.answers = Counter(
            "proofplay_answers",
            "Questions answered directly, by the source of the answer.",
            ["source"],
            registry=self._registry,
        )
        self.requests = Counter(
            "proofplay_requests",
            "Requests, by route, method and status.",
            ["route", "method", "status"],
            registry=self._registry,
        )
        self.seconds = Histogram(
            "proofplay_request_seconds",
            "Time until the last byte of an answer, by route.",
            ["route"],
            buckets=SECONDS,
            registry=self._registry,
        )

    def text(self) -> bytes:
        """Return all metrics."""
        return generate_latest(self._registry)


class _Searches(Collector):
    """Reads the searches on demand."""

    def __init__(self, searches: Searches, jobs: Jobs) -> None:
        self._searches = searches
        self._jobs = jobs

    def collect(self) -> Iterable[Metric]:
        """Return the current values."""
        begun = CounterMetricFamily("proofplay_searches", "Searches started.")
        begun.add_metric([], self._searches.begun)
        yield begun
        now = GaugeMetricFamily("proofplay_searches_now", "Searches, by state.", labels=["state"])
        states = self._searches.states
        for state in (State.WAITING, State.RUNNING):
            now.add_metric([state.value], states[state])
        yield now
        yield GaugeMetricFamily("proofplay_jobs", "Jobs that are known.", len(self._jobs))
