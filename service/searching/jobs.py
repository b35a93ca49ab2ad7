"""Jobs, for clients that do not wait for a direct answer.

A job is one client's interest in a search. It ends with the search, when it is given up, or when
no request about it has come for so long that the client must have left.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from service.searching.searches import BusyError, Search, Searches, State
from service.settings import Settings

# Seconds within which a listener may reconnect.
RETURN = 1.0


class Job:
    """An interest in a search, and its last sign of life; `path` is its address."""

    def __init__(self, search: Search, client: str, root_path: str) -> None:
        self.name = secrets.token_urlsafe(12)
        self.path = f"{root_path}/api/jobs/{self.name}"
        self.search = search
        self.client = client
        self.is_given_up = False
        self.listeners = 0
        self.good_until = 0.0

    @property
    def state(self) -> State:
        """The state: a job that was given up is stopped, even if others still wait."""
        state = self.search.state
        return State.STOPPED if self.is_given_up and state != State.DONE else state

    @property
    def is_over(self) -> bool:
        """Whether the job is over."""
        return self.is_given_up or self.search.ended.is_set()


class Jobs:
    """The known jobs."""

    def __init__(self, settings: Settings, searches: Searches) -> None:
        self._settings = settings
        self._searches = searches
        self._jobs: dict[str, Job] = {}

    def __len__(self) -> int:
        return len(self._jobs)

    def hand_out(self, search: Search, client: str) -> Job:
        """Turn an interest in a search into a job; raises `BusyError`."""
        if len(self._jobs) >= self._settings.jobs:
            raise BusyError(f"found {len(self._jobs)} jobs, expected fewer: try again later")
        job = Job(search, client, self._settings.root_path)
        self._jobs[job.name] = job
        self._renew(job)
        return job

    def get(self, name: str) -> Job | None:
        """Return a job by its name; asking counts as a sign of life."""
        job = self._jobs.get(name)
        if job is not None:
            self._renew(job)
        return job

    def give_up(self, job: Job) -> None:
        """Give up a job, possibly again; its search ends if no other client waits for it."""
        if not job.is_over:
            job.is_given_up = True
            self._searches.leave(job.search, job.client)

    @contextmanager
    def listening(self, job: Job) -> Iterator[None]:
        """Keep a job alive while a client listens; one that stops has left, or reconnects."""
        job.listeners += 1
        try:
            yield
        finally:
            job.listeners -= 1
            self._renew(job)
            if not job.listeners and not job.is_over:
                job.good_until = time.monotonic() + RETURN

    def expire(self) -> None:
        """Give up abandoned jobs, and forget those that were over long ago."""
        now = time.monotonic()
        for job in [job for job in self._jobs.values() if job.good_until < now]:
            if job.is_over:
                del self._jobs[job.name]
            elif not job.listeners:
                self.give_up(job)
                self._renew(job)

    def _renew(self, job: Job) -> None:
        seconds = self._settings.keep if job.is_over else self._settings.lifetime
        job.good_until = time.monotonic() + seconds
