"""Exact facts about all positions reachable from some, by the rules alone.

Symmetric positions are listed once but counted separately, for symmetries that preserve the
starting positions. Their values and distances come from the reference engine
(`solver.engines.brute`). The outcomes of random play are computed without sampling: probabilities
are propagated ply by ply, as floating-point sums.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, median
from typing import Any

from positions.game import SWAP, Outcome, Position
from positions.games import rules_of
from positions.grid import EMPTY
from solver.census.intervals import Mean, Proportion
from solver.census.play import FAILED, FIRST, SECOND, SOLVED, TIMEOUT, changes, name_of
from solver.engines.brute import BruteOracle, Graph, RetrogradeSolver
from solver.interface.engine import Budget

# A position by its number, and whether the people have swapped sides.
_Place = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class Edge:
    """A move: where it leads, how many squares it changes, and whether the people swap sides."""

    target: int
    actions: int
    is_swap: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """Positions by number, with their moves, and how many positions each stands for."""

    positions: list[Position]
    edges: list[list[Edge]]
    outcomes: list[Outcome | None]
    weights: list[int]
    roots: dict[int, int]

    @property
    def start(self) -> Position:
        """One of the positions from which play begins."""
        return self.positions[0]

    @property
    def graph(self) -> Graph:
        """The graph for the reference engine."""
        successors = [[edge.target for edge in edges] for edges in self.edges]
        return Graph(self.positions, successors, self.outcomes)


class _Images:
    """The symmetries that map the roots to the roots."""

    def __init__(self, roots: Sequence[Position]) -> None:
        known = set(roots)
        images = [list(rules_of(root).images(root)) for root in roots]
        self._kept = [
            number
            for number in range(min(map(len, images)))
            if all(image[number] in known for image in images)
        ]

    def of(self, position: Position) -> set[Position]:
        """Return the equivalent images of a position."""
        images = list(rules_of(position).images(position))
        return {images[number] for number in self._kept}


def list_all(roots: Sequence[Position], budget: Budget) -> Listing:
    """List everything reachable from some positions, breadth-first; raises `LimitReached`."""
    rules, images = rules_of(roots[0]), _Images(roots)
    listing = Listing([], [], [], [], {})
    numbers: dict[Position, int] = {}

    def number_of(position: Position) -> int:
        if position not in numbers:
            alike = images.of(position)
            number = len(listing.positions)
            listing.positions.append(max(alike, key=lambda image: image.board.cells))
            listing.weights.append(len(alike))
            numbers.update(dict.fromkeys(alike, number))
        return numbers[position]

    for root in roots:
        number = number_of(root)
        listing.roots[number] = listing.roots.get(number, 0) + 1
    for position in listing.positions:
        budget.tick()
        outcome, edges = rules.outcome(position), []
        for move in rules.moves(position) if outcome is None else ():
            after = rules.play(position, move)
            edges.append(Edge(number_of(after), changes(position, after), move == SWAP))
        listing.outcomes.append(outcome)
        listing.edges.append(edges)
    return listing


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Facts about all positions reachable from the starts, as plain data.

    `engine` names what listed them: the reference engine counts every position, the retrograde
    engine counts those that it treats as the same once. Finished positions are included. `results`
    are for the player to move; `distances` counts positions by result and plies to the end with
    best play, `scores` by margin. `start_result`, `start_distance` and `start_score` are those of
    the start, None if there are several. The branching factor is that of unfinished positions.
    `longest_play` and `shortest_play` are the plies of the longest and the shortest possible game,
    and `games` is the number of games as text; None if play can cycle, or if unknown.
    """

    engine: str
    starts: int
    start_result: str | None
    start_distance: int | None
    start_score: int | None
    positions: int
    finished: int
    results: dict[str, int]
    distances: list[tuple[str, int, int]]
    scores: list[tuple[int, int]]
    longest_best: int | None
    branching_average: float
    branching_median: float
    branching_max: int
    shortest_play: int
    longest_play: int | None
    games: str | None
    random: RandomFacts


def table(listing: Listing, max_plies: int) -> TableFacts:
    """Return the facts about a list of positions; random play stops after `max_plies`."""
    settled = RetrogradeSolver(listing.graph)
    results: Counter[str] = Counter()
    distances: Counter[tuple[str, int]] = Counter()
    scores: Counter[int] = Counter()
    for number, weight in enumerate(listing.weights):
        assessment = settled[number]
        results[assessment.result.value] += weight
        if assessment.distance is not None and assessment.score is None:
            distances[assessment.result.value, assessment.distance] += weight
        if assessment.score is not None:
            scores[assessment.score] += weight
    branching, start = _branching(listing), settled[0] if len(listing.roots) == 1 else None
    longest, games = _longest_and_games(listing)
    return TableFacts(
        engine=BruteOracle.engine,
        starts=sum(listing.roots.values()),
        start_result=None if start is None else start.result.value,
        start_distance=None if start is None else start.distance,
        start_score=None if start is None else start.score,
        positions=sum(listing.weights),
        finished=sum(
            weight
            for weight, outcome in zip(listing.weights, listing.outcomes, strict=True)
            if outcome is not None
        ),
        results=dict(sorted(results.items())),
        distances=[(*key, count) for key, count in sorted(distances.items())],
        scores=sorted(scores.items()),
        longest_best=max((distance for _, distance in distances), default=None),
        **branching_facts(branching),
        shortest_play=_shortest(listing),
        longest_play=longest,
        games=None if games is None else str(games),
        random=random_play(listing, max_plies),
    )


def branching_facts(branching: Counter[int]) -> dict[str, Any]:
    """Return facts about branching, given the unfinished positions by number of legal moves."""
    return {
        "branching_average": fmean(branching, branching.values()) if branching else 0.0,
        "branching_median": float(median(branching.elements())) if branching else 0.0,
        "branching_max": max(branching, default=0),
    }


def _branching(listing: Listing) -> Counter[int]:
    """Count the unfinished positions by number of legal moves."""
    counts: Counter[int] = Counter()
    for edges, weight in zip(listing.edges, listing.weights, strict=True):
        if edges:
            counts[len(edges)] += weight
    return counts


def _shortest(listing: Listing) -> int:
    """Return the plies of the shortest game; the list is ordered by plies from the starts."""
    plies = dict.fromkeys(listing.roots, 0)
    for number, edges in enumerate(listing.edges):
        if not edges:
            return plies[number]
        for edge in edges:
            plies.setdefault(edge.target, plies[number] + 1)
    raise ValueError("no game has an end")


def _longest_and_games(listing: Listing) -> tuple[int | None, int | None]:
    """Return the longest game's plies and the number of games; None where play can cycle."""
    entries = [0] * len(listing.positions)
    for edges in listing.edges:
        for edge in edges:
            entries[edge.target] += 1
    longest, games = [0] * len(entries), [0] * len(entries)
    for root, count in listing.roots.items():
        games[root] = count
    ready = [number for number, count in enumerate(entries) if not count]
    for number in ready:
        for edge in listing.edges[number]:
            target = edge.target
            longest[target] = max(longest[target], longest[number] + 1)
            games[target] += games[number]
            entries[target] -= 1
            if not entries[target]:
                ready.append(target)
    if len(ready) < len(entries):
        return None, None
    ends = [number for number, edges in enumerate(listing.edges) if not edges]
    return max(longest), sum(games[end] for end in ends)


@dataclass(frozen=True, slots=True)
class RandomFacts:
    """The outcomes of random play from equally likely starts, as plain data.

    `outcomes` are chances (see `GameFacts.outcome`), `lengths` the chances of game lengths in
    plies; the others are means over games, None if unknown or not applicable.
    """

    outcomes: dict[str, float]
    lengths: list[tuple[int, float]]
    branching_average: float
    decision_share: float
    actions: float | None = None
    left: float | None = None
    score: float | None = None

    @property
    def is_solitaire(self) -> bool:
        """Whether the game is a solitaire."""
        return SOLVED in self.outcomes or FAILED in self.outcomes

    def share(self, *outcomes: str) -> Proportion:
        """Return the total chance of these outcomes."""
        return _chance(sum(self.outcomes.get(outcome, 0.0) for outcome in outcomes))

    @property
    def points(self) -> Proportion:
        """The first mover's points; a game without a winner is half a point for each."""
        first, second = (self.outcomes.get(person, 0.0) for person in (FIRST, SECOND))
        # Divided by the sum, which may be a rounding error off, so that all is exactly 1.
        return _chance((1 + (first - second) / sum(self.outcomes.values())) / 2)

    def mean(self, fact: str) -> Mean | None:
        """Return the mean of one of the `GameFacts` over games.

        None if unknown, as for the median and the maximum branching factor of a game.
        """
        if fact == "plies":
            return self._length()
        mean: float | None = getattr(self, fact, None)
        return None if mean is None else Mean(mean)

    def _length(self) -> Mean:
        mean = sum(plies * chance for plies, chance in self.lengths)
        spread = sum((plies - mean) ** 2 * chance for plies, chance in self.lengths)
        lengths = [plies for plies, _ in self.lengths]
        return Mean(mean, None, sqrt(spread), min(lengths), max(lengths))


def _chance(chance: float) -> Proportion:
    return Proportion(min(chance, 1.0), 1, is_exact=True)


@dataclass(slots=True)
class Mass:
    """The probability of a state, and the sums of what was met on the way there."""

    chance: float = 0.0
    branching: float = 0.0
    decisions: float = 0.0
    actions: float = 0.0

    def move(self, before: Mass, moves: int, actions: int) -> None:
        """Add the mass that arrives by one of `moves` moves."""
        part = before.chance / moves
        self.chance += part
        self.branching += before.branching / moves + part * moves
        self.decisions += before.decisions / moves + part * (moves > 1)
        self.actions += before.actions / moves + part * actions


@dataclass(slots=True)
class _Ends:
    """The ends of games, each with its chance, and sums over them."""

    listing: Listing
    outcomes: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    lengths: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    actions: float = 0.0
    branching: float = 0.0
    decisions: float = 0.0
    left: float = 0.0
    scores: list[float] = field(default_factory=list)

    def add(self, place: _Place, plies: int, mass: Mass) -> None:
        """Add the games that end in a state, by the rules or because they last too long."""
        number, is_swapped = place
        position, outcome = self.listing.positions[number], self.listing.outcomes[number]
        name = TIMEOUT
        if outcome is not None:
            name = name_of(self.listing.start, outcome, is_swapped)
            if outcome.score is not None:
                self.scores.append(outcome.score * mass.chance)
        cells = position.board.cells
        self.outcomes[name] += mass.chance
        self.lengths[plies] += mass.chance
        self.actions += mass.actions
        self.branching += mass.branching / max(plies, 1)
        self.decisions += mass.decisions / max(plies, 1)
        self.left += mass.chance * (len(cells) - cells.count(EMPTY))

    def facts(self) -> RandomFacts:
        """Return the facts."""
        return RandomFacts(
            dict(sorted(self.outcomes.items())),
            sorted(self.lengths.items()),
            self.branching,
            self.decisions,
            self.actions,
            self.left,
            sum(self.scores) if self.scores else None,
        )


def random_play(listing: Listing, max_plies: int) -> RandomFacts:
    """Return the outcomes of random play, stopped after `max_plies` plies."""
    ends, starts = _Ends(listing), sum(listing.roots.values())
    places = {(root, False): Mass(chance=count / starts) for root, count in listing.roots.items()}
    for plies in range(max_plies + 1):
        further: defaultdict[_Place, Mass] = defaultdict(Mass)
        for place, mass in places.items():
            edges = listing.edges[place[0]]
            if not edges or plies == max_plies:
                ends.add(place, plies, mass)
                continue
            for edge in edges:
                after = edge.target, place[1] != edge.is_swap
                further[after].move(mass, len(edges), edge.actions)
        places = further
        if not places:
            break
    return ends.facts()
