"""Positions that are the same but for how the board lies, and for who plays which side."""

from __future__ import annotations

from positions.game import Position
from positions.games import game_of
from positions.text import format_position


def alike(position: Position) -> list[Position]:
    """Return all images of a position, those with the players exchanged last, where there are any.

    The position itself is the first.
    """
    game = game_of(position)
    exchanged = game.exchanged(position)
    own = list(game.rules.images(position))
    return own if exchanged is None else [*own, *game.rules.images(exchanged)]


def canonical(position: Position) -> Position:
    """Return the one of all images of a position that stands for them."""
    return min(alike(position), key=format_position)
