"""The solver's descriptor of Nakatta."""

from __future__ import annotations

from dataclasses import replace

from positions.game import Position
from positions.games.nakatta import PIE
from positions.grid import EMPTY
from solver import _native
from solver.games.descriptor import MENUS, GameSolver, Kernels, PlayLimit, Playouts, Puzzles


def _without_swap(position: Position) -> Position | None:
    """Return a position without its open swap; None if there is none (NK6)."""
    if PIE not in position.variants:
        return None
    return replace(position, variants=tuple(name for name in position.variants if name != PIE))


# The maximum side of the kernels' boards: sets of six 64-bit words.
MAX_RANKS = 19


NAKATTA = GameSolver(
    engines=("brute", "search", "retrograde", "sat"),
    is_cheap=lambda position: position.board.cells.count(EMPTY) <= 16,
    kernels=Kernels(
        _native.nakatta_perft,
        _native.nakatta_search,
        max_squares=MAX_RANKS**2,
        table=_native.nakatta_table,
        # The kernels do not support a swap that is still possible (NK6).
        is_known=lambda position: PIE not in position.variants,
    ),
    searched=f"up to {MAX_RANKS}×{MAX_RANKS}; tables up to 8×8",
    playouts=Playouts(
        _native.nakatta_playouts,
        takes=lambda width, height: width == height <= MAX_RANKS,
        without_swap=_without_swap,
    ),
    in_play=PlayLimit("empty points", ".", 10),
    puzzles=Puzzles(
        kinds=("only-move", "win-in", "swap-or-not"),
        menu=MENUS["nakatta"],
        limits=(1.75, 2.25, 3.0),
        span=(22, 48),
        late_span=(44, 56),
        # A pass may come between two stones (NK4).
        max_plies=lambda width, height: 2 * width * height,
    ),
)
