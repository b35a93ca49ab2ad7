"""The solver's descriptor of Manic Minelayers."""

from __future__ import annotations

from positions.game import Position
from positions.games.minelayers import FIRST, A, B
from positions.grid import EMPTY, KNIGHT, neighbours
from solver import _native
from solver.games.descriptor import (
    MENUS,
    SEARCHED,
    GameSolver,
    Kernels,
    PlayLimit,
    Playouts,
    Puzzles,
)


def _b_was_first(position: Position) -> int:
    """Return 1 if B moved first in the game (MM2), else 0."""
    return int(position.key(FIRST) == B)


def _is_set_up(position: Position) -> bool:
    """Return whether both minelayers are on the board (MM3)."""
    return {A, B} <= set(position.board.cells)


def _max_moves(width: int, height: int, variants: tuple[str, ...]) -> int:
    """Return the maximum number of moves: to place a minelayer on a rank (MM3), or to move it."""
    squares = range(width * height)
    return max(width, *(len(neighbours(width, height, at, KNIGHT)) for at in squares))


MINELAYERS = GameSolver(
    engines=("brute", "search", "retrograde", "sat"),
    is_cheap=lambda position: position.board.cells.count(EMPTY) <= 30,
    kernels=Kernels(
        _native.minelayers_perft,
        _native.minelayers_search,
        table=_native.minelayers_table,
    ),
    playouts=Playouts(_native.minelayers_playouts, is_known=_is_set_up),
    searched=SEARCHED,
    flags=_b_was_first,
    in_play=PlayLimit("free squares", ".", 15),
    puzzles=Puzzles(
        kinds=("only-move", "win-in", "survive", "tour"),
        menu=MENUS["minelayers"],
        boards={("tour", "gentle"): (6, 6), ("tour", "cruel"): (10, 10)},
        # As in Sight Reduction, there are few moves.
        limits=(1.0, 1.5, 2.0),
        span=(26, 36),
        late_span=(32, 40),
        takes_squares=True,
        max_moves=_max_moves,
        max_plies=lambda width, height: width * height,
    ),
)
