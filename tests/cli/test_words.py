"""Sentences about numbers, times and values."""

from fractions import Fraction

import pytest

from cli.common import words
from positions.text import parse_position
from solver import Answer, Limits, Question, Status
from solver.answers.ask import heading, unknown
from solver.interface.engine import Budget, LimitReached

POSITION = parse_position("sight-reduction:bwwb/wwbw/bwbb:w")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (Fraction(0), "Even: whoever moves second wins."),
        (Fraction(1), "White is one move ahead."),
        (Fraction(-2), "Black is two moves ahead."),
        (Fraction(14), "White is 14 moves ahead."),
        (Fraction(1, 2), "White is half a move ahead."),
        (Fraction(-3, 4), "Black is 3/4 of a move ahead."),
        (Fraction(5, 2), "White is two and a half moves ahead."),
        (Fraction(-5, 4), "Black is one and 1/4 moves ahead."),
    ],
)
def test_a_lead(value: Fraction, sentence: str) -> None:
    assert words.margin(POSITION, str(value)) == sentence


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "under a millisecond"),
        (0.0123, "12 ms"),
        (0.62, "0.6 s"),
        (12.4, "12 s"),
        (59.7, "1 min 0 s"),
        (95.0, "1 min 35 s"),
    ],
)
def test_a_time(seconds: float, text: str) -> None:
    assert words.duration(seconds) == text


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (0.0, "never"),
        (0.25, "25.00 % of the time"),
        (0.99996, "99.99 % of the time"),
        (1 / 4096, "once in 4,096 attempts"),
    ],
)
def test_a_chance(probability: float, text: str) -> None:
    assert words.chance(probability) == text


@pytest.mark.parametrize(
    ("share", "whole", "hundredths"),
    [
        (0, "0", "0.00"),
        (1e-12, "1", "0.01"),
        (376 / 104_200, "1", "0.36"),
        (0.145, "14", "14.50"),
        (0.99994, "99", "99.99"),
        (0.99996, "99", "99.99"),
        (1 - 1e-9, "99", "99.99"),
        (1, "100", "100.00"),
        # The chances of one of ten certain moves, summed up, are a rounding error below 1.
        (sum([0.1] * 10), "100", "100.00"),
    ],
)
def test_only_nothing_is_0_percent_and_only_all_is_100(
    share: float, whole: str, hundredths: str
) -> None:
    assert words.percent(share) == whole
    assert words.percent(share, 2) == hundredths
    assert (words.odds(share) == "0 %") == (share == 0)


@pytest.mark.parametrize(
    ("difference", "rounded"),
    [(0.0, 0.0), (-0.0001, -0.001), (0.9999, 0.999), (-0.9999, -0.999), (-1.0, -1.0)],
)
def test_only_a_difference_of_nothing_is_0_and_only_one_of_all_is_1(
    difference: float, rounded: float
) -> None:
    assert words.rounded(difference, 3) == rounded


def test_work_that_is_not_done_is_not_at_100_percent() -> None:
    budget = Budget(Limits())
    budget.progress = 0.996
    answer = unknown(POSITION, Question(), "search", budget, LimitReached("nodes"))
    assert "reached after 99 % of the work (" in words.grounds(answer)


@pytest.mark.parametrize(
    ("engine", "phrase", "unit"),
    [
        ("retrograde", "retrograde analysis", "positions"),
        ("search", "search", "positions"),
        ("sat", "SAT", "nodes"),
        ("oracle", "the engine oracle", "positions"),
    ],
)
def test_the_grounds_of_a_proof(engine: str, phrase: str, unit: str) -> None:
    cost = {"engine": engine, "nodes": 4_294_967_296, "seconds": 0.6}
    answer = Answer(**heading(POSITION), status=Status.PROVED, **cost)
    assert words.grounds(answer) == f"Proved by {phrase}, 4,294,967,296 {unit}, 0.6 s."
