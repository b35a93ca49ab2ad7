"""The functions and values of the public interface refuse wrong arguments on one line."""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import solver
from positions import InputError, Position, parse
from positions.grid import Board
from positions.reading.puzzle_text import parse_puzzle
from positions.values import LARGEST
from solver import Limits, Question, Status
from solver.interface.engine import PlayoutBudget
from solver.interface.ranges import THREADS

POSITION = parse("nakatta:start:3x3")
SECONDS = "expected a number of seconds, 0 or more, such as 0.5"
ENGINES = "expected 'auto', 'brute', 'search', 'retrograde' or 'sat'"
NO_SEED = "expected none without an estimate or playouts"
A_POSITION = "expected a Position, as positions.parse returns it"

# Arguments of `solve` and `analyse`.
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"time": math.nan}, f"time: found 'nan', {SECONDS}"),
    ({"time": 10**400}, f"time: found '1{'0' * 39}…', {SECONDS}"),
    ({"nodes": -1}, "nodes: found '-1', expected a whole number of at least 0"),
    ({"memory": 0}, "memory: found '0', expected a whole number of at least 1"),
    ({"threads": None}, "threads: found 'None', expected a whole number of at least 1"),
    (
        {"threads": 10**9},
        f"threads: found '1000000000', expected a whole number from 1 to {THREADS.maximum}",
    ),
    ({"engine": "zz"}, f"engine: found 'zz', {ENGINES}"),
    ({"distance": "yes"}, "distance: found 'yes', expected True or False"),
    ({"count": 1}, "count: found '1', expected True or False"),
    ({"estimate": math.nan}, f"estimate: found 'nan', {SECONDS}"),
    (
        {"estimate": 1, "playouts": 1},
        "estimate: found seconds and playouts, expected only one of them",
    ),
    ({"seed": 0}, f"seed: found '0', {NO_SEED}"),
    ({"position": "nakatta:start:3x3"}, f"position: found 'nakatta:start:3x3', {A_POSITION}"),
    (
        {"position": Position("nakatta", Board(3, 3, "z" * 9), "b")},
        f"position: found 'Position(game='nakatta', board=Board(wid…', {A_POSITION}",
    ),
    (
        {"position": Position("nakatta", Board(3, 2, "." * 6), "b")},
        "found a board of 3×2 points, expected a square board",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
@pytest.mark.parametrize("ask", [solver.solve, solver.analyse])
def test_a_wrong_argument_is_refused(
    ask: Callable[..., object], arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        ask(**{"position": POSITION, **arguments})
    assert str(caught.value) == message


VALUES: list[tuple[Callable[..., object], tuple[Any, ...], dict[str, Any], str]] = [
    (Limits, ("5",), {}, "nodes: found '\"5\"', expected a whole number of at least 0"),
    (Limits, (), {"seconds": -0.5}, f"seconds: found '-0.5', {SECONDS}"),
    (Limits, (), {"threads": True}, "threads: found 'True', expected a whole number of at least 1"),
    (Question, ("zz",), {}, "task: found 'zz', expected 'solve' or 'analyse'"),
    (Question, (), {"engine": "zz"}, f"engine: found 'zz', {ENGINES}"),
    (Question, (), {"fair": None}, "fair: found 'None', expected True or False"),
    (Question, (), {"estimate": 5}, "estimate: found '5', expected a PlayoutBudget or None"),
    (
        PlayoutBudget,
        (1.0,),
        {"seed": None},
        "seed: found 'None', expected a whole number of at least 0",
    ),
    (solver.ask, (POSITION, "solve", Limits()), {}, "question: found 'solve', expected a Question"),
    (solver.ask, (POSITION, Question(), 5), {}, "limits: found '5', expected Limits"),
    (
        solver.ask,
        (POSITION, Question(), Limits(), 5),
        {},
        "watch: found '5', expected a function or None",
    ),
    (solver.verify, (5,), {}, "source: found '5', expected a path or a binary stream"),
]


@pytest.mark.parametrize(("make", "arguments", "named", "message"), VALUES)
def test_a_wrong_value_is_refused(
    make: Callable[..., object], arguments: tuple[Any, ...], named: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match="^" + re.escape(message) + "$"):
        make(*arguments, **named)


def test_a_tour_is_no_question() -> None:
    with pytest.raises(InputError, match=r"^position: found a knight's tour, expected a position"):
        solver.solve(parse_puzzle("minelayers:5/5/5/5/5:A:tour=open"))


def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no such file, expected a file"):
        list(solver.verify(tmp_path / "missing"))
    with pytest.raises(InputError, match="found a directory, expected a file"):
        list(solver.verify(str(tmp_path)))


@pytest.mark.parametrize(
    "arguments",
    [
        {"nodes": LARGEST},
        {"memory": LARGEST, "threads": THREADS.maximum},
        {"playouts": LARGEST, "seed": LARGEST},
        {"time": 1e308, "estimate": 1e308},
        {"time": Fraction(50)},
    ],
)
def test_the_largest_values_work(arguments: dict[str, Any]) -> None:
    assert solver.solve(POSITION, **arguments).status == Status.PROVED


def test_other_numbers_become_plain_ones() -> None:
    limits = Limits(seconds=Fraction(1, 2))  # type: ignore[arg-type]
    assert (type(limits.seconds), limits.seconds) == (float, 0.5)
    assert type(Limits(seconds=2).seconds) is float
