"""Shares and means with 95 % confidence intervals.

A share has the interval of E. B. Wilson (Journal of the American Statistical Association 22, 1927,
209-212), which stays within 0 and 1 and does not shrink to nothing if all cases agree. Cases that a
limit left open are counted both ways: the interval begins as if none of them counted and ends as if
all did. A mean has the normal interval, which is too narrow for a handful of cases. A complete
count has no uncertainty except for the cases left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, pstdev, stdev

CONFIDENCE = 0.95
# Standard deviations on either side: 1.96.
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def wilson(share: float, cases: int) -> tuple[float, float]:
    """Return Wilson's interval for a share observed in `cases` cases.

    It also works for the mean of values between 0 and 1, such as halves for draws: since zeros and
    ones have the largest variance, the interval is if anything too wide.
    """
    if not cases:
        return 0.0, 1.0
    pull = _Z * _Z / cases
    middle = (share + pull / 2) / (1 + pull)
    reach = _Z / (1 + pull) * sqrt(share * (1 - share) / cases + pull / (4 * cases))
    # At the ends the two terms are equal except for rounding.
    low = 0.0 if share <= 0 else max(middle - reach, 0.0)
    return low, 1.0 if share >= 1 else min(middle + reach, 1.0)


@dataclass(frozen=True, slots=True)
class Proportion:
    """`count` of `cases`, of which a limit left `unknown` open.

    `count` may include halves. `is_exact` says that the cases are complete.
    """

    count: float
    cases: int
    unknown: int = 0
    is_exact: bool = False

    @property
    def share(self) -> float | None:
        """The share among the known cases; None if none is known."""
        known = self.cases - self.unknown
        return self.count / known if known else None

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the true share, whatever the unknown cases are."""
        if not self.cases:
            return 0.0, 1.0
        lower, upper = self.count / self.cases, (self.count + self.unknown) / self.cases
        if self.is_exact:
            return lower, upper
        return wilson(lower, self.cases)[0], wilson(upper, self.cases)[1]

    @property
    def width(self) -> float:
        """The width of the interval."""
        low, high = self.interval
        return high - low


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more often one side wins than the other, from -1 to 1.

    `points` is one side's share of all points; a draw is half a point for each.
    """

    points: Proportion

    @property
    def difference(self) -> float | None:
        """The difference among the known cases."""
        return None if self.points.share is None else 2 * self.points.share - 1

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the true difference."""
        low, high = self.points.interval
        return 2 * low - 1, 2 * high - 1

    @property
    def balance(self) -> tuple[float | None, tuple[float, float]]:
        """One minus the absolute difference, with its interval."""
        low, high = self.interval
        balance = None if self.difference is None else 1 - abs(self.difference)
        nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        return balance, (1 - max(abs(low), abs(high)), 1 - nearest)


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of numbers, their standard deviation, minimum and maximum.

    `cases` is the number observed; None means that the mean is exact, and other unknown statistics
    are then None. `unknown` further cases are open, and could have any value.
    """

    mean: float
    cases: int | None = None
    deviation: float | None = None
    lower: float | None = None
    upper: float | None = None
    unknown: int = 0

    @classmethod
    def of(cls, numbers: Sequence[float], is_exact: bool = False, unknown: int = 0) -> Mean | None:
        """Return the mean of the known numbers, which may be complete; None if there are none."""
        if not numbers:
            return None
        deviation = pstdev(numbers) if is_exact or len(numbers) == 1 else stdev(numbers)
        cases = None if is_exact else len(numbers)
        return cls(fmean(numbers), cases, deviation, min(numbers), max(numbers), unknown)

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The interval of the true mean; a pair of None if cases are open."""
        if self.unknown:
            return None, None
        if self.cases is None or self.deviation is None:
            return self.mean, self.mean
        reach = _Z * self.deviation / sqrt(self.cases)
        return self.mean - reach, self.mean + reach
