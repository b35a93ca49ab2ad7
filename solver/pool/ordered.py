"""An ordered map over an executor: answers in the order of the items, as soon as possible.

It works with any `concurrent.futures` executor. Items are drawn in a thread, so that a slow source
does not delay answers; the number of items ahead of the last answer is limited, so that neither a
long source nor a slow answer fills the memory.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from queue import Queue
from threading import Event, Thread
from typing import Generic, TypeVar

from positions.errors import InputError
from solver.interface.engine import PartUsedUp
from solver.pool.processes import NotStarted
from solver.pool.worker import Resources, Work, WorkerDied
from solver.pool.workers import Workers

log = logging.getLogger(__name__)

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an item has no answer: in words, and as the exception."""

    error: Exception

    def __str__(self) -> str:
        if isinstance(self.error, InputError | WorkerDied):
            return str(self.error)
        return f"{type(self.error).__name__}: {self.error}"

    def as_input_error(self) -> InputError:
        """Return the error to report in place of the answer."""
        return self.error if isinstance(self.error, InputError) else InputError(str(self))


class OrderedMap(Generic[_Item, _Answer]):
    """Maps work over many items; at most `ahead` of them wait or run at a time.

    `resources` are a part for each of several workers, and everything for one that works alone.
    """

    def __init__(
        self,
        executor: Executor,
        work: Work[_Item, _Answer],
        resources: tuple[Resources, Resources],
        ahead: int,
    ) -> None:
        self._executor = executor
        self._work = work
        self._part, self._whole = resources
        # Items with their futures, and at the end None or the error raised while drawing items.
        self._pending: Queue[tuple[_Item, Future[_Answer]] | Exception | None] = Queue(ahead)
        self._is_over = Event()

    def over(self, items: Iterable[_Item]) -> Generator[tuple[_Item, _Answer | Failure]]:
        """Yield each item with its answer, once; close the generator if you stop early."""
        Thread(target=self._draw, args=(items,), name="items", daemon=True).start()
        try:
            while isinstance(pending := self._pending.get(), tuple):
                yield pending[0], self._answer(*pending)
            if pending is not None:
                raise pending
        finally:
            self._is_over.set()
            # Makes room for a thread waiting to put an item.
            while not self._pending.empty():
                self._pending.get_nowait()

    def _draw(self, items: Iterable[_Item]) -> None:
        try:
            for item in items:
                if self._is_over.is_set():
                    return
                future = self._executor.submit(self._work, item, self._part)
                self._pending.put((item, future))
            self._pending.put(None)
        except Exception as error:
            self._pending.put(error)

    def _answer(self, item: _Item, future: Future[_Answer]) -> _Answer | Failure:
        """Wait for an answer, and retry once if a worker died or had too little memory.

        Raises `NotStarted` if not even a single worker can be started.
        """
        try:
            return future.result()
        except (WorkerDied, NotStarted, PartUsedUp) as reason:
            log.info("retrying alone: %s", reason)
            return self._ask_again(item)
        except Exception as error:
            return self._failure(error)

    def _ask_again(self, item: _Item) -> _Answer | Failure:
        submit = self._executor.submit
        if isinstance(self._executor, Workers):
            submit = self._executor.submit_alone
        try:
            return submit(self._work, item, self._whole).result()
        except NotStarted:
            raise
        except Exception as error:
            return self._failure(error)

    @staticmethod
    def _failure(error: Exception) -> Failure:
        if not isinstance(error, InputError | WorkerDied):
            log.error("a worker failed", exc_info=error)
        return Failure(error)
