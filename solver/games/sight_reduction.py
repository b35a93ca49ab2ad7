"""The solver's descriptor of Sight Reduction, and its positions for the kernels.

These take 64-bit masks of squares, with a1 as bit 0.
"""

from __future__ import annotations

from typing import NamedTuple

from positions.game import Move, Position
from positions.games.sight_reduction import BLACK, WHITE, pieces_left, survivors
from solver import _native
from solver.games.descriptor import MENUS, GameSolver, PlayLimit, Playouts, Puzzles

CHEAP_PIECES = 24

_FLAGS = {"harder": 1, "easier": 2, "pairs": 4}


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


def _perft(position: Position, depth: int, control: _native.Control) -> int | None:
    return _native.sight_reduction_perft(*pack(position), turn(position), depth, control)


def _flags(position: Position) -> int:
    """Return the variants in the form that the playouts take."""
    return sum(flag for name, flag in _FLAGS.items() if name in position.variants)


def _max_moves(width: int, height: int, variants: tuple[str, ...]) -> int:
    """Return the maximum number of moves: single pieces, and pairs that see each other.

    A pair consists of two pieces (SR7).
    """
    directions = 8 if "easier" in variants else 4
    pairs = directions // 2 if "pairs" in variants else 0
    return (width * height + 1) // 2 * (1 + pairs)


SIGHT_REDUCTION = GameSolver(
    engines=("brute", "search", "retrograde", "sat"),
    is_cheap=lambda position: pieces_left(position) <= CHEAP_PIECES,
    perft=_perft,
    counts_solutions=True,
    playouts=Playouts(_native.sight_reduction_playouts),
    flags=_flags,
    in_play=PlayLimit("pieces", "wb", 12),
    puzzles=Puzzles(
        kinds=("solitaire", "only-move", "win-in"),
        menu=MENUS["sight-reduction"],
        # As in Manic Minelayers, there are few moves.
        limits=(1.0, 1.5, 2.0),
        span=(40, 65),
        late_span=(30, 50),
        takes_squares=True,
        max_moves=_max_moves,
        max_plies=lambda width, height: width * height,
    ),
)
