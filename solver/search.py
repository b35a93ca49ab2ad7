"""The search engine: whatever kernel searches a game's positions one at a time."""

from __future__ import annotations

from positions.game import Position
from positions.games import game_of
from solver.engine import Budget, Oracle, Wanted
from solver.kernel_search import KernelOracle
from solver.kernels import kernels_for
from solver.pack import is_packable
from solver.removal_search import NAME, SearchOracle


class SearchEngine:
    """Search, for every game that has a kernel."""

    name = NAME

    def objection(self, position: Position, wanted: Wanted) -> str | None:
        """Object to games without a kernel, and to boards that are too large for it."""
        if is_packable(position) or kernels_for(position) is not None:
            return None
        width, height = position.board.size
        return f"{NAME} has no kernel for {game_of(position).title} on {width}×{height}"

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare the tables of a search."""
        kernels = kernels_for(position)
        if kernels is not None:
            kernel = kernels.search(*position.board.size, budget.bytes_left // 2)
            return KernelOracle(NAME, position, kernel, budget)
        return SearchOracle(position, budget)
