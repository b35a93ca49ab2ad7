"""The exact results of many positions, and their totals.

The positions are random deals, or all set-ups of a small board. `DealFacts` are the facts about one
position; `DealCounts` adds them up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, repeat

from positions.game import Position
from positions.games import game_of, rules_of
from positions.text import format_position
from solver.answers.ask import Question, value_of
from solver.answers.moves import outcome_class
from solver.census.intervals import Difference, Mean, Proportion
from solver.interface.engine import (
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Status,
)

CLASSES = ("L", "R", "N", "P")
OTHER_TURN, PAR = "other_turn", "par"
# A side's points for a game, by its result.
_POINTS = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


@dataclass(frozen=True, slots=True)
class DealFacts:
    """The facts about one position, as plain data.

    `result` is for the player to move as dealt, and `other_result` for the other player, if it were
    that player's turn; `winner` names a player. `left_open` names what a limit left open besides
    the result: ``other_turn``, ``par``.
    """

    position: str
    status: str = Status.UNKNOWN.value
    reason: str | None = None
    result: str | None = None
    winner: str | None = None
    other_result: str | None = None
    outcome_class: str | None = None
    value: str | None = None
    score: int | None = None
    distance: int | None = None
    par: int | None = None
    left_open: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = 0.0


def survey(position: Position, limits: Limits, engine: Engine) -> DealFacts:
    """Solve a position within limits, also with the other player to move, and find its par."""
    budget = Budget(limits)
    facts = DealFacts(format_position(position))
    try:
        facts = _surveyed(facts, position, engine.open(position, budget))
    except LimitReached as limit:
        facts = replace(facts, reason=limit.reason)
    return replace(facts, nodes=budget.nodes, seconds=budget.seconds)


def _surveyed(facts: DealFacts, position: Position, oracle: Oracle) -> DealFacts:
    game, wanted = game_of(position), Question().wanted(position)
    if rules_of(position).persons == 1:
        return _alone(facts, position, oracle)
    found = value_of(position, oracle.assess(position, wanted))
    facts = replace(facts, status=Status.PROVED, **vars(found))
    other = game.other_turn(position)
    if other is None:
        return facts
    try:
        return replace(
            facts,
            other_result=oracle.assess(other, wanted).result.value,
            outcome_class=outcome_class(position, oracle),
        )
    except LimitReached:
        return replace(facts, left_open=(OTHER_TURN,))


def _alone(facts: DealFacts, position: Position, oracle: Oracle) -> DealFacts:
    """Survey a solitaire; the par is only computed if it is unsolvable."""
    assessment = oracle.assess(position, Details())
    facts = replace(
        facts, status=Status.PROVED.value, result=assessment.result.value, par=assessment.par
    )
    if assessment.result == Result.SOLVABLE or assessment.par is not None:
        return facts
    try:
        return replace(facts, par=oracle.assess(position, Details(par=True)).par)
    except LimitReached:
        return replace(facts, left_open=(PAR,))


@dataclass(slots=True)
class DealCounts:
    """The number of times each result occurred. `is_exact` says that all positions are included.

    The counts include all positions that facts stand for; `nodes` and `seconds` are per fact.
    """

    is_exact: bool = False
    cases: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    turns_unknown: int = 0
    classes: Counter[str | None] = field(default_factory=Counter)
    first_points: float = 0.0
    colour_points: float = 0.0
    values: Counter[Fraction] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    distances: Counter[int] = field(default_factory=Counter)
    pars: Counter[int] = field(default_factory=Counter)
    pars_unknown: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def add(self, position: Position, facts: DealFacts, weight: int = 1) -> None:
        """Count the facts about a position that stands for `weight` positions."""
        game = game_of(position)
        has_turns = game.other_turn(position) is not None
        self.cases += weight
        self.nodes += facts.nodes
        self.seconds += facts.seconds
        self.turns += weight * has_turns
        if facts.result is None:
            self.unknown[facts.reason or ""] += weight
            self.turns_unknown += weight * has_turns
            return
        self.results[facts.result] += weight
        if facts.winner is not None:
            self.winners[facts.winner] += weight
        if facts.value is not None:
            self.values[Fraction(facts.value)] += weight
        if facts.score is not None:
            self.scores[facts.score] += weight
        if facts.distance is not None:
            self.distances[facts.distance] += weight
        if facts.result == Result.UNSOLVABLE and facts.par is not None:
            self.pars[facts.par] += weight
        self.pars_unknown += weight * (PAR in facts.left_open)
        if has_turns:
            self._add_turns(position.turn == next(iter(game.players)), facts, weight)

    def _add_turns(self, is_first: bool, facts: DealFacts, weight: int) -> None:
        """Count the results with either player to move.

        `is_first` says that the game's first player is to move as dealt.
        """
        if facts.result is None or facts.other_result is None:
            self.turns_unknown += weight
            return
        own, other = _POINTS[Result(facts.result)], _POINTS[Result(facts.other_result)]
        colour = (own + 1 - other) / 2
        self.classes[facts.outcome_class] += weight
        self.first_points += weight * (own + other) / 2
        self.colour_points += weight * (colour if is_first else 1 - colour)

    @property
    def left_open(self) -> int:
        """The number of positions for which a limit left something open."""
        return max(self.unknown.total(), self.turns_unknown) + self.pars_unknown

    def result(self, result: Result) -> Proportion:
        """The share of a result for the player to move, or in solitaire."""
        return self._share(self.results[result])

    def winner(self, player: str) -> Proportion:
        """The share of the positions, as dealt, that a player wins."""
        return self._share(self.winners[player])

    def _share(self, count: int) -> Proportion:
        return Proportion(count, self.cases, self.unknown.total(), self.is_exact)

    def outcome_class(self, name: str | None) -> Proportion:
        """The share of an outcome class among the positions where either could be to move.

        None stands for positions without a class: drawn with one player to move, or with either.
        """
        return self._turn_share(self.classes[name])

    @property
    def first_mover(self) -> Difference:
        """How much more often the player to move wins than the other, over both turns."""
        return Difference(self._turn_share(self.first_points))

    @property
    def first_colour(self) -> Difference:
        """How much more often the game's first colour wins, over both turns."""
        return Difference(self._turn_share(self.colour_points))

    def _turn_share(self, count: float) -> Proportion:
        return Proportion(count, self.turns, self.turns_unknown, self.is_exact)

    def par(self, par: int) -> Proportion:
        """The share of a par among the unsolvable positions; unknown ones could have any par."""
        unknown = self.unknown.total()
        cases = self.results[Result.UNSOLVABLE] + unknown
        return Proportion(self.pars[par], cases, self.pars_unknown + unknown, self.is_exact)

    def mean(self, counts: Counter[int] | Counter[Fraction]) -> Mean | None:
        """The mean of the known values, scores or distances."""
        numbers: Iterator[float] = chain.from_iterable(
            repeat(float(number), count) for number, count in sorted(counts.items())
        )
        return Mean.of(list(numbers), self.is_exact, self.unknown.total())
