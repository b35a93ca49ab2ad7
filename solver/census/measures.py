"""Measures of a game, named as in the game system Ludii.

They are computed from games that were played, or exactly for random play.
``docs/reference/census.md`` explains their meanings and any differences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.census.intervals import Difference
from solver.census.play import DRAW, FIRST, SECOND, SOLVED, TIMEOUT, Games
from solver.census.table import RandomFacts

# Games that were played, or the exact outcomes of random play.
PlayedGames = Games | RandomFacts


@dataclass(frozen=True, slots=True)
class Measured:
    """The value of a measure, with its interval.

    `value` is None if no case is known. `low` and `high` are None if no interval is known, and
    equal to the value if it is exact.
    """

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: its name in Ludii, its meaning in words, and how it is computed.

    With `is_share` it is a share from 0 to 1, otherwise a number. With `for_two` it does not apply
    to solitaire.
    """

    name: str
    words: str
    take: Callable[[PlayedGames], Measured | None]
    is_share: bool = False
    for_two: bool = False

    def of(self, played: PlayedGames) -> Measured | None:
        """Return the measure; None if it is unknown or not applicable."""
        return None if self.for_two and played.is_solitaire else self.take(played)


def _share(*outcomes: str) -> Callable[[PlayedGames], Measured]:
    def take(played: PlayedGames) -> Measured:
        share = played.share(*outcomes)
        return Measured(share.share, *share.interval)

    return take


def _mean(fact: str) -> Callable[[PlayedGames], Measured | None]:
    def take(played: PlayedGames) -> Measured | None:
        mean = played.mean(fact)
        return None if mean is None else Measured(mean.mean, *mean.interval)

    return take


def _deviation(fact: str) -> Callable[[PlayedGames], Measured | None]:
    def take(played: PlayedGames) -> Measured | None:
        mean = played.mean(fact)
        return None if mean is None else Measured(mean.deviation, None, None)

    return take


def _balance(played: PlayedGames) -> Measured:
    balance, interval = Difference(played.points).balance
    return Measured(balance, *interval)


# Ludii's measures first.
MEASURES = (
    Measure("AdvantageP1", "player moving first wins", _share(FIRST), is_share=True, for_two=True),
    Measure("Balance", "how even the two players are", _balance, is_share=True, for_two=True),
    Measure("Completion", "games with a winner", _share(FIRST, SECOND, SOLVED), is_share=True),
    Measure("Drawishness", "games drawn", _share(DRAW), is_share=True, for_two=True),
    Measure("Timeouts", "games stopped", _share(TIMEOUT), is_share=True),
    Measure("DurationTurns", "plies per game", _mean("plies")),
    Measure("DurationTurnsStdDev", "their standard deviation", _deviation("plies")),
    Measure("DurationActions", "squares changed per game", _mean("actions")),
    Measure("BranchingFactorAverage", "legal moves, on average", _mean("branching_average")),
    Measure("BranchingFactorMedian", "legal moves, median", _mean("branching_median")),
    Measure("BranchingFactorMax", "legal moves, maximum", _mean("branching_max")),
    Measure("DecisionMoves", "plies with a choice", _mean("decision_share"), is_share=True),
    Measure("PiecesLeft", "pieces at the end", _mean("left")),
    Measure("Score", "margin at the end", _mean("score")),
)
