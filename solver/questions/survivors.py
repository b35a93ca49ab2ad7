"""The pieces that can be the last ones of a Sight Reduction solitaire."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from positions.game import Position
from positions.games.sight_reduction import BLACK, WHITE
from positions.games.sight_reduction import survivors as named_survivors
from solver import _native
from solver.engines.pack import pack, turn
from solver.interface.engine import Budget


@dataclass(frozen=True, slots=True)
class Survivors:
    """The pairs of a white and a black square whose pieces some solution leaves (SR3, SR4)."""

    pairs: tuple[tuple[int, int], ...]

    @property
    def white(self) -> tuple[int, ...]:
        """The white pieces that can be the last."""
        return tuple(sorted({white for white, _ in self.pairs}))

    @property
    def black(self) -> tuple[int, ...]:
        """The black pieces that can be the last."""
        return tuple(sorted({black for _, black in self.pairs}))


def survivors(position: Position, budget: Budget) -> Survivors | None:
    """Find which pieces can be the last; None if nothing is left at the end (SR7).

    Raises `LimitReached`.
    """
    if "pairs" in position.variants:
        return None
    lattice = _native.ReachableLattice(*pack(position), turn(position))
    budget.require("the lattice of reachable positions", lattice.positions, lattice.bytes)
    budget.run(lambda control: lattice.run(budget.threads, control) or None)
    board, named = position.board, named_survivors(position)
    pairs = product(board.squares(WHITE), board.squares(BLACK))
    return Survivors(
        tuple(
            pair
            for pair in pairs
            if named in (None, pair) and _is_reached(lattice, 1 << pair[0], 1 << pair[1])
        )
    )


def _is_reached(lattice: _native.ReachableLattice, white: int, black: int) -> bool:
    return any(lattice.reachable(white, black, mover) for mover in (0, 1))
