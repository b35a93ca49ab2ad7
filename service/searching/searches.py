"""The searches that are going on: the same question is worked out once, for whoever asks.

A search goes on as long as somebody is interested: a request that waits for it, or a job that was
handed out for it and has been asked about lately. Everything here runs in the event loop's thread,
but for what the workers report.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from enum import StrEnum

from positions import InputError
from service.searching.store import Store
from service.searching.tasks import Progress, Reply, Task, ValuedMoves, work
from service.settings import Settings
from solver.pool.processes import NotStarted
from solver.pool.worker import Cancelled, WorkerDied
from solver.pool.workers import Workers
from solver.records.shapes import MoveRecord

# Seconds beyond its limit that a search may take to notice it.
OVERTIME = 5.0

log = logging.getLogger(__name__)

Key = tuple[str, Hashable]


class BusyError(Exception):
    """There is no room for another search; the text says of what there is enough."""


class FailedError(Exception):
    """A search came to nothing; the text says why."""


class State(StrEnum):
    """What has become of a search."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class Search:
    """One search. `interested` counts who waits for it, by client.

    `moves` are those of an analysis as far as they are valued, another list for each that is.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.interested: Counter[str] = Counter()
        self.progress = Progress(0.0, 0)
        self.moves: list[MoveRecord] = []
        self.ended = asyncio.Event()
        self.answer: Reply | None = None
        self.error: Exception | None = None
        self.call: Future[Reply] | None = None
        self.began: float | None = None
        self._asked = time.monotonic()
        self._seconds: float | None = None

    @property
    def state(self) -> State:
        """What has become of it."""
        if self.answer is not None:
            return State.DONE
        if self.error is not None:
            return State.STOPPED if isinstance(self.error, Cancelled) else State.FAILED
        is_running = self.call is not None and self.call.running()
        return State.RUNNING if is_running else State.WAITING

    @property
    def seconds(self) -> float:
        """Seconds since it was asked for, or those that it took."""
        return time.monotonic() - self._asked if self._seconds is None else self._seconds

    def hear(self, told: Progress | ValuedMoves) -> None:
        """Take how far it is, or what is known by now; this comes from another thread."""
        if isinstance(told, ValuedMoves):
            self.moves = told.moves
        else:
            self.progress = told

    def end(self, answer: Reply | None, error: Exception | None) -> None:
        """Take what has come of it; the first word counts."""
        if self.ended.is_set():
            return
        self._seconds = self.seconds
        self.answer, self.error = answer, error
        self.ended.set()


class Searches:
    """All searches, in worker processes; `hire` makes the workers, and others if they fail."""

    def __init__(self, settings: Settings, store: Store, hire: Callable[[], Workers]) -> None:
        self._settings = settings
        self._store = store
        self._hire = hire
        self._workers = hire()
        self._is_closed = False
        self._searches: dict[Key, Search] = {}
        self._landing: set[asyncio.Task[None]] = set()
        self.begun = 0

    @property
    def states(self) -> Counter[State]:
        """How many searches there are in each state."""
        return Counter(search.state for search in self._searches.values())

    def join(self, task: Task, client: str) -> Search:
        """Take an interest in a search, which begins if nobody had one so far.

        Raises `BusyError`, or `FailedError` where none can begin. Whoever joins has to `leave`.
        """
        key = task.key, task.cost
        search = self._searches.get(key)
        if search is None:
            self._check_room(client)
            search = self._searches[key] = self._begin(task)
        search.interested[client] += 1
        return search

    def leave(self, search: Search, client: str) -> None:
        """Have no interest any longer; a search that nobody is interested in ends."""
        search.interested[client] -= 1
        if not search.interested[client]:
            del search.interested[client]
        if not search.interested and not search.ended.is_set():
            self._forget(search)
            self._stop(search)

    def tend(self) -> None:
        """Stop what is long past its limit: rules and clauses in Python look at it only rarely."""
        now = time.monotonic()
        for search in self._searches.values():
            if search.state == State.RUNNING:
                search.began = search.began or now
                seconds = search.task.seconds
                if seconds is None:
                    seconds = self._settings.seconds
                if now - search.began > seconds + OVERTIME:
                    search.error = FailedError("the search did not keep to its time, and was ended")
                    self._stop(search)

    def close(self) -> None:
        """Stop everything; who waits is told at once, whether the workers have heard or not."""
        self._is_closed = True
        for search in list(self._searches.values()):
            self._forget(search)
            self._stop(search)
            search.end(None, Cancelled())

    def kill(self) -> None:
        """End the workers at once, whatever they are at."""
        self._workers.kill()

    def _check_room(self, client: str) -> None:
        most = self._settings.workers + self._settings.queue
        if len(self._searches) >= most:
            raise BusyError(f"found {most} searches at once, expected fewer: try again later")
        own = sum(client in search.interested for search in self._searches.values())
        if own >= self._settings.per_client:
            raise BusyError(f"found {own} searches of yours at once, expected fewer: wait for them")

    def _begin(self, task: Task) -> Search:
        search = Search(task)
        try:
            search.call = self._submit(search)
        except (NotStarted, OSError) as error:
            raise _failure(error) from error
        loop = asyncio.get_running_loop()
        search.call.add_done_callback(lambda call: _later(loop, self._take, search, call))
        self.begun += 1
        return search

    def _submit(self, search: Search) -> Future[Reply]:
        """Hand a search to the workers; to others if these have failed, which take no more."""
        task, memory, threads = search.task, self._settings.kept_tables, self._threads()
        try:
            return self._workers.submit_heard(search.hear, task.kin, work, task, memory, threads)
        except RuntimeError:
            if self._is_closed:
                raise Cancelled from None
            log.warning("the workers have failed: others take their place")
            self._workers = self._hire()
            return self._workers.submit_heard(search.hear, task.kin, work, task, memory, threads)

    def _threads(self) -> int:
        """Return the share of the threads for one more search, beside those that go on now."""
        sharing = min(len(self._searches) + 1, self._settings.workers)
        return max(self._settings.threads // sharing, 1)

    def _take(self, search: Search, call: Future[Reply]) -> None:
        """Take what a worker has given, in the event loop's thread."""
        landing = asyncio.get_running_loop().create_task(self._land(search, call))
        self._landing.add(landing)
        landing.add_done_callback(self._landing.discard)

    async def _land(self, search: Search, call: Future[Reply]) -> None:
        """Return out an answer. One that is final is kept first: what was given is not lost."""
        answer, error = _outcome(call)
        if answer is not None and answer.is_final:
            try:
                await asyncio.to_thread(self._store.put, search.task.key, answer.json)
            except Exception:
                # The answer is right all the same, and somebody waits for it.
                log.exception("an answer could not be kept")
        self._forget(search)
        search.end(answer, search.error or error)

    def _stop(self, search: Search) -> None:
        if search.call is not None:
            self._workers.cancel(search.call)

    def _forget(self, search: Search) -> None:
        key = search.task.key, search.task.cost
        if self._searches.get(key) is search:
            del self._searches[key]


def _later(
    loop: asyncio.AbstractEventLoop,
    take: Callable[[Search, Future[Reply]], None],
    search: Search,
    call: Future[Reply],
) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody waits for it any longer
        loop.call_soon_threadsafe(take, search, call)


def _outcome(call: Future[Reply]) -> tuple[Reply | None, Exception | None]:
    """Return what has come of a call: an answer, or why there is none."""
    try:
        return call.result(), None
    except CancelledError:
        return None, Cancelled()
    except (NotStarted, WorkerDied, OSError) as error:
        return None, _failure(error)
    except (InputError, Cancelled) as error:
        return None, error
    except Exception:
        log.exception("a search failed")
        return None, FailedError("the search failed: that is a fault of this program")


def _failure(error: NotStarted | WorkerDied | OSError) -> FailedError:
    """Say that the machine, not the question, is why a search came to nothing."""
    log.warning("a search came to nothing: %s", error)
    if isinstance(error, NotStarted):
        return FailedError(f"the search could not be started: {error}")
    if isinstance(error, WorkerDied):
        return FailedError(f"the search was ended from outside: {error}")
    return FailedError(f"the search failed: {(error.strerror or str(error)).lower()}")
