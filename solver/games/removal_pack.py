"""Sight Reduction positions for the kernels: 64-bit masks of squares, with a1 as bit 0."""

from __future__ import annotations

from typing import NamedTuple

from positions.game import Move, Position
from positions.games.sight_reduction import BLACK, WHITE, survivors


class Deal(NamedTuple):
    """The board, pieces and variants of a deal, in the order of the kernels' parameters."""

    width: int
    height: int
    white: int
    black: int
    harder: bool
    easier: bool
    pairs: bool


def pack(position: Position) -> Deal:
    """Return a position's deal."""
    board, variants = position.board, position.variants
    white, black = pieces(position)
    return Deal(
        board.width,
        board.height,
        white,
        black,
        "harder" in variants,
        "easier" in variants,
        "pairs" in variants,
    )


def pieces(position: Position) -> tuple[int, int]:
    """Return the masks of the white and of the black pieces."""
    return _mask(position, WHITE), _mask(position, BLACK)


def turn(position: Position) -> int:
    """Return the colour to move: 0 for White, 1 for Black."""
    return 0 if position.turn == WHITE else 1


def keep(position: Position) -> tuple[int, int] | None:
    """Return the survivors' squares (SR4), if the position names them."""
    return survivors(position)


def removal(mask: int) -> Move:
    """Return the move that removes the pieces of a mask."""
    squares = tuple(square for square in range(mask.bit_length()) if mask >> square & 1)
    return Move("remove", squares)


def _mask(position: Position, colour: str) -> int:
    return sum(1 << square for square in position.board.squares(colour))
