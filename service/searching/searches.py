"""The current searches: a question is computed only once for all who ask it.

A search runs as long as someone is interested: a waiting request, or a job that has been asked
about recently. Everything here runs in the event loop's thread, except for the workers' reports.
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
from solver.answers.model import Record
from solver.pool.processes import NotStarted
from solver.pool.worker import Cancelled, WorkerDied
from solver.pool.workers import Workers

# Seconds beyond its limit that a search may take to notice it.
OVERTIME = 5.0

log = logging.getLogger(__name__)

Key = tuple[str, Hashable]


class BusyError(Exception):
    """There is no room for another search; the message says why."""


class FailedError(Exception):
    """A search failed; the message says why."""


class State(StrEnum):
    """The state of a search."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class Search:
    """One search. `interested` counts the waiting requests and jobs by client.

    `moves` are the evaluated moves of an analysis; each update is a new list.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.interested: Counter[str] = Counter()
        self.progress = Progress(0.0, 0)
        self.moves: list[Record] = []
        self.ended = asyncio.Event()
        self.answer: Reply | None = None
        self.error: Exception | None = None
        self.call: Future[Reply] | None = None
        self.began: float | None = None
        self._asked = time.monotonic()
        self._seconds: float | None = None

    @property
    def state(self) -> State:
        """The state."""
        if self.answer is not None:
            return State.DONE
        if self.error is not None:
            return State.STOPPED if isinstance(self.error, Cancelled) else State.FAILED
        is_running = self.call is not None and self.call.running()
        return State.RUNNING if is_running else State.WAITING

    @property
    def seconds(self) -> float:
        """Seconds since the request, or in total."""
        return time.monotonic() - self._asked if self._seconds is None else self._seconds

    def hear(self, report: Progress | ValuedMoves) -> None:
        """Store progress or evaluated moves; called from another thread."""
        if isinstance(report, ValuedMoves):
            self.moves = report.moves
        else:
            self.progress = report

    def end(self, answer: Reply | None, error: Exception | None) -> None:
        """Set the outcome; only the first one counts."""
        if self.ended.is_set():
            return
        self._seconds = self.seconds
        self.answer, self.error = answer, error
        self.ended.set()


class Searches:
    """All searches, in worker processes, which `make_workers` makes, and again if they fail."""

    def __init__(
        self, settings: Settings, store: Store, make_workers: Callable[[], Workers]
    ) -> None:
        self._settings = settings
        self._store = store
        self._make_workers = make_workers
        self._workers = make_workers()
        self._is_closed = False
        self._searches: dict[Key, Search] = {}
        self._deliveries: set[asyncio.Task[None]] = set()
        self.begun = 0

    @property
    def states(self) -> Counter[State]:
        """The number of searches in each state."""
        return Counter(search.state for search in self._searches.values())

    def join(self, task: Task, client: str) -> Search:
        """Join a search, starting it if necessary.

        Raises `BusyError`, or `FailedError` if it cannot start. Every `join` needs a `leave`.
        """
        key = task.key, task.cost
        search = self._searches.get(key)
        if search is None:
            self._check_room(client)
            search = self._searches[key] = self._begin(task)
        search.interested[client] += 1
        return search

    def leave(self, search: Search, client: str) -> None:
        """Leave a search, which ends if no one else is interested."""
        search.interested[client] -= 1
        if not search.interested[client]:
            del search.interested[client]
        if not search.interested and not search.ended.is_set():
            self._forget(search)
            self._stop(search)

    def stop_overdue(self) -> None:
        """Stop searches long past their limit: Python code checks its limits only rarely."""
        now = time.monotonic()
        for search in self._searches.values():
            if search.state == State.RUNNING:
                search.began = search.began or now
                seconds = search.task.seconds
                if seconds is None:
                    seconds = self._settings.seconds
                if now - search.began > seconds + OVERTIME:
                    search.error = FailedError("the search exceeded its time limit and was stopped")
                    self._stop(search)

    def close(self) -> None:
        """Stop everything; waiting clients are notified at once, before the workers react."""
        self._is_closed = True
        for search in list(self._searches.values()):
            self._forget(search)
            self._stop(search)
            search.end(None, Cancelled())

    def kill(self) -> None:
        """Kill the workers at once, whatever they are doing."""
        self._workers.kill()

    def _check_room(self, client: str) -> None:
        limit = self._settings.workers + self._settings.queue
        if len(self._searches) >= limit:
            raise BusyError(f"found {limit} searches, expected fewer: try again later")
        own = sum(client in search.interested for search in self._searches.values())
        if own >= self._settings.per_client:
            raise BusyError(f"found {own} searches of yours, expected fewer: wait for them")

    def _begin(self, task: Task) -> Search:
        search = Search(task)
        try:
            search.call = self._submit(search)
        except (NotStarted, OSError) as error:
            raise _failure(error) from error
        loop = asyncio.get_running_loop()
        search.call.add_done_callback(lambda call: _pass_on(loop, self._take, search, call))
        self.begun += 1
        return search

    def _submit(self, search: Search) -> Future[Reply]:
        """Submit a search to the workers, or to new ones if these have failed."""
        task, memory, threads = search.task, self._settings.kept_tables, self._threads()
        try:
            return self._workers.submit_heard(
                search.hear, task.affinity, work, task, memory, threads
            )
        except RuntimeError:
            if self._is_closed:
                raise Cancelled from None
            log.warning("the workers have failed and are replaced")
            self._workers = self._make_workers()
            return self._workers.submit_heard(
                search.hear, task.affinity, work, task, memory, threads
            )

    def _threads(self) -> int:
        """Return the number of threads for one more search besides the current ones."""
        sharing = min(len(self._searches) + 1, self._settings.workers)
        return max(self._settings.threads // sharing, 1)

    def _take(self, search: Search, call: Future[Reply]) -> None:
        """Begin to deliver a worker's result."""
        delivery = asyncio.get_running_loop().create_task(self._deliver(search, call))
        self._deliveries.add(delivery)
        delivery.add_done_callback(self._deliveries.discard)

    async def _deliver(self, search: Search, call: Future[Reply]) -> None:
        """Deliver an answer. A final one is cached first, unless that takes long."""
        answer, error = _outcome(call)
        if answer is not None and answer.is_final:
            try:
                await self._store.put(search.task.key, answer.json)
            except Exception:
                # The answer is correct all the same, and a client is waiting for it.
                log.exception("an answer could not be cached")
        self._forget(search)
        search.end(answer, search.error or error)

    def _stop(self, search: Search) -> None:
        if search.call is not None:
            self._workers.cancel(search.call)

    def _forget(self, search: Search) -> None:
        key = search.task.key, search.task.cost
        if self._searches.get(key) is search:
            del self._searches[key]


def _pass_on(
    loop: asyncio.AbstractEventLoop,
    take: Callable[[Search, Future[Reply]], None],
    search: Search,
    call: Future[Reply],
) -> None:
    """Pass a worker's result to the event loop's thread."""
    with suppress(RuntimeError):  # the loop is closed: no one is waiting
        loop.call_soon_threadsafe(take, search, call)


def _outcome(call: Future[Reply]) -> tuple[Reply | None, Exception | None]:
    """Return the outcome of a call: an answer, or an error."""
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
        return None, FailedError("the search failed: this is a bug in proofplay")


def _failure(error: NotStarted | WorkerDied | OSError) -> FailedError:
    """Return the error for a search that failed because of the machine, not the question."""
    log.warning("a search failed: %s", error)
    if isinstance(error, NotStarted):
        return FailedError(f"the search could not be started: {error}")
    if isinstance(error, WorkerDied):
        return FailedError(f"the search was killed: {error}")
    return FailedError(f"the search failed: {(error.strerror or str(error)).lower()}")
