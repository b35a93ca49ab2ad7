"""The human-readable report of `verify`."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from cli.terminal import render
from cli.terminal.board import board
from cli.terminal.output import Glyphs
from cli.terminal.render import FAINT, STRONG
from cli.verify import words
from solver.certificates.checking.check import CheckResult

_ACCEPTED = Style(color="green")
_REFUSED = Style(color="red")


def report_of(
    source: str, found: CheckResult, signs: Glyphs, width: int, is_first: bool
) -> Iterator[RenderableType]:
    """Yield the report of one certificate, after a blank line if it is not the first."""
    if not is_first:
        yield Text()
    place = Text(words.PLACE.format(source, found.line), FAINT)
    if found.refused is not None:
        fault = words.FAULT.format(found.refused.line, found.refused)
        yield place
        yield Text(words.REFUSED.format(fault), STRONG + _REFUSED)
        return
    position = found.position
    if position is None:
        raise AssertionError(f"{source} was accepted without a position")
    facts = [
        render.heading(position, signs),
        Text(),
        Text(words.ACCEPTED.format(found.claim), STRONG + _ACCEPTED),
        Text(words.CHECKED.format(words.size(found.size))),
        Text(),
        place,
    ]
    yield render.beside(board(position, signs), render.paragraphs(facts), width)
