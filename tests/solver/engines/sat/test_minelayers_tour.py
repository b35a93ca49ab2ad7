"""Knight's tours from clauses: checked by the rules, and as many as plain recursion finds."""

import random

import pytest

from positions.games.minelayers_tour import TourPuzzle, flaws_of_tour
from solver.engines.sat.minelayers_tour import Circle, Tour, tours, why_none
from solver.engines.sat.process import SatProcess
from solver.interface.engine import Budget, LimitReached, Limits


def all_tours(puzzle: TourPuzzle) -> list[Tour]:
    found = list(tours(puzzle, Budget(Limits())))
    assert len(set(found)) == len(found)
    for tour in found:
        assert flaws_of_tour(puzzle, tour) == []
    return found


# Open tours as counted by plain recursion; 8 and 16 closed ones are known, in both directions.
@pytest.mark.parametrize(
    ("width", "height", "closed", "count"),
    [
        (1, 1, False, 1),
        (2, 2, False, 0),
        (2, 5, False, 0),
        (3, 3, False, 0),
        (3, 4, False, 16),
        (3, 5, False, 0),
        (3, 6, False, 0),
        (7, 3, False, 104),
        (4, 4, False, 0),
        (4, 5, False, 164),
        (5, 6, True, 2 * 8),
        (3, 10, True, 2 * 16),
    ],
)
def test_all_tours_are_found(width: int, height: int, closed: bool, count: int) -> None:
    assert len(all_tours(TourPuzzle(width, height, closed))) == count


@pytest.mark.parametrize(
    ("width", "height", "closed"),
    [
        *((*size, True) for size in [(1, 1), (4, 3), (8, 3), (4, 5), (5, 4)]),
        *((*size, False) for size in [(5, 1), (2, 7), (3, 3), (5, 3), (3, 6), (4, 4)]),
    ],
)
def test_theorems_agree_with_the_clauses(width: int, height: int, closed: bool) -> None:
    puzzle = TourPuzzle(width, height, closed)
    assert why_none(puzzle) is not None
    assert next(tours(puzzle, Budget(Limits(nodes=0))), None) is None
    circle = Circle(puzzle, Budget(Limits()))
    with SatProcess(circle.formula.clauses, Budget(Limits())) as process:
        while (model := process.model()) is not None:
            parts = circle.parts(model)
            assert len(parts) > 1
            for part in parts:
                process.add(*circle.ways_out(part))


@pytest.mark.parametrize(
    ("given", "why"),
    [({0: 1, 1: 3}, "colour with each move"), ({1: 1}, "one more"), ({2: 1, 0: 25}, None)],
)
def test_colours_rule_out_numbers(given: dict[int, int], why: str | None) -> None:
    puzzle = TourPuzzle(5, 5, given=given)
    found = why_none(puzzle)
    assert (why in found) if why and found else found is why
    assert (next(tours(puzzle, Budget(Limits())), None) is None) == (why is not None)


@pytest.mark.parametrize("board", [TourPuzzle(5, 6, closed=True), TourPuzzle(3, 4)])
def test_given_numbers_leave_exactly_the_tours_that_have_them(board: TourPuzzle) -> None:
    some = all_tours(board)
    size = board.size
    turned = {tour[start:] + tour[:start] for tour in some for start in range(size)}
    every = turned if board.closed else set(some)
    draw = random.Random(1)
    for _ in range(20):
        tour = draw.choice(some)
        numbers = draw.sample(range(1, size + 1), draw.randint(1, size // 2))
        given = {tour[number - 1]: number for number in numbers}
        if draw.random() < 0.3:
            given[tour[numbers[0] - 1]] = draw.choice(
                [n for n in range(1, size) if n not in numbers]
            )
        puzzle = TourPuzzle(board.width, board.height, board.closed, given)
        expected = {t for t in every if all(t[n - 1] == square for square, n in given.items())}
        assert set(all_tours(puzzle)) == expected


@pytest.mark.parametrize(
    "puzzle",
    [
        TourPuzzle(10, 10, closed=True),
        TourPuzzle(10, 10, given={54: 1, 0: 100, 9: 33}),
        TourPuzzle(11, 11),
        TourPuzzle(26, 5, closed=True),
    ],
)
def test_large_boards(puzzle: TourPuzzle) -> None:
    tour = next(tours(puzzle, Budget(Limits())))
    assert flaws_of_tour(puzzle, tour) == []


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0.2), Limits(memory=4)])
def test_a_limit_is_not_an_answer(limits: Limits) -> None:
    with pytest.raises(LimitReached):
        next(tours(TourPuzzle(26, 26, given={0: 1, 1: 26 * 26}), Budget(limits)))
