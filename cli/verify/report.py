"""The human report of `verify`, and what `solve` says of a certificate that it writes."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from cli.common import words
from cli.terminal import render
from cli.terminal.board import board
from cli.terminal.output import Glyphs
from cli.terminal.render import FAINT, STRONG
from solver.certificates.checking.check import Checked, Size

_ACCEPTED = Style(color="green")
_REFUSED = Style(color="red")


def checked(
    source: str, found: Checked, signs: Glyphs, width: int, is_first: bool
) -> Iterator[RenderableType]:
    """Give the report of one certificate; a blank line parts it from the one before."""
    if not is_first:
        yield Text()
    place = Text(f"{source}: line {found.line}", FAINT)
    if found.refused is not None:
        reason = f"Refused: line {found.refused.line}: {found.refused}"
        yield place
        yield Text(reason, STRONG + _REFUSED)
        return
    position = found.position
    if position is None:
        raise AssertionError(f"{source} was accepted without a position")
    facts = [
        render.heading(position, signs),
        Text(),
        Text(f"Accepted: {found.claim}", STRONG + _ACCEPTED),
        Text(f"Checked without an engine: {size(found.size)}."),
        Text(),
        place,
    ]
    yield render.beside(board(position, signs), render.paragraphs(facts), width)


def size(found: Size) -> str:
    """Say how much was checked: "429 positions with 869 moves"."""
    parts = []
    if found.moves:
        parts.append(f"a line of {words.counted(found.moves, 'move')}")
    if found.positions:
        moves = words.counted(found.replies, "move")
        parts.append(f"{words.counted(found.positions, 'position')} with {moves}")
    if found.clauses:
        steps = words.counted(found.steps, "step")
        parts.append(f"a proof of {steps} from {words.counted(found.clauses, 'clause')}")
    return ", ".join(parts) or "the game is over"
