"""The ordered map over worker processes: what is lost with a worker, and what is not."""

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pool_work
import pytest
from waiting import DEADLINE, eventually

from solver.interface.engine import Limits
from solver.pool.ordered import Failure, OrderedMap
from solver.pool.processes import START_METHODS
from solver.pool.worker import Resources, divide
from solver.pool.workers import Workers

AHEAD = 8


def outcomes(
    work: Any, items: Iterable[Any], count: int = 2, method: str = "forkserver"
) -> list[Any]:
    """Return all answers, and failures as text."""
    with Workers(count, method) as workers:
        answers = OrderedMap(workers, work, divide(count, 2), AHEAD).over(items)
        return [str(found) if isinstance(found, Failure) else found for _, found in answers]


@pytest.mark.parametrize("method", START_METHODS)
@pytest.mark.parametrize("count", [1, 3])
def test_answers_come_in_order(method: str, count: int) -> None:
    assert outcomes(pool_work.square, range(40), count, method) == [n * n for n in range(40)]


def test_the_order_does_not_depend_on_the_times_of_answers() -> None:
    pauses = [0.3, 0.0, 0.1, 0.0, 0.0]
    assert outcomes(pool_work.sleep, pauses, 3) == pauses


@pytest.mark.parametrize("method", START_METHODS)
@pytest.mark.parametrize(
    ("count", "work", "how"),
    [
        (1, pool_work.die, "signal 9"),
        (3, pool_work.die, "signal 9"),
        (2, pool_work.exhaust, "out of memory"),
    ],
)
def test_a_dead_worker_only_loses_its_own_item(
    method: str, count: int, work: Any, how: str
) -> None:
    expected = [0, 1, 2, f"worker died, {how}", 4, 5, 6, 7, 8, 9]
    assert outcomes(work, [(number, None) for number in range(10)], count, method) == expected


@pytest.mark.parametrize("work", [pool_work.die, pool_work.exhaust])
def test_the_item_of_a_dead_worker_gets_a_second_try(work: Any, tmp_path: Path) -> None:
    items = [(number, tmp_path / "died") for number in range(10)]
    assert outcomes(work, items) == list(range(10))


def test_errors_and_answers_that_cannot_be_sent_are_described() -> None:
    unpicklable = "RuntimeError: AttributeError: Can't pickle local object"
    zero, unreadable, unsent, bug, four = outcomes(pool_work.misbehave, range(5))
    assert (zero, four) == (0, 4)
    assert unreadable == "RuntimeError: UnreadableError: unreadable"
    assert unsent.startswith(unpicklable)
    assert bug == "KeyError: 'a bug'"


def test_an_item_that_needs_all_the_memory_is_done_alone() -> None:
    resources = divide(3, cores=6, memory=900)
    with Workers(3) as workers:
        found = list(OrderedMap(workers, pool_work.need_all, resources, AHEAD).over(range(12)))
    answers = [answer for _, answer in found if not isinstance(answer, Failure)]
    assert len(answers) == 12
    for item, (resources, started, ended) in enumerate(answers):
        assert resources == (Resources(6, 900) if item % 2 else Resources(2, 300, is_part=True))
        if item % 2:
            others = answers[:item] + answers[item + 1 :]
            assert all(end <= started or ended <= start for _, start, end in others)


def test_a_single_worker_has_all_resources() -> None:
    assert divide(1, cores=4, memory=100) == (Resources(4, 100), Resources(4, 100))


def test_items_are_only_drawn_a_limited_number_ahead() -> None:
    drawn = 0

    def items() -> Iterator[int]:
        nonlocal drawn
        for number in range(200):
            drawn += 1
            yield number

    with Workers(2) as workers:
        answers = OrderedMap(workers, pool_work.square, divide(2, 2), AHEAD).over(items())
        for answered, _ in enumerate(answers, start=1):
            assert drawn <= answered + AHEAD + 2
    assert drawn == 200


def test_a_slow_source_delays_no_answer() -> None:
    go_on = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        assert go_on.wait(DEADLINE)
        yield 2

    with Workers(2) as workers:
        answers = OrderedMap(workers, pool_work.square, divide(2, 2), AHEAD).over(items())
        assert next(answers) == (1, 1)
        go_on.set()
        assert list(answers) == [(2, 4)]


def test_an_error_of_the_source_comes_after_the_answers() -> None:
    def items() -> Iterator[int]:
        yield 2
        raise OSError("broken off")

    with Workers(1) as workers:
        answers = OrderedMap(workers, pool_work.square, divide(1, 2), AHEAD).over(items())
        assert next(answers) == (2, 4)
        with pytest.raises(OSError, match="broken off"):
            next(answers)


def test_any_executor_can_be_used() -> None:
    with ThreadPoolExecutor(2) as executor:
        answers = OrderedMap(executor, pool_work.need_all, divide(2, 2), AHEAD).over(range(6))
        assert [item for item, _ in answers] == list(range(6))


def test_leaving_early_ends_the_thread_that_draws() -> None:
    before = threading.active_count()
    with Workers(1) as workers:
        answers = OrderedMap(workers, pool_work.square, divide(1, 2), AHEAD).over(range(10**9))
        next(answers)
        answers.close()
    assert eventually(lambda: threading.active_count() == before)


def test_the_smallest_share_is_a_limit() -> None:
    part, _ = divide(4, 2, memory=1)
    assert part.of(Limits()).memory == 1
