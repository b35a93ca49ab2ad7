"""The solver's descriptor of Manhattan."""

from __future__ import annotations

from positions.grid import EMPTY
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

_STEPS_OF_A_CHECKER = 4


MANHATTAN = GameSolver(
    engines=("brute", "search", "retrograde", "sat"),
    is_cheap=lambda position: sum(symbol != EMPTY for symbol in position.board.cells) <= 14,
    kernels=Kernels(
        _native.manhattan_perft, _native.manhattan_search, table=_native.manhattan_table
    ),
    playouts=Playouts(_native.manhattan_playouts),
    searched=SEARCHED,
    in_play=PlayLimit("checkers", "rb", 5),
    puzzles=Puzzles(
        kinds=("only-move", "win-in"),
        menu=MENUS["manhattan"],
        limits=(1.25, 2.0, 2.5),
        span=(132, 156),
        late_span=(144, 160),
        max_moves=lambda width, height, _: (width * height + 1) // 2 * _STEPS_OF_A_CHECKER,
    ),
)
