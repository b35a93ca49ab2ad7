"""Cached answers: the latest in memory, all of them in a file, if there is one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Lock

from cachetools import LRUCache

from service.searching.answer_file import AnswerFile


class Store:
    """All cached answers, `size` bytes of the latest in memory; thread-safe."""

    def __init__(self, size: int, file: AnswerFile | None) -> None:
        self._latest: LRUCache[str, bytes] = LRUCache(size, len)
        self._lock = Lock()
        self._file = file

    async def get(self, question: str) -> tuple[bytes, str] | None:
        """Return an answer and its source, ``memory`` or ``file``."""
        answer = self._recall(question)
        if answer is not None:
            return answer, "memory"
        if self._file is None:
            return None
        answer = await asyncio.to_thread(self._file.get, question)
        if answer is None:
            # Another thread may have stored it meanwhile.
            answer = self._recall(question)
            return None if answer is None else (answer, "memory")
        self._remember(question, answer)
        return answer, "file"

    def put(self, question: str, answer: bytes) -> None:
        """Cache an answer."""
        if self._file is not None:
            self._file.put(question, answer)
        self._remember(question, answer)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _recall(self, question: str) -> bytes | None:
        with self._lock:
            return self._latest.get(question)

    def _remember(self, question: str, answer: bytes) -> None:
        # An answer larger than the whole cache is not stored.
        with self._lock, suppress(ValueError):
            self._latest[question] = answer
