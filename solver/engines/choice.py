"""The engines by name, and the one that chooses among them.

The chooser has a list of oracles for each position, the first that answers being the one. For two
players of Sight Reduction that is the removal lattice, which has the values of all moves at little
cost, then the search. A solitaire deal is searched first, with a cap on the positions. What that
leaves open, and the par, go to the lattice where it is small, else to SAT, and what SAT leaves open
to a large lattice, if there is room for it. What the numbers rest on is in ``docs/sat.md``. Other
games are searched, but for positions whose table is done sooner, if there is room for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from positions.game import Move, Position
from positions.games import game_of
from positions.games.sight_reduction import pieces_left
from solver.engines.brute import BruteEngine
from solver.engines.kernels import kernels_for
from solver.engines.pack import is_packable
from solver.engines.removal_lattice import NAME as LATTICE
from solver.engines.removal_lattice import SMALL_LATTICE, LatticeEngine
from solver.engines.removal_search import SearchOracle
from solver.engines.retrograde import RetrogradeEngine
from solver.engines.sat.engine import SatEngine, SolitaireOracle
from solver.engines.search import SearchEngine
from solver.interface.engine import Assessment, Budget, Engine, LimitReached, Oracle, Wanted

# Where a search has taken so many positions, SAT is the quicker way on.
SEARCH_CAP = 200_000
# Where SAT has taken so many conflicts, the lattice of a deal, if it has one, is done sooner.
SAT_CAP = 20_000


class ChoosingOracle:
    """Asks one oracle after the other; only the last may give up for good."""

    def __init__(self, oracles: Sequence[Oracle], budget: Budget) -> None:
        self._oracles = list(oracles)
        self._budget = budget
        self._chosen: dict[Position, Oracle] = {}
        self.engine = oracles[0].engine

    def assess(self, position: Position, wanted: Wanted) -> Assessment:
        """Give a position's exact value."""
        *others, last = self._to_ask(position)
        for oracle in others:
            try:
                found = oracle.assess(position, wanted)
            except LimitReached:
                self._budget.check()
                continue
            if not wanted.par or found.par is not None:
                return self._choose(position, oracle, found)
        return self._choose(position, last, last.assess(position, wanted))

    def line(self, position: Position, wanted: Wanted) -> tuple[Move, ...]:
        """Give best play to the end."""
        self.assess(position, wanted)
        return self._chosen[position].line(position, wanted)

    def _to_ask(self, position: Position) -> list[Oracle]:
        """Leave out the oracles that have failed on a position before."""
        chosen = self._chosen.get(position, self._oracles[0])
        return self._oracles[self._oracles.index(chosen) :]

    def _choose(self, position: Position, oracle: Oracle, found: Assessment) -> Assessment:
        self._chosen[position] = oracle
        self.engine = oracle.engine
        if oracle.engine == LATTICE:
            # It has been swept now, and has the answers for all positions.
            self._oracles.sort(key=lambda other: other is not oracle)
        return found


def _for_two(position: Position, budget: Budget) -> list[Oracle]:
    return [*_lattice(position, budget), SearchOracle(position, budget)]


def _for_one(position: Position, budget: Budget) -> list[Oracle]:
    lattice, sat = _lattice(position, budget), SolitaireOracle(budget)
    if lattice and pieces_left(position) > SMALL_LATTICE:
        lattice.insert(0, SolitaireOracle(budget, SAT_CAP))
    return [SearchOracle(position, budget, SEARCH_CAP), *lattice, sat]


def _lattice(position: Position, budget: Budget) -> list[Oracle]:
    """Give the lattice of a deal, nothing if it has too many pieces for one."""
    engine = LatticeEngine()
    return [] if engine.objection(position, Wanted()) else [engine.open(position, budget)]


class ChoosingEngine:
    """The engine that chooses: for every game, whatever serves best."""

    name = "auto"

    def objection(self, position: Position, wanted: Wanted) -> str | None:
        """Object to nothing."""
        return None

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Choose by the game; where there are no kernels the reference engine answers."""
        if is_packable(position):
            alone = game_of(position).is_solitaire(position)
            oracles = _for_one(position, budget) if alone else _for_two(position, budget)
            return ChoosingOracle(oracles, budget)
        kernels = kernels_for(position)
        if kernels is None:
            return BruteEngine().open(position, budget)
        if kernels.table_first(position):
            try:
                return RetrogradeEngine().open(position, budget)
            except LimitReached:
                budget.check()
        return SearchEngine().open(position, budget)


ENGINES: dict[str, Engine] = {
    engine.name: engine
    for engine in (ChoosingEngine(), BruteEngine(), SearchEngine(), RetrogradeEngine(), SatEngine())
}
