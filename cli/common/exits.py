"""How a command ends: the exit codes, the two ways to end early, and the signals that do it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from types import FrameType

_Handler = Callable[[int, FrameType | None], object] | int | None


class Code(IntEnum):
    """The exit codes. If several apply, `worst` chooses."""

    ANSWERED = 0
    SOME_FAILED = 1
    # No record could be read, the usage is wrong, or the output cannot be written.
    BAD_INPUT = 2
    LIMITED = 3
    INTERRUPTED = 130
    # What a shell reports for a program ended by a closed pipe: 128 + SIGPIPE.
    PIPE_CLOSED = 141


_RANKING = (
    Code.PIPE_CLOSED,
    Code.INTERRUPTED,
    Code.BAD_INPUT,
    Code.SOME_FAILED,
    Code.LIMITED,
    Code.ANSWERED,
)


def worst(*codes: Code) -> Code:
    """Return the exit code that takes precedence."""
    return min(codes, key=_RANKING.index)


class InterruptedRun(Exception):  # noqa: N818 - not an error: the user asked for it
    """Ctrl-C ended the run; the message says what was finished."""


class PipeClosed(Exception):  # noqa: N818 - not an error: the reader has seen enough
    """The reader of the output has closed the pipe."""


def handled() -> dict[int, _Handler]:
    """Return the signals that end a run with their handlers, which the entry point has set."""
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    return {number: handler for number, handler in handlers.items() if callable(handler)}


class Interrupts:
    """Raises `KeyboardInterrupt` at the first signal and ignores later ones.

    A context manager. A signal that was ignored when the program started stays ignored.
    """

    def __init__(self) -> None:
        self._before: dict[int, _Handler] = {}
        self._is_held = False
        self._is_stopped = False

    def __enter__(self) -> Interrupts:
        self._before = handled()
        for number in self._before:
            signal.signal(number, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_stopped:
            for number, handler in self._before.items():
                signal.signal(number, handler)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Delay signals until the block has finished."""
        was_stopped = self._is_stopped
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
        if self._is_stopped and not was_stopped:
            raise KeyboardInterrupt

    def _take(self, number: int, frame: FrameType | None) -> None:
        for taken in self._before:
            signal.signal(taken, signal.SIG_IGN)
        self._is_stopped = True
        if not self._is_held:
            raise KeyboardInterrupt
