"""The engines of Sight Reduction, by the names of the general ones that they replace.

The chooser tries a list of oracles for each position until one answers. For two players, the
removal lattice comes first, since it has the values of all moves at little cost, then the search. A
solitaire deal is first searched with a cap on the positions. What that leaves open, and the par, go
to the lattice if it is small, else to SAT, and what SAT leaves open goes to a large lattice, if
there is room for it. ``docs/explanation/sat.md`` explains the thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from positions import format_position
from positions.game import Move, Position
from positions.games import game_of
from positions.games.sight_reduction import WHITE, pieces_left
from solver._native import TwoPlayerSearch
from solver.engines.removal_lattice import SMALL_LATTICE, LatticeEngine, LatticeOracle
from solver.engines.removal_search import SearchOracle, two_player_search
from solver.engines.sat.engine import SatEngine
from solver.engines.sat.solitaire import SolitaireOracle
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Oracle,
    Result,
)
from solver.interface.tables import TableEngine

# After a search of this many positions, SAT is faster.
SEARCH_CAP = 200_000
# After this many SAT conflicts, the lattice of a deal, if there is one, is faster.
SAT_CAP = 20_000


class ChoosingOracle(Oracle):
    """Asks one oracle after the other; only the last one may give up for good."""

    def __init__(self, oracles: Sequence[Oracle], budget: Budget) -> None:
        self._oracles = list(oracles)
        self._budget = budget
        self._chosen: dict[Position, Oracle] = {}
        self._answering = oracles[0]
        self.engine = self._answering.engine

    def serves(self, position: Position) -> bool:
        """Return whether the oracle that gave the last answer serves a position."""
        return self._answering.serves(position)

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value."""
        *others, last = self._to_ask(position)
        for oracle in others:
            try:
                assessment = oracle.assess(position, wanted)
            except LimitReached:
                self._budget.check()
                continue
            if not wanted.par or assessment.par is not None:
                return self._choose(position, oracle, assessment)
        return self._choose(position, last, last.assess(position, wanted))

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play to the end."""
        self.assess(position, wanted)
        return self._chosen[position].line(position, wanted)

    def _to_ask(self, position: Position) -> list[Oracle]:
        """Return the oracles, without those that failed on an earlier position."""
        chosen = self._chosen.get(position, self._oracles[0])
        return self._oracles[self._oracles.index(chosen) :]

    def _choose(self, position: Position, oracle: Oracle, assessment: Assessment) -> Assessment:
        self._chosen[position] = self._answering = oracle
        self.engine = oracle.engine
        if oracle.serves(position):
            # It now has a table with the answers for all positions.
            self._oracles.sort(key=lambda other: other is not oracle)
        return assessment


def _for_two(position: Position, budget: Budget) -> list[Oracle]:
    return [*_lattice(position, budget), SearchOracle(position, budget)]


def _for_one(position: Position, budget: Budget) -> list[Oracle]:
    lattice, sat = _lattice(position, budget), SolitaireOracle(budget)
    if lattice and pieces_left(position) > SMALL_LATTICE:
        lattice.insert(0, SolitaireOracle(budget, SAT_CAP))
    return [SearchOracle(position, budget, SEARCH_CAP), *lattice, sat]


def _lattice(position: Position, budget: Budget) -> list[Oracle]:
    """Return the lattice of a deal as a list, empty if it has too many pieces."""
    engine = LatticeEngine()
    return [] if engine.objection(position, Details()) else [engine.open(position, budget)]


class RemovalChooser(Engine):
    """The engine that chooses among the others."""

    name = "auto"

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Choose by the number of players and of pieces."""
        alone = game_of(position).is_solitaire(position)
        oracles = _for_one(position, budget) if alone else _for_two(position, budget)
        return ChoosingOracle(oracles, budget)


class SolitaireSearch(Oracle):
    """The search for a solitaire, and another method for the par, which the search cannot find.

    If the par of an unsolvable deal is asked for (SR8), the other method answers the whole
    question, and `engine` names it from then on: the lattice if it is small, else SAT.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self._search = SearchOracle(position, budget)
        self._for_par: Oracle = (
            LatticeOracle(position, budget)
            if pieces_left(position) <= SMALL_LATTICE
            else SolitaireOracle(budget)
        )
        self._answering: Oracle = self._search
        self.engine = self._answering.engine

    def serves(self, position: Position) -> bool:
        """Return whether the method that answers serves a position."""
        return self._answering.serves(position)

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value."""
        assessment = self._search.assess(position, wanted)
        if not wanted.par or assessment.par is not None:
            return assessment
        self._answering, self.engine = self._for_par, self._for_par.engine
        return self._for_par.assess(position, wanted)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return a solution; for an unsolvable position, an attempt that achieves the par."""
        is_solvable = self._search.assess(position, wanted).result == Result.SOLVABLE
        return (self._search if is_solvable else self._for_par).line(position, wanted)


class RemovalSearch(TableEngine[TwoPlayerSearch]):
    """Search, for two players or one, with any number of pieces."""

    name = "search"

    def board(self, position: Position) -> str | None:
        """Return the deal from White's side; a solitaire has no table."""
        if game_of(position).is_solitaire(position):
            return None
        return format_position(replace(position, turn=WHITE))

    def new_table(self, position: Position, budget: Budget) -> TwoPlayerSearch:
        """Prepare the tables of a two-player search."""
        return two_player_search(position, budget)

    def over(self, table: TwoPlayerSearch, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer with the tables of a two-player search."""
        return SearchOracle(position, budget, search=table)

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer; the tables of a two-player search are made on demand."""
        if game_of(position).is_solitaire(position):
            return SolitaireSearch(position, budget)
        return SearchOracle(position, budget)


class RemovalSat(SatEngine):
    """SAT, for two players or one."""

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Object to two-player positions with too many pieces."""
        if game_of(position).is_solitaire(position):
            return None
        return super().objection(position, wanted)

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer; clauses are written on demand."""
        if game_of(position).is_solitaire(position):
            return SolitaireOracle(budget)
        return super().open(position, budget)


ENGINES: dict[str, Engine] = {
    engine.name: engine
    for engine in (RemovalChooser(), RemovalSearch(), LatticeEngine(), RemovalSat())
}
