"""Interests in searches, and the end of jobs, without a server."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

import pytest

from positions.text import parse_position
from service.searching.jobs import Job, Jobs
from service.searching.searches import BusyError, FailedError, Search, Searches, State
from service.searching.store import Store
from service.searching.tasks import PositionTask, Reply
from service.settings import Settings
from solver.answers.ask import Question
from solver.interface.engine import Limits
from solver.pool.processes import NotStarted
from solver.pool.worker import Cancelled, WorkerDied
from solver.pool.workers import Workers

Story = Callable[["Bench"], Coroutine[Any, Any, None]]


class IdleWorkers(Workers):
    """Workers that only remember what they were asked."""

    def __init__(self) -> None:
        self.calls: list[Future[Any]] = []
        self.refusals: list[Exception] = []
        self.threads: list[int] = []

    def submit_heard(self, hear: Any, affinity: Any, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        if self.refusals:
            raise self.refusals.pop()
        call: Future[Any] = Future()
        call.set_running_or_notify_cancel()
        self.calls.append(call)
        self.threads.append(args[-1])
        return call

    def cancel(self, future: Future[Any]) -> None:
        future.set_exception(Cancelled())


class Bench:
    """Searches and jobs on idle workers."""

    def __init__(self, **caps: Any) -> None:
        settings = Settings(**caps)
        self.workers = IdleWorkers()
        self.store = Store(1 << 20, None)
        self.hired = 0
        self.searches = Searches(settings, self.store, self.make_workers)
        self.jobs = Jobs(settings, self.searches)

    def make_workers(self) -> IdleWorkers:
        self.hired += 1
        return self.workers

    def ask(self, number: int, client: str = "ann") -> Search:
        position = parse_position("marvin:start:3x3")
        return self.searches.join(PositionTask(position, Question(), Limits(number)), client)

    def hand_out(self, number: int, client: str = "ann") -> Job:
        return self.jobs.hand_out(self.ask(number, client), client)


def play(story: Story, **caps: Any) -> None:
    async def whole() -> None:
        await story(Bench(**caps))

    asyncio.run(whole())


def test_the_searches_of_each_client_are_limited() -> None:
    async def story(bench: Bench) -> None:
        first = bench.ask(1)
        bench.ask(2)
        with pytest.raises(BusyError, match="2 searches of yours"):
            bench.ask(3)
        bench.ask(2)
        bench.ask(3, "ben")
        bench.searches.leave(first, "ann")
        bench.ask(4)

    play(story, per_client=2)


def test_the_searches_of_all_clients_are_limited() -> None:
    async def story(bench: Bench) -> None:
        bench.ask(1, "ann")
        bench.ask(2, "ben")
        with pytest.raises(BusyError, match="2 searches, expected fewer"):
            bench.ask(3, "cid")
        assert bench.ask(1, "cid") is bench.ask(1, "ann")

    play(story, workers=1, queue=1)


def test_a_search_has_its_share_of_the_threads() -> None:
    async def story(bench: Bench) -> None:
        one = bench.ask(1)
        for number in (2, 3, 4):
            bench.ask(number)
        bench.searches.leave(one, "ann")
        for number in (2, 3, 5):
            bench.ask(number)
        assert bench.workers.threads == [8, 4, 2, 2, 2]

    play(story, workers=3, threads=8)


def test_jobs_are_limited() -> None:
    async def story(bench: Bench) -> None:
        bench.hand_out(1)
        with pytest.raises(BusyError, match="1 jobs"):
            bench.hand_out(1)

    play(story, jobs=1)


def test_an_abandoned_job_is_given_up() -> None:
    async def story(bench: Bench) -> None:
        job = bench.hand_out(1)
        bench.jobs.expire()
        assert (job.state, len(bench.workers.calls)) == (State.STOPPED, 1)
        with pytest.raises(Cancelled):
            bench.workers.calls[0].result()
        bench.jobs.expire()
        assert bench.jobs.get(job.name) is job

    play(story, lifetime=-1.0)


def test_a_job_with_a_listener_stays() -> None:
    async def story(bench: Bench) -> None:
        job = bench.hand_out(1)
        with bench.jobs.listening(job):
            bench.jobs.expire()
            assert job.state == State.RUNNING

    play(story, lifetime=-1.0)


def test_finished_jobs_are_forgotten() -> None:
    async def story(bench: Bench) -> None:
        job = bench.hand_out(1)
        bench.jobs.give_up(job)
        assert bench.jobs.get(job.name) is job
        bench.jobs.expire()
        assert bench.jobs.get(job.name) is None

    play(story, keep=-1.0)


@pytest.mark.parametrize("is_final", [True, False])
def test_only_final_answers_are_cached(is_final: bool) -> None:
    async def story(bench: Bench) -> None:
        search = bench.ask(1)
        bench.workers.calls[0].set_result(Reply(b"{}", is_final))
        await asyncio.wait_for(search.ended.wait(), 10)
        kept = await bench.store.get(search.task.key)
        assert kept == ((b"{}", "memory") if is_final else None)
        assert search.state == State.DONE

    play(story)


def test_an_answer_that_cannot_be_cached_is_still_delivered(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(store: Store, question: str, answer: bytes) -> None:
        raise OSError("no room")

    monkeypatch.setattr(Store, "put", refuse)

    async def story(bench: Bench) -> None:
        search = bench.ask(1)
        bench.workers.calls[0].set_result(Reply(b"{}", True))
        await asyncio.wait_for(search.ended.wait(), 10)
        assert search.state == State.DONE

    play(story)
    assert "could not be cached" in caplog.text


def test_a_dead_worker_only_fails_its_own_search() -> None:
    async def story(bench: Bench) -> None:
        search, other = bench.ask(1), bench.ask(2)
        bench.workers.calls[0].set_exception(WorkerDied("signal 9"))
        await asyncio.wait_for(search.ended.wait(), 10)
        assert (search.state, other.state) == (State.FAILED, State.RUNNING)
        assert "signal 9" in str(search.error)
        assert bench.ask(1) is not search

    play(story)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (NotStarted("a process cannot be started: out of memory"), "could not be started: a proc"),
        (NotStarted("a worker died at its start, exit 1"), "a worker died at its start, exit 1"),
        (OSError(24, "Too many open files"), "the search failed: too many open files"),
        (EOFError(), "this is a bug in proofplay"),
    ],
)
@pytest.mark.parametrize("is_at_once", [False, True])
def test_workers_that_cannot_start_only_fail_one_search(
    error: Exception, says: str, is_at_once: bool
) -> None:
    """The question is not to blame, although such errors can have other causes elsewhere."""

    async def story(bench: Bench) -> None:
        if is_at_once and isinstance(error, NotStarted | OSError):
            bench.workers.refusals.append(error)
            with pytest.raises(FailedError, match=says):
                bench.ask(1)
        search = bench.ask(1)
        bench.workers.calls[0].set_exception(error)
        await asyncio.wait_for(search.ended.wait(), 10)
        assert search.state == State.FAILED
        assert isinstance(search.error, FailedError)
        assert says in str(search.error)
        again = bench.ask(1)
        bench.workers.calls[1].set_result(Reply(b"{}", False))
        await asyncio.wait_for(again.ended.wait(), 10)
        assert again.state == State.DONE

    play(story)


def test_failed_workers_are_replaced() -> None:
    async def story(bench: Bench) -> None:
        bench.workers.refusals.append(RuntimeError("these workers take no more calls"))
        bench.ask(1)
        assert (len(bench.workers.calls), bench.hired) == (1, 2)
        bench.searches.close()
        bench.workers.refusals.append(RuntimeError("these workers take no more calls"))
        with pytest.raises(Cancelled):
            bench.ask(2)
        assert bench.hired == 2

    play(story)


def test_a_search_beyond_its_limit_is_stopped() -> None:
    async def story(bench: Bench) -> None:
        search = bench.ask(1)
        bench.searches.stop_overdue()
        assert search.state == State.RUNNING
        search.began = -1e9
        bench.searches.stop_overdue()
        await asyncio.wait_for(search.ended.wait(), 10)
        assert search.state == State.FAILED
        assert "exceeded its time limit" in str(search.error)

    play(story)
