"""Positions that are equal up to symmetries of the board and an exchange of the players."""

from __future__ import annotations

from positions.game import Position
from positions.games import rules_of
from positions.text import format_position


def alike(position: Position) -> list[Position]:
    """Return all images of a position; those with the players exchanged come last.

    The position itself is the first.
    """
    exchanged = rules_of(position).exchanged(position)
    own = list(rules_of(position).images(position))
    return own if exchanged is None else [*own, *rules_of(exchanged).images(exchanged)]


def canonical(position: Position) -> Position:
    """Return the canonical image of a position."""
    return min(alike(position), key=format_position)
