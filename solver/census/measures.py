"""The measures of a game by the names that the game system Ludii gives them.

What they mean here, and where that differs, is in ``docs/census.md``. They are taken of games that
were played (`solver.census.play`), or exactly of all that random play can bring
(`solver.census.chances`). A measure is one entry of `MEASURES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from solver.census.intervals import Difference, Mean, Proportion
from solver.census.play import DRAW, FIRST, SECOND, SOLVED, TIMEOUT


class PlayedGames(Protocol):
    """Games that were played, or all that random play can bring."""

    @property
    def is_solitaire(self) -> bool:
        """Whether one person plays alone."""

    @property
    def points(self) -> Proportion:
        """The points of who began; a game without a winner is half a point for each."""

    def share(self, *outcomes: str) -> Proportion:
        """Return the share of the games that end in one of these ways."""

    def mean(self, fact: str) -> Mean | None:
        """Return the mean of one of the `GameFacts` over games; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was found of a measure and where the true one lies.

    `value` is None where no case is known. `low` and `high` are None where no interval is known,
    and the value itself where it is exact.
    """

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: its name in Ludii, its meaning in the words of a table, and how it is taken.

    One that `is_share` is a share from 0 to 1; any other is a number. One that is `for_two` is not
    taken of solitaire.
    """

    name: str
    words: str
    take: Callable[[PlayedGames], Estimate | None]
    is_share: bool = False
    for_two: bool = False

    def of(self, played: PlayedGames) -> Estimate | None:
        """Take the measure; None where it is not known or has no sense."""
        return None if self.for_two and played.is_solitaire else self.take(played)


def _share(*outcomes: str) -> Callable[[PlayedGames], Estimate]:
    def take(played: PlayedGames) -> Estimate:
        share = played.share(*outcomes)
        return Estimate(share.share, *share.interval)

    return take


def _mean(fact: str) -> Callable[[PlayedGames], Estimate | None]:
    def take(played: PlayedGames) -> Estimate | None:
        mean = played.mean(fact)
        return None if mean is None else Estimate(mean.mean, *mean.interval)

    return take


def _deviation(fact: str) -> Callable[[PlayedGames], Estimate | None]:
    def take(played: PlayedGames) -> Estimate | None:
        mean = played.mean(fact)
        return None if mean is None else Estimate(mean.deviation, None, None)

    return take


def _balance(played: PlayedGames) -> Estimate:
    found, interval = Difference(played.points).balance
    return Estimate(found, *interval)


# Those of Ludii first.
MEASURES = (
    Measure("AdvantageP1", "who begins wins", _share(FIRST), is_share=True, for_two=True),
    Measure("Balance", "how even the two players are", _balance, is_share=True, for_two=True),
    Measure("Completion", "games with a winner", _share(FIRST, SECOND, SOLVED), is_share=True),
    Measure("Drawishness", "games drawn", _share(DRAW), is_share=True, for_two=True),
    Measure("Timeouts", "games stopped", _share(TIMEOUT), is_share=True),
    Measure("DurationTurns", "plies of a game", _mean("plies")),
    Measure("DurationTurnsStdDev", "their standard deviation", _deviation("plies")),
    Measure("DurationActions", "squares changed in a game", _mean("actions")),
    Measure("BranchingFactorAverage", "legal moves, on average", _mean("branching_average")),
    Measure("BranchingFactorMedian", "legal moves, median", _mean("branching_median")),
    Measure("BranchingFactorMax", "legal moves, at most", _mean("branching_max")),
    Measure("DecisionMoves", "plies with a choice", _mean("decision_share"), is_share=True),
    Measure("PiecesLeft", "pieces at the end", _mean("left")),
    Measure("Score", "margin at the end", _mean("score")),
)
