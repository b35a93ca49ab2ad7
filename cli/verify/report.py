"""The human-readable report of `verify`."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from cli.reports import terminal
from cli.terminal.board import FAINT, STRONG, board
from cli.terminal.signs import Glyphs
from cli.verify import words
from solver.certificates.checking.check import CheckResult

_ACCEPTED = Style(color="green")
_REFUSED = Style(color="red")


def report_of(
    source: str, result: CheckResult, signs: Glyphs, width: int, is_first: bool
) -> Iterator[RenderableType]:
    """Yield the report of one certificate, after a blank line if it is not the first."""
    if not is_first:
        yield Text()
    place = Text(words.PLACE.format(source, result.line), FAINT)
    if result.refused is not None:
        fault = words.FAULT.format(result.refused.line, result.refused)
        yield place
        yield Text(words.REFUSED.format(fault), STRONG + _REFUSED)
        return
    position = result.position
    if position is None:
        raise AssertionError(f"{source} was accepted without a position")
    facts = [
        terminal.heading(position, signs),
        Text(),
        Text(words.ACCEPTED.format(result.claim), STRONG + _ACCEPTED),
        Text(words.CHECKED.format(words.size(result.size))),
        Text(),
        place,
    ]
    yield terminal.beside(board(position, signs), terminal.paragraphs(facts), width)
