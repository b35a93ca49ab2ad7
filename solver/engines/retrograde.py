"""The retrograde engine: whole state spaces, whose values are worked out from the ends of play.

Sight Reduction has its removal lattice, and Marvin a table in layers, both of a size that is known
before they are begun. The other games have a table of everything that can come from a position,
which grows until a limit ends it. A table answers for all that follows at no further cost.
"""

from __future__ import annotations

from positions.game import Position
from positions.games import game_of
from solver import _native
from solver.engines.kernel_search import KernelOracle
from solver.engines.kernels import KINGS, Kernel, Kernels, kernels_for
from solver.engines.pack import is_packable
from solver.engines.removal_lattice import NAME, LatticeEngine
from solver.interface.engine import Budget, Oracle, Wanted


class LayerScores:
    """The scores of a table in layers, under the interface that searches have."""

    def __init__(self, table: _native.MarvinTable, position: Position) -> None:
        self._table = table
        cells = enumerate(position.board.cells)
        self._kings = tuple((square, cell) for square, cell in cells if cell in KINGS)

    def covers(self, position: Position) -> bool:
        """Say whether a position has all the kings that the table's first one had."""
        return all(position.board[square] == king for square, king in self._kings)

    def score(self, cells: bytes, turn: int, flags: int, control: _native.BareControl) -> int:
        """Look a position up that has the kings of the table's first one."""
        return self._table.score(cells, turn, flags)


class RetrogradeEngine:
    """Tables of everything that can come from a position, for every game that has a kernel."""

    name = NAME

    def objection(self, position: Position, wanted: Wanted) -> str | None:
        """Object to games without a kernel, and to what is too large for it."""
        if is_packable(position):
            return LatticeEngine().objection(position, wanted)
        kernels = kernels_for(position)
        if kernels is None:
            width, height = position.board.size
            return f"{NAME} has no kernel for {game_of(position).title} on {width}×{height}"
        try:
            if kernels.layers is not None:
                kernels.layers(position)
        except ValueError as error:
            return f"{NAME} does not take this position: {error}"
        return None

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare a table; one of known size is worked out at once."""
        kernels = kernels_for(position)
        if kernels is None:
            return LatticeEngine().open(position, budget)
        return KernelOracle(NAME, position, _table(position, kernels, budget), budget)


def _table(position: Position, kernels: Kernels, budget: Budget) -> Kernel:
    if kernels.layers is not None:
        return LayerScores(_worked_out(kernels.layers(position), budget), position)
    assert kernels.table is not None  # noqa: S101 - one of the two is there
    return kernels.table(*position.board.size, budget.bytes_left)


def _worked_out(table: _native.MarvinTable, budget: Budget) -> _native.MarvinTable:
    """Work a table out, its positions and memory being known before they are taken."""
    budget.run(lambda control: table.survey(control) or None)
    budget.require("the table of all that can follow", table.positions, table.bytes)
    budget.run(lambda control: table.run(control, budget.threads) or None)
    return table
