"""The measures of a game by the names that the game system Ludii gives them.

What they mean here, and where that differs, is in ``docs/census.md``. They are taken of games that
were played (`solver.census.play`), or exactly of all that random play can bring
(`solver.census.chances`).
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.census.intervals import Difference, Mean, Proportion


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure and where the true one lies; `value` is None where no case is known.

    `low` and `high` are None where no interval is known, and the value itself where it is exact.
    """

    value: float | None
    low: float | None
    high: float | None
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of games: of so many, or exactly of all that random play can bring.

    Shares of wins and draws are None in solitaire, where `completion` is the share that is solved;
    so is what cannot be known. `pieces_left` are those at the end, `score` is the margin.
    """

    advantage_p1: Proportion | None
    balance: Difference | None
    completion: Proportion
    drawishness: Proportion | None
    timeouts: Proportion
    duration_turns: Mean
    duration_actions: Mean | None
    branching_average: Mean
    branching_median: Mean | None
    branching_max: Mean | None
    decision_moves: Mean
    pieces_left: Mean | None
    score: Mean | None

    def named(self) -> dict[str, Measure | None]:
        """Give the measures by their names, those of Ludii first; None for what is not known."""
        length = self.duration_turns
        return {
            "AdvantageP1": _share(self.advantage_p1),
            "Balance": None if self.balance is None else _balance(self.balance),
            "Completion": _share(self.completion),
            "Drawishness": _share(self.drawishness),
            "Timeouts": _share(self.timeouts),
            "DurationTurns": _mean(length),
            "DurationTurnsStdDev": Measure(length.deviation, None, None),
            "DurationActions": _mean(self.duration_actions),
            "BranchingFactorAverage": _mean(self.branching_average),
            "BranchingFactorMedian": _mean(self.branching_median),
            "BranchingFactorMax": _mean(self.branching_max),
            "DecisionMoves": _mean(self.decision_moves, is_share=True),
            "PiecesLeft": _mean(self.pieces_left),
            "Score": _mean(self.score),
        }


def _share(share: Proportion | None) -> Measure | None:
    return None if share is None else Measure(share.share, *share.interval, is_share=True)


def _balance(difference: Difference) -> Measure:
    found, interval = difference.balance
    return Measure(found, *interval, is_share=True)


def _mean(mean: Mean | None, *, is_share: bool = False) -> Measure | None:
    return None if mean is None else Measure(mean.mean, *mean.interval, is_share=is_share)
