"""A limit on playing moves for one request: rules in Python are slow on large boards."""

from __future__ import annotations

import time
from collections.abc import Callable

from positions import InputError, Position
from service.settings import MAX_PLAYING, check_size
from solver.pool.worker import Cancelled


class MovesLimit:
    """Refuses boards that are too large, and moves that take too long together."""

    def __init__(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self._deadline = time.monotonic() + MAX_PLAYING
        self._is_stopped = is_stopped

    def __call__(self, position: Position) -> None:
        """Raise `InputError` if the limits are exceeded, `Cancelled` if the service stops."""
        check_size(position)
        self.check()

    def check(self) -> None:
        """Check the time alone."""
        if self._is_stopped():
            raise Cancelled
        if time.monotonic() > self._deadline:
            raise InputError(
                f"found moves that take more than {MAX_PLAYING:g} s to check, expected fewer"
            )
