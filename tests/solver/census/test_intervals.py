"""Intervals: compared with published ones, and with unknown cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.census.intervals import Difference, Mean, Proportion, wilson


@pytest.mark.parametrize(
    ("count", "cases", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_intervals(count: int, cases: int, low: float, high: float) -> None:
    assert wilson(count / cases, cases) == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson(1 - count / cases, cases)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_without_cases_there_is_no_interval() -> None:
    assert Proportion(0, 0).interval == (0.0, 1.0)
    assert Proportion(0, 0).share is None
    assert Proportion(0, 3, unknown=3).share is None
    assert Proportion(0, 3, unknown=3).interval == pytest.approx((0.0, 1.0))


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_the_interval_covers_whatever_the_unknown_cases_are(yes: int, no: int, open_: int) -> None:
    cases = yes + no + open_
    found = Proportion(yes, cases, open_)
    for more in (0, open_ // 2, open_):
        low, high = Proportion(yes + more, cases).interval
        assert found.interval[0] <= low
        assert high <= found.interval[1]
    if found.share is not None:
        assert found.interval[0] <= found.share <= found.interval[1]
    exact = Proportion(yes, cases, open_, is_exact=True)
    if cases:
        assert exact.interval == (yes / cases, (yes + open_) / cases)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=40))
def test_an_interval_of_scores_is_not_narrower_than_the_normal_one(points: list[float]) -> None:
    share = Proportion(sum(points), len(points))
    mean = Mean.of(points)
    assert mean is not None
    low, high = share.interval
    if len(points) > 20 and 0.2 < mean.mean < 0.8:
        assert high - low >= 0.9 * (mean.interval[1] - mean.interval[0])


def test_balance() -> None:
    even = Difference(Proportion(50, 100))
    assert even.difference == 0
    found, (low, high) = even.balance
    assert (found, high) == (1, 1)
    assert low == pytest.approx(1 - even.interval[1])
    found, (low, high) = Difference(Proportion(10, 100)).balance
    assert found == pytest.approx(0.2)
    assert low < 0.2 < high < 1


def test_means() -> None:
    assert Mean.of([]) is None
    assert Mean.of([3]) == Mean(3, 1, 0, 3, 3)
    found = Mean.of([1, 2, 3, 4])
    assert found is not None
    assert (found.mean, found.deviation) == (2.5, pytest.approx((5 / 3) ** 0.5))
    reach = 1.959964 * (5 / 3) ** 0.5 / 2
    assert found.interval == pytest.approx((2.5 - reach, 2.5 + reach))
    exact = Mean.of([1, 2, 3, 4], is_exact=True)
    assert exact is not None
    assert exact.deviation == pytest.approx(1.25**0.5)
    assert exact.interval == (2.5, 2.5)
    part = Mean.of([1, 2, 3, 4], is_exact=True, unknown=1)
    assert part is not None
    assert (part.mean, part.interval) == (2.5, (None, None))
