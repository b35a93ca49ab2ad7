"""The retrograde engine: whole state spaces, evaluated backwards from the ends of play.

Some games have a table in layers, whose size is known in advance. Others have a table of everything
reachable from a position, which grows until it is complete or a limit ends the work. A table
answers for all following positions at no further cost.
"""

from __future__ import annotations

from positions.game import Position
from solver import _native
from solver.engines.kernel_search import KernelOracle, no_kernel, taken_by
from solver.games import descriptor_of
from solver.games.kernels import TABLE_SQUARES, Kernel, Kernels, Layers
from solver.interface.engine import Budget, Details, Engine, Oracle


class LayerScores:
    """The scores of a table in layers, with the interface of a search."""

    def __init__(self, table: Layers) -> None:
        self._table = table

    def score(self, cells: bytes, turn: int, flags: int, control: _native.BareControl) -> int:
        """Look up a position that the table covers."""
        return self._table.score(cells, turn, flags)


class RetrogradeEngine(Engine):
    """Tables of everything reachable from a position, for every game with a kernel."""

    name = "retrograde"

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Object to games without a kernel, and to boards that are too large for it."""
        kernels = descriptor_of(position).kernels_for(position)
        if kernels is not None and not kernels.tables_take(position):
            return f"{self.name} takes boards of up to {TABLE_SQUARES} squares"
        try:
            if kernels is not None and kernels.layers is not None:
                kernels.layers(position)
        except ValueError as error:
            return f"{self.name} does not take this position: {error}"
        return no_kernel(self.name, position)

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare a table; one of known size is computed at once."""
        kernels = taken_by(position)
        table = _table(position, kernels, budget)
        return KernelOracle(self.name, position, kernels, table, budget)


def _table(position: Position, kernels: Kernels, budget: Budget) -> Kernel:
    if kernels.layers is not None:
        return LayerScores(_computed(kernels.layers(position), budget))
    assert kernels.table is not None  # noqa: S101 - one of the two is there
    return kernels.table(*position.board.size, budget.bytes_left)


def _computed(table: Layers, budget: Budget) -> Layers:
    """Compute a table, whose positions and memory are checked against the limits first."""
    budget.run(lambda control: table.survey(control) or None)
    budget.require("the table of all reachable positions", table.positions, table.bytes)
    budget.run(lambda control: table.run(control, budget.threads) or None)
    return table
