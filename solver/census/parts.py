"""The plan of a census, its parts, and the work of each, item by item.

Items are independent, so that any number of workers can do them; their records are plain data,
which can be stored in a file and read back. A part processes the records in order and says when it
has enough, so that nothing depends on which worker did what.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import comb
from typing import Any, TypeVar

from positions.deals import DealOrder, deals, set_ups
from positions.errors import PositionError
from positions.game import Position
from positions.games import rules_of
from positions.text import format_position
from solver.answers.ask import Question
from solver.answers.model import Record
from solver.census.deals import DealCounts, DealFacts, survey
from solver.census.intervals import Proportion
from solver.census.play import MAX_PLIES, UNKNOWN, GameFacts, Games, play, random_of
from solver.census.table import RandomFacts, TableFacts
from solver.census.whole import BY_RULES, whole
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, LimitReached, Limits, Result
from solver.pool.worker import Resources, Work

DEALS, TABLE, PLAY = PARTS = ("deals", "table", "play")

COSTS = ("nodes", "seconds")
# The reason for an unknown table that was not completed.
STOPPED = "stopped"

_F = TypeVar("_F", "DealFacts", "GameFacts", "_ListingResult")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to count in a game, on which boards, and how many of them.

    `parts` are some of `PARTS`. `until_width` ends the deals, and the random games, as soon as the
    interval of their main share is no wider. `limits` apply to each solved position, and to the
    list of positions; a game is stopped after `max_plies`. With `has_costs`, nodes and seconds are
    recorded.
    """

    order: DealOrder
    parts: tuple[str, ...]
    seed: int
    count: int
    until_width: float | None = None
    engine: str = "auto"
    limits: Limits = field(default_factory=Limits)
    max_plies: int = MAX_PLIES
    has_costs: bool = False

    def check(self) -> None:
        """Raise `InputError` for boards that cannot be dealt."""
        flaws = rules_of(self.example).flaws(self.example)
        if flaws:
            raise PositionError(flaws)

    @property
    def example(self) -> Position:
        """The first deal."""
        (position,) = deals(self.order, self.seed, 1)
        return position

    def positions(self) -> Iterator[Position]:
        """Return the deals in order."""
        return deals(self.order, self.seed, self.count)


def is_dealt(order: DealOrder) -> bool:
    """Return whether one deal differs from another."""
    return bool(order.game.setups) or order.plies > 0


def has_table(order: DealOrder) -> bool:
    """Return whether the deals are all starts of the game, with equal probability."""
    return not order.plies and order.setup != "deterministic"


@dataclass(frozen=True, slots=True)
class Item:
    """One item of work: a position, or everything reachable from `roots`, if given.

    `weight` is the number of positions that this one stands for.
    """

    number: int
    position: Position
    weight: int = 1
    roots: tuple[Position, ...] = ()


class _SampledPart(ABC):
    """A part that samples deals: a fixed number, or until an interval is narrow enough."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    @property
    def total(self) -> int | None:
        """The number of items; None if it is open."""
        return self._plan.count if self._plan.until_width is None else None

    def items(self) -> Iterator[Item]:
        """Return the deals."""
        return (Item(number, deal) for number, deal in enumerate(self._plan.positions()))

    @property
    @abstractmethod
    def main(self) -> Proportion:
        """The share whose interval may end the part."""

    @property
    def is_done(self) -> bool:
        """Whether the interval of the main share is narrow enough, if that is required."""
        return self._plan.until_width is not None and self.is_narrow

    @property
    def is_narrow(self) -> bool:
        """Whether the interval of the main share is no wider than required."""
        return self._plan.until_width is None or self.main.width <= self._plan.until_width


class Deals(_SampledPart):
    """Random deals, each solved."""

    name = DEALS

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._is_alone = rules_of(plan.example).persons == 1
        self.counts = DealCounts()

    @property
    def work(self) -> Work[Item, Record]:
        """Solve a deal."""
        return partial(_survey, self.name, *_work_of(self._plan))

    def failed(self, item: Item, reason: str) -> Record:
        """Leave a deal open."""
        return _failed_survey(self._plan, self.name, item, reason)

    def take(self, item: Item, record: Record) -> None:
        """Count a deal."""
        self.counts.add(item.position, _facts_of(DealFacts, self.name, item, record))

    @property
    def main(self) -> Proportion:
        """The share of deals that are solvable, or won by the player to move."""
        return self.counts.result(Result.SOLVABLE if self._is_alone else Result.WIN)

    @property
    def left_open(self) -> int:
        """The number of deals for which a limit left something open."""
        return self.counts.left_open


class Play(_SampledPart):
    """Random games, each from its own deal."""

    name = PLAY

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.games = Games()

    @property
    def work(self) -> Work[Item, Record]:
        """Play a game."""
        return partial(_play, self._plan.seed, self._plan.max_plies)

    def failed(self, item: Item, reason: str) -> Record:
        """Leave a game open."""
        facts = GameFacts(format_position(item.position), UNKNOWN)
        return _record(self.name, item, facts, self._plan.has_costs)

    def take(self, item: Item, record: Record) -> None:
        """Count a game."""
        self.games.add(_facts_of(GameFacts, self.name, item, record))

    @property
    def main(self) -> Proportion:
        """The share of games won by the first mover, or solved."""
        return self.games.main

    @property
    def left_open(self) -> int:
        """The number of games lost to dying workers; stopped games count as stopped."""
        return self.games.outcomes[UNKNOWN]


class Table:
    """Everything on a small board: each set-up, if dealt, and all reachable positions."""

    name = TABLE

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._counts = DealCounts(is_exact=True) if plan.order.game.setups else None
        self._starts = 0
        self.facts: TableFacts | None = None
        self.reason: str | None = STOPPED
        self.seconds = 0.0

    @property
    def total(self) -> int | None:
        """The number of items: one without set-ups, otherwise open."""
        return 1 if self._counts is None else None

    @property
    def set_ups(self) -> DealCounts | None:
        """The values of all set-ups; None without set-ups, and until the last one is counted."""
        is_whole = self._counts is not None and 0 < self._counts.cases == self._starts
        return self._counts if is_whole else None

    def items(self) -> Iterator[Item]:
        """Yield the set-ups, once up to symmetry, then the list of all reachable positions."""
        roots = self._roots()
        if not roots:
            self.reason = "nodes"
            return
        self._starts = len(roots)
        weights = Counter(map(_image, roots)) if self._counts is not None else Counter()
        for number, (position, weight) in enumerate(weights.items()):
            yield Item(number, position, weight)
        yield Item(len(weights), roots[0], roots=roots)

    def _roots(self) -> tuple[Position, ...]:
        """Return the starting positions; none if there are too many to list."""
        order = self._plan.order
        if self._counts is None:
            return (self._plan.example,)
        squares = order.width * order.height
        nodes = self._plan.limits.nodes
        max_set_ups = BY_RULES if nodes is None else nodes
        return tuple(set_ups(order)) if comb(squares, squares // 2) <= max_set_ups else ()

    @property
    def work(self) -> Work[Item, Record]:
        """Solve a set-up, or list all reachable positions."""
        return partial(_list_or_survey, self._plan.max_plies, *_work_of(self._plan))

    def failed(self, item: Item, reason: str) -> Record:
        """Leave a set-up or the list open."""
        if item.roots:
            return _record(self.name, item, _ListingResult(reason=reason), self._plan.has_costs)
        return _failed_survey(self._plan, self.name, item, reason)

    def take(self, item: Item, record: Record) -> None:
        """Count a set-up, or store the facts about the list."""
        if item.roots:
            result = _facts_of(_ListingResult, self.name, item, record)
            self.reason, self.seconds = result.reason, result.seconds
            self.facts = None if result.facts is None else _table_of(result.facts)
        elif self._counts is not None:
            facts = _facts_of(DealFacts, self.name, item, record)
            self._counts.add(item.position, facts, item.weight)

    @property
    def is_done(self) -> bool:
        """Never: everything is needed."""
        return False

    @property
    def is_narrow(self) -> bool:
        """Always: nothing is sampled."""
        return True

    @property
    def left_open(self) -> int:
        """The number of set-ups left open by a limit, plus one for the list."""
        set_ups = 0 if self._counts is None else self._counts.left_open
        return set_ups + (self.reason is not None)


Part = Deals | Table | Play


def parts_of(plan: Plan) -> list[Part]:
    """Return the requested parts, in the order in which they are done.

    Raises `InputError` for boards that cannot be dealt.
    """
    plan.check()
    known: dict[str, type[Part]] = {DEALS: Deals, TABLE: Table, PLAY: Play}
    return [known[name](plan) for name in PARTS if name in plan.parts]


@dataclass(frozen=True, slots=True)
class _ListingResult:
    """The result of listing positions: the facts, or the limit that ended it."""

    facts: dict[str, Any] | None = None
    reason: str | None = None
    seconds: float = 0.0


def _image(position: Position) -> Position:
    """Return a canonical image of a position."""
    images = rules_of(position).images(position)
    return max(images, key=lambda image: image.board.cells)


def _work_of(plan: Plan) -> tuple[str, Limits, bool]:
    """Return what a worker needs to know about a plan, whose game need not be picklable."""
    return plan.engine, plan.limits, plan.has_costs


def _survey(
    name: str, engine: str, limits: Limits, has_costs: bool, item: Item, resources: Resources
) -> Record:
    """Solve an item's position; raises `InputError` if the engine does not take it."""
    method = Question(engine=engine).engine_for(item.position)
    facts = survey(item.position, resources.of(limits), method)
    return _record(name, item, facts, has_costs)


def _failed_survey(plan: Plan, name: str, item: Item, reason: str) -> Record:
    facts = DealFacts(format_position(item.position), reason=reason)
    return _record(name, item, facts, plan.has_costs)


def _play(seed: int, max_plies: int, item: Item, resources: Resources) -> Record:
    """Play a game from an item's position."""
    facts = play(item.position, random_of(seed, item.number), max_plies)
    return _record(PLAY, item, facts, has_costs=False)


def _list_or_survey(
    max_plies: int, engine: str, limits: Limits, has_costs: bool, item: Item, resources: Resources
) -> Record:
    """Solve an item's position, or list everything reachable from its roots."""
    if not item.roots:
        return _survey(TABLE, engine, limits, has_costs, item, resources)
    clock = Budget(limits)
    try:
        facts = asdict(whole(item.roots, ENGINES[engine], resources.of(limits), max_plies))
        result = _ListingResult(facts)
    except LimitReached as limit:
        result = _ListingResult(reason=limit.reason)
    return _record(TABLE, item, replace(result, seconds=clock.seconds), has_costs)


def _record(
    name: str, item: Item, facts: DealFacts | GameFacts | _ListingResult, has_costs: bool
) -> Record:
    """Return facts as the record of an item, in the form in which it is read back."""
    record = {"part": name, "number": item.number, **asdict(facts)}
    left_out = () if has_costs else COSTS
    return {field: value for field, value in record.items() if field not in left_out}


def _facts_of(kind: type[_F], name: str, item: Item, record: Record) -> _F:
    """Read back the facts of an item; raises `ValueError` if the record is for another item."""
    rest: dict[str, Any] = dict(record)
    if (rest.pop("part", None), rest.pop("number", None)) != (name, item.number):
        raise ValueError("another item")
    if rest.get("position", format_position(item.position)) != format_position(item.position):
        raise ValueError("another position")
    try:
        return kind(**rest)
    except TypeError as error:
        raise ValueError("other facts") from error


def _table_of(facts: dict[str, Any]) -> TableFacts:
    """Read back the facts about a list."""
    return TableFacts(**{**facts, "random": RandomFacts(**facts["random"])})
