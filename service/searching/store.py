"""Cached answers: the latest in memory, all of them in a file, if there is one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import ParamSpec, TypeVar

from cachetools import LRUCache

from service.searching.answer_file import AnswerFile

# Seconds that an answer waits for the file: a disk may be slow.
MOMENT = 0.1
# The number of steps that wait for the file's thread; further ones are skipped.
STEPS = 64

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Store:
    """All cached answers, `size` bytes of the latest in memory; used in the event loop.

    The file is read and written in a thread of its own, beside the answers: whatever happens to it,
    no answer waits for it longer than a moment.
    """

    def __init__(self, size: int, file: AnswerFile | None) -> None:
        self._latest: LRUCache[str, bytes] = LRUCache(size, len)
        self._file = file
        self._thread = ThreadPoolExecutor(1, "answers")
        self._steps = 0

    async def get(self, question: str) -> tuple[bytes, str] | None:
        """Return an answer and its source, ``memory`` or ``file``."""
        answer = self._latest.get(question)
        if answer is not None:
            return answer, "memory"
        if self._file is None:
            return None
        answer = await self._beside(self._file.get, question)
        if answer is None:
            # It may have been stored meanwhile.
            answer = self._latest.get(question)
            return None if answer is None else (answer, "memory")
        self._remember(question, answer)
        return answer, "file"

    async def put(self, question: str, answer: bytes) -> None:
        """Cache an answer."""
        self._remember(question, answer)
        if self._file is not None:
            await self._beside(self._file.put, question, answer)

    async def flush(self) -> None:
        """Write what had to wait for another process."""
        if self._file is not None and self._file.is_behind:
            await self._beside(self._file.catch_up)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._thread.submit(self._file.close)
        self._thread.shutdown()

    async def _beside(
        self, step: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T | None:
        """Take a step in the file's thread; return its result if it is there in a moment."""
        if self._steps == STEPS:
            return None
        self._steps += 1
        call = asyncio.wrap_future(self._thread.submit(step, *args, **kwargs))
        call.add_done_callback(self._end_step)
        done, _ = await asyncio.wait([call], timeout=MOMENT)
        return call.result() if done else None

    def _end_step(self, call: asyncio.Future[_T]) -> None:
        self._steps -= 1

    def _remember(self, question: str, answer: bytes) -> None:
        # An answer larger than the whole cache is not stored.
        with suppress(ValueError):
            self._latest[question] = answer
