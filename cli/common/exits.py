"""The exit codes, and the two ways in which a command ends early."""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    """What an exit code says. Of several, the one that ranks first counts: see `worst`."""

    ANSWERED = 0
    SOME_FAILED = 1
    # No record could be read, the usage is wrong, or there is no room for the output.
    BAD_INPUT = 2
    LIMITED = 3
    INTERRUPTED = 130
    # What a shell reports for a program that a closed pipe has ended: 128 + SIGPIPE.
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
    """Return the code that counts among several."""
    return min(codes, key=_RANKING.index)


class InterruptedRun(Exception):  # noqa: N818 - no error: the user has asked for it
    """Ctrl-C ended the run; the text says what was finished."""


class PipeClosed(Exception):  # noqa: N818 - no error: the reader has seen enough
    """Whoever read the output has closed it."""
