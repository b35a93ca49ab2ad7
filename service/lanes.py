"""Threads in which requests play moves, so many for each kind of request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from service.moves_limit import MovesLimit
from service.searching.searches import BusyError
from service.settings import MAX_PLAYING

_Answer = TypeVar("_Answer")


class Lane:
    """Threads for one kind of requests, so that those of another kind need not wait for them.

    A request waits for a thread no longer than it may take there. So whatever arrives at once, all
    of it is answered or refused soon.
    """

    def __init__(self, threads: int) -> None:
        self._free = asyncio.Semaphore(threads)
        self._threads = CapacityLimiter(threads)
        self._is_closed = False

    async def run(self, work: Callable[[MovesLimit], _Answer]) -> _Answer:
        """Return the result of `work`, which often calls the limit that it gets.

        Raises `BusyError` if no thread becomes free, `Cancelled` if the service stops.
        """
        try:
            await asyncio.wait_for(self._free.acquire(), MAX_PLAYING)
        except TimeoutError:
            raise BusyError("found too many requests of this kind: try again later") from None
        try:
            limit = MovesLimit(lambda: self._is_closed)
            return await to_thread.run_sync(partial(_begun, work, limit), limiter=self._threads)
        finally:
            self._free.release()

    def close(self) -> None:
        """End what is running, and refuse the rest."""
        self._is_closed = True


def _begun(work: Callable[[MovesLimit], _Answer], limit: MovesLimit) -> _Answer:
    limit.check()
    return work(limit)
