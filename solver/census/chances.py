"""The outcomes of random play, computed without sampling.

Probabilities are propagated ply by ply, as floating-point sums.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import sqrt

from positions.grid import EMPTY
from solver.census.intervals import Mean, Proportion
from solver.census.listing import Listing
from solver.census.play import FAILED, FIRST, SECOND, SOLVED, TIMEOUT, name_of


@dataclass(frozen=True, slots=True)
class RandomFacts:
    """The outcomes of random play from equally likely starts, as plain data.

    `outcomes` are chances (see `play.GameFacts.outcome`), `lengths` the chances of game lengths in
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


# A position by its number, and whether the people have swapped sides.
_Place = tuple[int, bool]


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
