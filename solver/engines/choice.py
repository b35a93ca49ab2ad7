"""The engines by name, and the ones that choose among them.

Games are searched, except for positions whose table is faster to build, if there is room for it. A
game may have its own engine under the name of a general one.

For a position of Sight Reduction, a list of oracles is tried until one answers. For two players,
the removal lattice comes first, since it has the values of all moves at little cost, then the
search. A solitaire deal is first searched with a cap on the positions. What that leaves open, and
the par, go to the lattice if it is small, else to SAT, and what SAT leaves open goes to a large
lattice, if there is room for it. ``docs/explanation/sat.md`` explains the thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from positions.game import Move, Position
from positions.games import game_of, rules_of
from positions.games.sight_reduction import WHITE, pieces_left
from positions.text import format_position
from solver.engines.brute import BRUTE
from solver.engines.kernel_search import RETROGRADE_ENGINE, SEARCH_ENGINE
from solver.engines.removal import (
    LATTICE_ENGINE,
    SMALL_LATTICE,
    LatticeOracle,
    SearchOracle,
    two_player_search,
)
from solver.engines.rule_search import RULE_SEARCH, by_rules_alone
from solver.engines.sat.solitaire import SolitaireOracle
from solver.games import descriptor_of
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Oracle,
    Result,
    TableEngine,
)

AUTO, SAT = "auto", "sat"
# After a search of this many positions, SAT is faster.
SEARCH_CAP = 200_000
# After this many SAT conflicts, the lattice of a deal, if there is one, is faster.
SAT_CAP = 20_000


def _by_kernels(position: Position, budget: Budget) -> Oracle:
    """Choose by the kernels; without any, use the reference engine."""
    kernels = descriptor_of(position).kernels_for(position)
    if kernels is None:
        return BRUTE.open(position, budget)
    if kernels.table_first(position):
        try:
            return RETROGRADE_ENGINE.open(position, budget)
        except LimitReached:
            budget.check()
    return SEARCH_ENGINE.open(position, budget)


def _by_expansion(_: Position, budget: Budget) -> Oracle:
    """Write clauses on demand. python-sat is loaded on demand."""
    from solver.engines.sat.expansion import ExpansionOracle

    return ExpansionOracle(budget)


def _too_long_for_sat(position: Position) -> str | None:
    """Object to solitaire, and to two-player positions with too much left to play."""
    game, in_play = game_of(position), descriptor_of(position).in_play
    if rules_of(position).persons == 1:
        return f"{SAT} has no clauses for this solitaire game"
    count = in_play.count(position)
    if count <= in_play.limit:
        return None
    bound = f"{in_play.limit} {in_play.what}"
    return f"{SAT} takes two-player {game.title} with up to {bound}, not {count}"


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


def _removal_oracles(position: Position, budget: Budget) -> Oracle:
    """Choose by the number of players and of pieces."""
    lattice = [] if LATTICE_ENGINE.objection(position) else [LatticeOracle(position, budget)]
    if rules_of(position).persons == 2:
        return ChoosingOracle([*lattice, SearchOracle(position, budget)], budget)
    oracles: list[Oracle] = [SearchOracle(position, budget, SEARCH_CAP)]
    if lattice and pieces_left(position) > SMALL_LATTICE:
        oracles.append(SolitaireOracle(budget, SAT_CAP))
    return ChoosingOracle([*oracles, *lattice, SolitaireOracle(budget)], budget)


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
        assessment = self._search.assess(position, wanted)
        if not wanted.par or assessment.par is not None:
            return assessment
        self._answering, self.engine = self._for_par, self._for_par.engine
        return self._for_par.assess(position, wanted)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return a solution; for an unsolvable position, an attempt that achieves the par."""
        is_solvable = self._search.assess(position, wanted).result == Result.SOLVABLE
        return (self._search if is_solvable else self._for_par).line(position, wanted)


def _removal_search(position: Position, budget: Budget) -> Oracle:
    """Search, for two players or one; the tables for two players are made on demand."""
    alone = rules_of(position).persons == 1
    return SolitaireSearch(position, budget) if alone else SearchOracle(position, budget)


def _removal_board(position: Position) -> str | None:
    """Return the deal from White's side; a solitaire has no table."""
    alone = rules_of(position).persons == 1
    return None if alone else format_position(replace(position, turn=WHITE))


def _removal_sat(position: Position, budget: Budget) -> Oracle:
    alone = rules_of(position).persons == 1
    return SolitaireOracle(budget) if alone else _by_expansion(position, budget)


def _too_long_for_removal_sat(position: Position) -> str | None:
    alone = rules_of(position).persons == 1
    return None if alone else _too_long_for_sat(position)


_GENERAL = (
    Engine(name=AUTO, open=_by_kernels),
    BRUTE,
    SEARCH_ENGINE,
    RETROGRADE_ENGINE,
    Engine(name=SAT, open=_by_expansion, objection=_too_long_for_sat),
)
_OF_SIGHT_REDUCTION = (
    Engine(name=AUTO, open=_removal_oracles),
    TableEngine(
        name=SEARCH_ENGINE.name,
        open=_removal_search,
        board=_removal_board,
        new_table=two_player_search,
        over=lambda table, position, budget: SearchOracle(position, budget, search=table),
    ),
    LATTICE_ENGINE,
    Engine(name=SAT, open=_removal_sat, objection=_too_long_for_removal_sat),
)
# The engines of single games, by the names of the general ones that they replace.
OWN_ENGINES = {"sight-reduction": {engine.name: engine for engine in _OF_SIGHT_REDUCTION}}
_BY_NAME = {engine.name: engine for engine in _GENERAL}
# Those of games that do not come with the program.
_BY_RULES = {AUTO: Engine(name=AUTO, open=RULE_SEARCH.open), RULE_SEARCH.name: RULE_SEARCH}


def engine_for(name: str, position: Position) -> Engine:
    """Return an engine by its name: the game's own one, or else a general one."""
    if by_rules_alone(position):
        return _BY_RULES.get(name) or _BY_NAME[name]
    return OWN_ENGINES.get(position.game, {}).get(name) or _BY_NAME[name]


def _for_any_position(general: Engine) -> Engine:
    name = general.name
    return Engine(
        name=name,
        open=lambda position, budget: engine_for(name, position).open(position, budget),
        objection=lambda position: engine_for(name, position).objection(position),
        by_rules=general.by_rules,
    )


ENGINES = {engine.name: _for_any_position(engine) for engine in _GENERAL}
