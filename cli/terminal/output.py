"""Output streams: data go to standard output, line by line, the rest to standard error.

Colour is for terminals only. A non-empty ``NO_COLOR`` forbids it, a non-empty ``FORCE_COLOR``
forces it, and ``TERM=dumb`` is a terminal without colour or cursor movement. Characters that an
output cannot encode are replaced by ASCII.
"""

from __future__ import annotations

import codecs
import json
import os
import sys
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from cli.common.exits import PipeClosed

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PIPE_WIDTH = 80
_SPELT_OUT = {"…": "...", "–": "-", "—": "-", "×": "x", "‘": "'", "’": "'", "−": "-", "≈": "~"}


def set_up_streams() -> None:
    """Make both streams accept all text, falling back to ASCII.

    Closed standard streams are opened on the null device, so that no file takes their place.
    Writing to a closed standard output fails; messages to a closed standard error are lost.
    """
    codecs.register_error("proofplay.plain", _plain)
    for number, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        _fill(number, mode)
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            stream = open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
        elif hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="proofplay.plain")


def _fill(number: int, mode: int) -> None:
    """Open the null device as a standard stream that is closed."""
    try:
        os.fstat(number)
    except OSError:
        null = os.open(os.devnull, mode)
        if null != number:
            os.dup2(null, number)
            os.close(null)
        os.set_inheritable(number, True)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Replace what cannot be encoded: "…" by "...", "ñ" by "n", an unpaired surrogate by "?"."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    spelt = (_SPELT_OUT.get(c) or unicodedata.normalize("NFKD", c) for c in text)
    return "".join(s.encode("ascii", "ignore").decode() or "?" for s in spelt), error.end


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def has_colour(stream: TextIO) -> bool:
    """Return whether to write colours to a stream."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return _is_terminal(stream) and os.environ.get("TERM") != "dumb"


def is_live(stream: TextIO) -> bool:
    """Return whether a stream is a terminal on which a line can be overwritten."""
    return _is_terminal(stream) and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Return the width of the terminal, or COLUMNS if set; 80 for a pipe."""
    named = os.environ.get("COLUMNS", "")
    if named.isascii() and named.isdigit() and int(named[:6]) > 0:
        return int(named[:6])
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or PIPE_WIDTH
    except (OSError, ValueError):
        return PIPE_WIDTH


def console(stream: TextIO) -> Console:
    """Return a console for standard output or standard error."""
    from rich.console import Console

    colour = has_colour(stream)
    return Console(
        file=stream,
        width=width(),
        force_terminal=colour or is_live(stream),
        color_system="auto" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )


def draw(*drawings: RenderableType) -> None:
    """Draw on standard output, to the width of the terminal, without cutting lines."""
    from rich.console import Group

    out = console(sys.stdout)
    # Captured, because rich handles closed pipes in its own way; in a group, because rich would
    # wrap bare text.
    with out.capture() as capture:
        out.print(Group(*drawings), crop=False)
    lines = capture.get().splitlines()
    sys.stdout.write("".join(line.rstrip() + "\n" for line in lines))
    flush()


def write_line(text: str) -> None:
    """Write one line unchanged, and flush it."""
    sys.stdout.write(text + "\n")
    flush()


def write_bytes(data: bytes) -> None:
    """Write bytes unchanged, after what has been written."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    flush()


def write_json(data: object) -> None:
    """Write one object on one line, and flush it."""
    write_line(json.dumps(data, allow_nan=False))


def flush() -> None:
    """Flush standard output."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise PipeClosed from None


def complain(*lines: str) -> None:
    """Write lines to standard error, after flushing standard output."""
    # The reader of standard output may be gone; the message is still worth writing.
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        sys.stderr.write("".join(line + "\n" for line in lines))
        sys.stderr.flush()
