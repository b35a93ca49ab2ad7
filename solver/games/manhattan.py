"""The solver's descriptor of Manhattan."""

from __future__ import annotations

from positions.grid import EMPTY
from solver import _native
from solver.games.descriptor import GameSolver, PlayLimit
from solver.games.kernels import SEARCHED, Kernels
from solver.games.playouts import Playouts
from solver.games.puzzles import Puzzles, Span

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
        menu={
            "only-move": {
                "": {"gentle..cruel": "usual 6x6", "gentle..tricky": "4x4"},
            },
            "win-in": {
                "": {"gentle..tricky": "usual 6x6", "steady": "4x4 8x8"},
            },
        },
        limits=(1.25, 2.0, 2.5),
        span=Span(132, 156),
        late_span=Span(144, 160),
        max_moves=lambda width, height, _: (width * height + 1) // 2 * _STEPS_OF_A_CHECKER,
    ),
)
