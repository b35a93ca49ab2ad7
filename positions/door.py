"""Functions for Python programs and notebooks that commands do not need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from positions import playing
from positions.game import Move, Position
from positions.games import rules_of
from positions.images import alike, canonical
from positions.looks.drawing import draw
from positions.text import check_position, format_move
from positions.values import FLAG, check


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves in a fixed order, with their texts; none if the game is over."""
    return tuple(
        replace(move, text=format_move(position, move)) for move in playing.legal_moves(position)
    )


def picture(position: Position) -> str:
    """Return a picture of a position as SVG."""
    # Imported late: most programs draw nothing, and the library for SVG takes a while.
    from positions.looks.picture import to_svg

    check_position(position)
    return to_svg(draw(position))


def symmetries(position: Position) -> tuple[Position, ...]:
    """Return the different positions equivalent by symmetry, the position itself first.

    If the players can be exchanged, those with the players exchanged come last.
    """
    check_position(position)
    return tuple(dict.fromkeys(alike(position)))


def reachable(position: Position, *, by_symmetry: bool = False) -> Iterator[Position]:
    """Yield all positions that can follow, each once, the nearest first; the position is the first.

    `by_symmetry` yields one of those that are equivalent by symmetry.
    """
    check_position(position)
    check("by_symmetry", by_symmetry, FLAG)
    return _reached(position, by_symmetry=by_symmetry)


def _reached(position: Position, *, by_symmetry: bool) -> Iterator[Position]:
    rules = rules_of(position)
    seen = {canonical(position) if by_symmetry else position}
    waiting = [position]
    for found in waiting:
        yield found
        for move in rules.moves(found):
            after = rules.play(found, move)
            key = canonical(after) if by_symmetry else after
            if key not in seen:
                seen.add(key)
                waiting.append(after)
