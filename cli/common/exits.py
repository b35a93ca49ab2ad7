"""The exit codes, and the two ways in which a command ends early."""

from __future__ import annotations

from enum import IntEnum


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
