"""Knight's tours (MM4): the requirements for puzzles and tours."""

import pytest

from positions.games.minelayers_tour import Fault, TourPuzzle, flaws_of_puzzle, flaws_of_tour
from positions.grid import parse_square

OPEN = (TourPuzzle(3, 4), "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4")
CLOSED = (
    TourPuzzle(5, 6, closed=True),
    "a1 b3 a5 c6 e5 c4 d6 e4 d2 b1 a3 b5 d4 e6 c5 a6 b4 a2 c1 e2 c3 d1 e3 d5 b6 a4 b2 d3 e1 c2",
)
# The board named on the game's sheet.
TEN_BY_TEN = (
    TourPuzzle(10, 10, given={0: 1, 32: 100}),
    "a1 b3 c1 a2 b4 a6 b8 a10 c9 e10 g9 i10 j8 i6 j4 i2 g1 e2 g3 h1 j2 i4 j6 i8 j10 h9 f10 d9 b10 "
    "a8 c7 b9 d10 e8 g7 h5 i7 j9 h10 f9 h8 j7 i9 g10 f8 h7 i5 j3 i1 h3 f2 d1 b2 a4 b6 d7 e9 c10 "
    "a9 c8 a7 b5 c3 b1 a3 c2 e1 d3 c5 b7 a5 c6 d8 e6 d4 f5 d6 f7 g5 e4 f6 g8 h6 j5 i3 j1 h2 f1 d2 "
    "f3 h4 g2 f4 g6 e7 d5 e3 g4 e5 c4",
)
# A path on 3×4 that finally returns to a4 and misses c4.
AT_FAULT = "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 a4"


def squares(puzzle: TourPuzzle, names: str) -> list[int]:
    found = [parse_square(name, puzzle.width, puzzle.height) for name in names.split()]
    return [square for square in found if square is not None]


@pytest.mark.parametrize(("puzzle", "tour"), [OPEN, CLOSED, TEN_BY_TEN])
def test_tours(puzzle: TourPuzzle, tour: str) -> None:
    assert flaws_of_puzzle(puzzle) == []
    assert flaws_of_tour(puzzle, squares(puzzle, tour)) == []


@pytest.mark.parametrize(
    ("puzzle", "tour", "flaws"),
    [
        (TourPuzzle(1, 1), "a1", []),
        (
            TourPuzzle(1, 1, closed=True),
            "a1",
            ["a1 and a1 end a closed tour but are not a"],
        ),
        (OPEN[0], "", [f"{name} is not visited (MM4)" for name in sorted(OPEN[1].split())]),
        (OPEN[0], AT_FAULT, ["a4 is visited more than once", "c4 is not visited"]),
        (OPEN[0], OPEN[1].replace("a2 b4", "b4 a2"), ["c1 and b4 are no", "a2 and c2 are no"]),
        (TourPuzzle(3, 4, closed=True), OPEN[1], ["c4 and a1 end a closed tour"]),
        (TourPuzzle(3, 4, given={0: 1, 1: 9}), OPEN[1], ["b1 does not have its given number"]),
        (TourPuzzle(3, 4, given={11: 12}), OPEN[1][:-3], ["c4 is not visited", "c4 does not have"]),
    ],
)
def test_flaws_of_tours(puzzle: TourPuzzle, tour: str, flaws: list[str]) -> None:
    found = [flaw.describe(puzzle) for flaw in flaws_of_tour(puzzle, squares(puzzle, tour))]
    assert len(found) == len(flaws)
    for text, start in zip(sorted(found), sorted(flaws), strict=True):
        assert text.startswith(start)


@pytest.mark.parametrize("square", [-1, 12])
def test_only_squares_outside_the_board_are_reported(square: int) -> None:
    (flaw,) = flaws_of_tour(OPEN[0], [0, square, 1])
    assert flaw.fault == Fault.OUTSIDE
    assert flaw.describe(OPEN[0]) == f"square {square} is not on the board (MM4)"


@pytest.mark.parametrize(
    ("puzzle", "found"),
    [
        (TourPuzzle(27, 3), ["a board of 27×3 squares"]),
        (TourPuzzle(0, 3), ["a board of 0×3 squares"]),
        (TourPuzzle(3, 0), ["a board of 3×0 squares"]),
        (
            TourPuzzle(3, 4, given={12: 1, -1: 2}),
            ["a number for square 12", "a number for square -1"],
        ),
        (TourPuzzle(3, 4, given={0: 0, 11: 13}), ["number 0 on a1", "number 13 on c4"]),
        (TourPuzzle(3, 4, given={0: 3, 2: 3}), ["number 3 on 2 squares"]),
    ],
)
def test_flaws_of_puzzles(puzzle: TourPuzzle, found: list[str]) -> None:
    assert [flaw.found for flaw in flaws_of_puzzle(puzzle)] == found


def test_puzzles_are_hashable() -> None:
    assert len({TourPuzzle(3, 4, given={0: 1}), TourPuzzle(3, 4, given={0: 1})}) == 1
