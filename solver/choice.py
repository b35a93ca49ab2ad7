"""The engines by name, and the one that chooses among them.

The chooser takes two-player positions to the removal lattice, which has the values of all moves at
little cost. A solitaire deal is searched first, with a cap on the positions, and what the search
leaves open goes to the lattice. A position that no lattice can hold is searched without a cap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from positions.game import Move, Position
from positions.games import game_of
from solver.brute import BruteEngine
from solver.engine import Assessment, Budget, Engine, LimitReached, Oracle, Result, Wanted
from solver.pack import is_packable
from solver.removal_lattice import LatticeEngine
from solver.removal_search import NAME as SEARCH
from solver.removal_search import SearchOracle
from solver.search import SearchEngine

# Where a search has taken so many positions, the lattice of a 4×8 deal is the quicker way on.
SEARCH_CAP = 200_000

_Answer = TypeVar("_Answer")


class ChoosingOracle:
    """Answers from a capped search where that suffices, else from the lattice."""

    def __init__(self, position: Position, budget: Budget) -> None:
        self._root = position
        self._budget = budget
        self._quick: Oracle = SearchOracle(position, budget, SEARCH_CAP)
        self._thorough: Oracle | None = None
        self.engine = self._quick.engine

    def assess(self, position: Position, wanted: Wanted) -> Assessment:
        """Give a position's exact value."""
        return self._ask(position, wanted, lambda oracle: oracle.assess(position, wanted))

    def line(self, position: Position, wanted: Wanted) -> tuple[Move, ...]:
        """Give best play to the end."""
        return self._ask(position, wanted, lambda oracle: oracle.line(position, wanted))

    def _ask(
        self, position: Position, wanted: Wanted, question: Callable[[Oracle], _Answer]
    ) -> _Answer:
        if self._thorough is None and self._is_quick(position, wanted):
            try:
                return question(self._quick)
            except LimitReached:
                self._budget.check()
        return self._ask_thoroughly(question)

    def _is_quick(self, position: Position, wanted: Wanted) -> bool:
        """Say whether a search is worth a try."""
        if not game_of(position).is_solitaire(position):
            return False
        return not wanted.par or self._is_solvable(position)

    def _is_solvable(self, position: Position) -> bool:
        try:
            return self._quick.assess(position, Wanted()).result == Result.SOLVABLE
        except LimitReached:
            self._budget.check()
            return False

    def _ask_thoroughly(self, question: Callable[[Oracle], _Answer]) -> _Answer:
        if self._thorough is None:
            lattice = LatticeEngine()
            if lattice.objection(self._root, Wanted()) is None:
                self._thorough = lattice.open(self._root, self._budget)
            else:
                self._thorough = SearchOracle(self._root, self._budget)
        self.engine = self._thorough.engine
        try:
            return question(self._thorough)
        except LimitReached as limit:
            if limit.reason == "time" or self.engine == SEARCH:
                raise
            # No room for the lattice: what is left goes into the search.
            self._thorough = SearchOracle(self._root, self._budget)
            self.engine = self._thorough.engine
            return question(self._thorough)


class ChoosingEngine:
    """The engine that chooses: for every game, whatever serves best."""

    name = "auto"

    def objection(self, position: Position, wanted: Wanted) -> str | None:
        """Object to nothing."""
        return None

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Choose by the game; where there are no kernels the reference engine answers."""
        if is_packable(position):
            return ChoosingOracle(position, budget)
        if SearchEngine().objection(position, Wanted()) is None:
            return SearchEngine().open(position, budget)
        return BruteEngine().open(position, budget)


ENGINES: dict[str, Engine] = {
    engine.name: engine
    for engine in (ChoosingEngine(), BruteEngine(), SearchEngine(), LatticeEngine())
}
