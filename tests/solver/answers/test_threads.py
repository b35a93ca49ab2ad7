"""The number of threads for a question, and that it changes no answer."""

from dataclasses import replace
from math import inf

import pytest
from replays import value_in

from positions import InputError
from positions.text import parse_position
from solver import Analysis, Answer, Limits, Question, Status, ask
from solver.answers.ask import ANALYSE, SOLVE
from solver.interface.engine import Budget
from solver.pool.worker import Resources

THREADS = 3
POSITIONS = [
    "nakatta:start:5x5",
    "nakatta+pie:start:3x3",
    "manhattan:start:4x4",
    "marvin:start:3x4",
    "minelayers:start:4x5",
    "sight-reduction:bwwb/wwbw/bwbb/wbwb:w",
    "sight-reduction+harder:bwwb/wwbw/bwbb:w",
]


def threads_of(limits: Limits, nodes: float = inf) -> tuple[int, int]:
    """Return the numbers of threads for a search and for a table."""
    budget = Budget(limits)
    return budget.run(lambda control: control.threads, nodes), budget.threads


@pytest.mark.parametrize(
    ("limits", "search", "table"),
    [
        (Limits(), 1, 1),
        (Limits(threads=THREADS), THREADS, THREADS),
        (Limits(1000, threads=THREADS), 1, 1),
        (Limits(threads=THREADS, is_repeatable=True), 1, THREADS),
        (Resources(THREADS).of(Limits(threads=9)), 1, THREADS),
        (Resources(THREADS).of(Limits(1000)), 1, 1),
    ],
)
def test_a_search_has_the_threads_of_its_limits(limits: Limits, search: int, table: int) -> None:
    assert threads_of(limits) == (search, table)


def test_a_part_of_a_question_with_its_own_limit_has_one_thread() -> None:
    assert threads_of(Limits(threads=THREADS), nodes=10) == (1, THREADS)


@pytest.mark.parametrize("threads", [0, -1])
def test_a_number_of_threads_below_one_is_bad_input(threads: int) -> None:
    with pytest.raises(InputError, match="expected a whole number of at least 1"):
        Limits(threads=threads)


def answered(text: str, task: str, threads: int) -> Answer:
    return ask(parse_position(text), Question(task, other_turn=True), Limits(threads=threads))


@pytest.mark.parametrize("text", POSITIONS)
def test_threads_change_no_value(text: str) -> None:
    one, several = (answered(text, ANALYSE, threads) for threads in (1, THREADS))
    assert isinstance(one, Analysis)
    assert isinstance(several, Analysis)
    assert one.status == Status.PROVED
    assert value_in(several) == value_in(one)
    assert several.other_turn == one.other_turn
    found, expected = ({move.move: move for move in each.moves} for each in (several, one))
    assert found == expected


@pytest.mark.parametrize("text", POSITIONS)
def test_a_single_thread_searches_the_same_nodes_each_time(text: str) -> None:
    first, second = (replace(answered(text, SOLVE, 1), seconds=0.0) for _ in range(2))
    assert first.status == Status.PROVED
    assert first == second
