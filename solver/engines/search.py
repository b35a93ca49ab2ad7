"""The search engine: whatever kernel searches a game's positions one at a time."""

from __future__ import annotations

from positions.game import Move, Position
from positions.games import game_of
from positions.games.sight_reduction import pieces_left
from solver.engines.kernel_search import KernelOracle
from solver.engines.kernels import kernels_for
from solver.engines.pack import is_packable
from solver.engines.removal_lattice import SMALL_LATTICE, LatticeOracle
from solver.engines.removal_search import NAME, SearchOracle
from solver.engines.sat.engine import SolitaireOracle
from solver.interface.engine import Assessment, Budget, Oracle, Result, Wanted


class SolitaireSearch:
    """The search for a solitaire, and another method for the par, which no search backwards knows.

    What is unsolvable goes to that method as a whole where its par is asked for (SR8), and `engine`
    names it from then on: the lattice while that is small, else SAT.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self._search = SearchOracle(position, budget)
        self._for_par: Oracle = (
            LatticeOracle(position, budget)
            if pieces_left(position) <= SMALL_LATTICE
            else SolitaireOracle(budget)
        )
        self.engine = self._search.engine

    def assess(self, position: Position, wanted: Wanted) -> Assessment:
        """Return a position's exact value."""
        found = self._search.assess(position, wanted)
        if not wanted.par or found.par is not None:
            return found
        self.engine = self._for_par.engine
        return self._for_par.assess(position, wanted)

    def line(self, position: Position, wanted: Wanted) -> tuple[Move, ...]:
        """Return a solution; for an unsolvable position, an attempt that attains the par."""
        is_solvable = self._search.assess(position, wanted).result == Result.SOLVABLE
        return (self._search if is_solvable else self._for_par).line(position, wanted)


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
        if game_of(position).is_solitaire(position):
            return SolitaireSearch(position, budget)
        return SearchOracle(position, budget)
