"""Seeded random play: games in which each legal move is as likely as any other.

A forced pass and a swap are plies as others are.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median

from positions.game import SWAP, Outcome, Position
from positions.games import game_of
from positions.grid import EMPTY
from positions.text import format_position
from solver.census.intervals import Mean, Proportion

# More plies than any game is known to last.
MOST_PLIES = 1000
FIRST, SECOND, DRAW, TIMEOUT = "first", "second", "draw", "timeout"
SOLVED, FAILED = "solved", "failed"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What happened in one game, as plain data.

    `outcome` says which person won, `first` being the one who began, whatever the colour after a
    swap; or ``draw``, ``timeout``, and in solitaire ``solved`` or ``failed``; ``unknown`` where a
    worker has died of it, and then nothing else is known. `actions` counts the squares that moves
    have changed; the branching factor is the number of legal moves before each ply, and `decisions`
    the plies with more than one. `left` counts the pieces at the end.
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
        """The share of the plies with more than one legal move; 0 of none."""
        return self.decisions / self.plies if self.plies else 0.0


def play(start: Position, random: Random, most_plies: int = MOST_PLIES) -> GameFacts:
    """Play a game from a position to its end, or for so many plies."""
    rules, position = game_of(start).rules, start
    branching: list[int] = []
    actions, is_swapped = 0, False
    while (outcome := rules.outcome(position)) is None and len(branching) < most_plies:
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
    """Return the source of chance for a game, which depends on the seed and its number alone."""
    return Random(f"proofplay play {seed} {number}")


def changes(before: Position, after: Position) -> int:
    """Count the squares that a move has changed."""
    pairs = zip(before.board.cells, after.board.cells, strict=True)
    return sum(one != other for one, other in pairs)


def name_of(start: Position, outcome: Outcome, is_swapped: bool) -> str:
    """Return how a game ended, for the persons: after a swap each has the other colour (NK6)."""
    if game_of(start).is_solitaire(start):
        return SOLVED if outcome.solved else FAILED
    if outcome.winner is None:
        return DRAW
    return FIRST if (outcome.winner == start.turn) != is_swapped else SECOND


@dataclass(slots=True)
class Games:
    """The games that were played; `facts` are those that are known."""

    facts: list[GameFacts] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)

    def add(self, facts: GameFacts) -> None:
        """Count a game."""
        self.outcomes[facts.outcome] += 1
        if facts.outcome != UNKNOWN:
            self.facts.append(facts)

    @property
    def main(self) -> Proportion:
        """The share that is asked about first: how often who begins wins, or play solves."""
        return self.share(SOLVED if self.is_solitaire else FIRST)

    @property
    def is_solitaire(self) -> bool:
        """Whether one person plays alone; a game is known."""
        return bool(self.outcomes[SOLVED] + self.outcomes[FAILED])

    def share(self, *outcomes: str) -> Proportion:
        """Return the share of the games that ended in one of these ways."""
        return self._of_all(sum(self.outcomes[outcome] for outcome in outcomes))

    @property
    def points(self) -> Proportion:
        """The points of who began; a game without a winner is half a point for each."""
        undecided = self.outcomes[DRAW] + self.outcomes[TIMEOUT]
        return self._of_all(self.outcomes[FIRST] + undecided / 2)

    def mean(self, fact: str) -> Mean | None:
        """Return the mean of one of the `GameFacts` over games; None where no game has it."""
        found = (getattr(game, fact) for game in self.facts)
        return Mean.of([number for number in found if number is not None])

    def _of_all(self, count: float) -> Proportion:
        return Proportion(count, self.outcomes.total(), self.outcomes[UNKNOWN])
