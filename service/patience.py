"""A limit on playing moves for one request: rules in Python are slow on large boards."""

from __future__ import annotations

import time

from positions import InputError, Position
from service.settings import MAX_PLAYING, check_size


class MovesLimit:
    """Refuses boards that are too large, and moves that take too long together."""

    def __init__(self) -> None:
        self._deadline = time.monotonic() + MAX_PLAYING

    def __call__(self, position: Position) -> None:
        """Raise `InputError` if the limits are exceeded."""
        check_size(position)
        if time.monotonic() > self._deadline:
            raise InputError(
                f"found moves that take more than {MAX_PLAYING:g} s to check, expected fewer"
            )
