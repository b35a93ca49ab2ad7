"""Seeded random play: all legal moves are equally likely; a forced pass and a swap are plies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median

from positions.game import SWAP, Outcome, Position
from positions.games import rules_of
from positions.grid import EMPTY
from positions.text import format_position
from solver.census.intervals import Mean, Proportion

# More plies than any known game lasts.
MAX_PLIES = 1000
FIRST, SECOND, DRAW, TIMEOUT = "first", "second", "draw", "timeout"
SOLVED, FAILED = "solved", "failed"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts about one game, as plain data.

    `outcome` is the winner, ``first`` being the person who began, whatever the colour after a swap;
    or ``draw``, ``timeout``, and in solitaire ``solved`` or ``failed``; ``unknown`` if a worker
    died, and then nothing else is known. `actions` counts the squares changed by moves; the
    branching factor is the number of legal moves before each ply, and `decisions` the number of
    plies with more than one. `left` counts the pieces at the end.
    """

    position: str
    outcome: str
    plies: int = 0
    actions: int = 0
    decisions: int = 0
    branching_average: float = 0.0
    branching_median: float = 0.0
    branching_max: int = 0
    left: int = 0
    score: int | None = None

    @property
    def decision_share(self) -> float:
        """The share of plies with more than one legal move; 0 if there are no plies."""
        return self.decisions / self.plies if self.plies else 0.0


def play(start: Position, random: Random, max_plies: int = MAX_PLIES) -> GameFacts:
    """Play a game from a position to its end, or for `max_plies` plies."""
    rules, position = rules_of(start), start
    branching: list[int] = []
    actions, is_swapped = 0, False
    while (outcome := rules.outcome(position)) is None and len(branching) < max_plies:
        moves = rules.moves(position)
        move = random.choice(moves)
        after = rules.play(position, move)
        branching.append(len(moves))
        actions += changes(position, after)
        is_swapped ^= move == SWAP
        position = after
    return GameFacts(
        format_position(start),
        TIMEOUT if outcome is None else name_of(start, outcome, is_swapped),
        len(branching),
        actions,
        sum(count > 1 for count in branching),
        fmean(branching) if branching else 0.0,
        float(median(branching)) if branching else 0.0,
        max(branching, default=0),
        len(position.board.cells) - position.board.cells.count(EMPTY),
        None if outcome is None else outcome.score,
    )


def random_of(seed: int, number: int) -> Random:
    """Return the random generator for a game, which depends only on the seed and its number."""
    return Random(f"proofplay play {seed} {number}")


def changes(before: Position, after: Position) -> int:
    """Count the squares changed by a move."""
    pairs = zip(before.board.cells, after.board.cells, strict=True)
    return sum(one != other for one, other in pairs)


def name_of(start: Position, outcome: Outcome, is_swapped: bool) -> str:
    """Return the outcome by person: after a swap, each has the other colour (NK6)."""
    if rules_of(start).persons == 1:
        return SOLVED if outcome.solved else FAILED
    if outcome.winner is None:
        return DRAW
    return FIRST if (outcome.winner == start.turn) != is_swapped else SECOND


@dataclass(slots=True)
class Games:
    """The games that were played; `facts` are those of known games."""

    facts: list[GameFacts] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)

    def add(self, facts: GameFacts) -> None:
        """Count a game."""
        self.outcomes[facts.outcome] += 1
        if facts.outcome != UNKNOWN:
            self.facts.append(facts)

    @property
    def main(self) -> Proportion:
        """The main share: how often the first mover wins, or random play solves a deal."""
        return self.share(SOLVED if self.is_solitaire else FIRST)

    @property
    def is_solitaire(self) -> bool:
        """Whether the games are solitaires; at least one must be known."""
        return bool(self.outcomes[SOLVED] + self.outcomes[FAILED])

    def share(self, *outcomes: str) -> Proportion:
        """Return the share of games with one of these outcomes."""
        return self._of_all(sum(self.outcomes[outcome] for outcome in outcomes))

    @property
    def points(self) -> Proportion:
        """The points of the person who began; a game without a winner is half a point for each."""
        undecided = self.outcomes[DRAW] + self.outcomes[TIMEOUT]
        return self._of_all(self.outcomes[FIRST] + undecided / 2)

    def mean(self, fact: str) -> Mean | None:
        """Return the mean of one of the `GameFacts` over games; None if no game has it."""
        found = (getattr(game, fact) for game in self.facts)
        return Mean.of([number for number in found if number is not None])

    def _of_all(self, count: float) -> Proportion:
        return Proportion(count, self.outcomes.total(), self.outcomes[UNKNOWN])
