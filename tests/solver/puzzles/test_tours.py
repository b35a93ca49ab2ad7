"""Knight's tours with given squares: exactly one fits, and the text of a puzzle reads back."""

import json
import random
from typing import Any

import pytest
from running import run

from positions.errors import InputError, PositionError
from positions.game import Position
from positions.games.minelayers_tour import TourPuzzle, flaws_of_tour, puzzle_of
from positions.reading.puzzle_text import parse_puzzle, parse_tour, tour_position
from positions.text import format_position
from solver.certificates.checking.files import check_solutions
from solver.interface.engine import Budget, LimitReached, Limits
from solver.pool.worker import Resources
from solver.puzzles.kind import GameSpec, Puzzle, Rejection
from solver.puzzles.kinds import fitting
from solver.puzzles.one_move import OnlyMove
from solver.puzzles.search import Index, PuzzleSearch, likeness, puzzle_record, seek
from solver.puzzles.tour import KnightsTour, canonical_tour, random_tour
from solver.puzzles.words import parse_grades


def kind(size: str, **requirements: Any) -> KnightsTour:
    width, height = map(int, size.split("x"))
    return KnightsTour(GameSpec("minelayers", size=(width, height)), **requirements)


def make(wanted: KnightsTour, number: int = 1) -> Puzzle:
    wanted.check(None)
    sought = seek(PuzzleSearch(wanted, 7, 50), Index(number), Resources())
    assert sought.puzzle is not None
    return sought.puzzle


def test_random_tours_watch_their_limits() -> None:
    board, calls = TourPuzzle(8, 8), iter(range(8 * 8))

    def check() -> None:
        if next(calls, None) is None:
            raise LimitReached("time")

    with pytest.raises(LimitReached):
        random_tour(board, random.Random(1), check)


@pytest.mark.parametrize(
    "wanted",
    [
        kind("1x1"),
        kind("3x4", givens=3),
        kind("5x5"),
        kind("5x5", givens=12),
        kind("6x5", closed=True, givens=8),
        kind("6x6", givens=8),
        kind("10x3", closed=True, givens=4),
    ],
    ids=str,
)
def test_one_tour_fits(wanted: KnightsTour) -> None:
    puzzle = make(wanted)
    asked = puzzle_of(puzzle.position)
    tour = [square for move in puzzle.solution for square in move.squares]
    assert flaws_of_tour(asked, tour) == []
    assert (asked.width, asked.height) == wanted.spec.size
    assert asked.closed == wanted.closed
    assert len(asked.given) == (wanted.givens or len(asked.given)) > 0
    assert canonical_tour(asked) == puzzle.position
    assert parse_puzzle(format_position(puzzle.position)) == puzzle.position
    record = json.loads(json.dumps(puzzle_record(wanted, puzzle, 7, Index(1))))
    (checked,) = check_solutions(json.dumps(record).encode())
    assert checked.claim == "the only tour that fits; not checked: the grade"
    exchanged = [record["solution"][-1], *record["solution"][1:-1], record["solution"][0]]
    for changes in (
        {"solution": exchanged if len(exchanged) > 1 else ["a2"]},
        {"given": {}},
        {"closed": not wanted.closed},
        {"uniqueness": {**record["uniqueness"], "tours": 2}},
    ):
        (checked,) = check_solutions(json.dumps({**record, **changes}).encode())
        assert checked.refused is not None


@pytest.mark.parametrize(
    ("grades", "size", "chosen"),
    [
        (None, None, None),
        ("gentle", None, (6, 6)),
        ("steady", None, None),
        ("gentle..", None, None),
        ("cruel", None, (10, 10)),
        ("cruel", (7, 7), (7, 7)),
    ],
)
def test_a_grade_has_a_board_that_suits_it(
    grades: str | None, size: tuple[int, int] | None, chosen: tuple[int, int] | None
) -> None:
    spec = GameSpec("minelayers", size=size)
    fits = fitting(KnightsTour, spec, None if grades is None else parse_grades(grades))
    assert fits.size == chosen
    assert fitting(OnlyMove, spec, parse_grades("cruel")) == spec


def test_one_given_square_too_few_is_refused_by_every_check() -> None:
    wanted = kind("5x5")
    puzzle = make(wanted)
    asked, record = puzzle_of(puzzle.position), puzzle_record(wanted, puzzle, 7, Index(1))
    fewer = tour_position(TourPuzzle(5, 5))
    with pytest.raises(Rejection):
        wanted.prove(fewer, Budget(Limits()))
    assert asked.given
    changed = {**record, "position": format_position(fewer), "given": {}}
    (checked,) = check_solutions(json.dumps(changed).encode())
    assert "more than one tour" in str(checked.refused)


def test_symmetric_and_reversed_tours_are_the_same_puzzle() -> None:
    given = {0: 1, 7: 2, 12: 9, 24: 25}
    board = TourPuzzle(5, 5, given=given)
    turned = {24 - square: number for square, number in given.items()}
    backwards = {square: 26 - number for square, number in given.items()}
    images = [TourPuzzle(5, 5, given=one) for one in (given, turned, backwards)]
    assert len({canonical_tour(image) for image in images}) == 1
    assert likeness(canonical_tour(board)) == format_position(canonical_tour(board))


def test_reversed_tours_have_the_same_measure() -> None:
    puzzle = make(kind("6x5", closed=True))
    asked = puzzle_of(puzzle.position)
    given = {square: asked.size + 1 - number for square, number in asked.given.items()}
    other = tour_position(TourPuzzle(6, 5, closed=True, given=given))
    wanted = kind("6x5", closed=True)
    assert wanted.prove(other, Budget(Limits())).measure == puzzle.measure


@pytest.mark.parametrize(
    ("width", "height", "closed"), [(8, 8, True), (5, 5, False), (10, 10, True), (3, 7, False)]
)
def test_random_tours_are_found(width: int, height: int, closed: bool) -> None:
    board = TourPuzzle(width, height, closed)
    tours = [random_tour(board, random.Random(seed)) for seed in range(4)]
    found = [tuple(tour) for tour in tours if tour is not None]
    assert len(set(found)) > 1
    assert all(flaws_of_tour(board, tour) == [] for tour in found)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (kind("5x5", closed=True), "no closed tour of 5×5 exists (Schwenk 1991)"),
        (kind("4x4"), "no tour of 4×4 exists"),
        (kind("27x3"), "1 to 26 files"),
        (kind("5x5", givens=26), "--givens: found 26, expected at most 25"),
    ],
    ids=str,
)
def test_impossible_requirements_are_refused_at_once(wanted: KnightsTour, words: str) -> None:
    with pytest.raises(InputError) as refused:
        wanted.check(None)
    assert words in str(refused.value)


GOOD = "minelayers:5/5/5/5/5:A:tour=open:given=c3=1,a1=9"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("5/5/5/5/5", "5/5/4/5/5", "rows of one length"),
        ("5/5/5/5/5", "27/27/27", "1 to 26 files"),
        ("5/5/5/5/5", "x4/5/5/5/5", "expected a tour puzzle, such as"),
        (":A:", ":B:", "expected a tour puzzle, such as"),
        ("open", "round", "expected a tour puzzle, such as"),
        ("a1=9", "a1", "found 'a1', expected a square and its number"),
        ("a1=9", "a6=9", "found 'a6=9', expected a square and its number"),
        ("a1=9", "a1=0", "found 'a1=0', expected a square and its number"),
        ("a1=9", "a1=٣", "expected a square and its number"),
        ("a1=9", "a1=26", "found number 26 on a1"),
        ("a1=9", "a1=1", "found number 1 on 2 squares"),
        ("a1=9", "c3=9", "found 'c3=9' after another number"),
        ("c3=1,a1=9", "a1=9,c3=1", "squares in the order of their numbers"),
    ],
)
def test_texts_that_are_not_tours_are_refused(old: str, new: str, words: str) -> None:
    assert isinstance(parse_tour(GOOD), Position)
    with pytest.raises(PositionError) as refused:
        parse_tour(GOOD.replace(old, new))
    assert words in str(refused.value)


def test_runs_resume_and_avoid_existing_puzzles(tmp_path: Any) -> None:
    asked = ("generate", "--game", "minelayers", "--puzzle", "tour", "--size", "5x5")
    common = (*asked, "--seed", "3", "--workers", "1")
    file = tmp_path / "tours.jsonl"
    assert run(*common, "--count", "1", "-o", str(file)).exit_code == 0
    assert run(*common, "--count", "2", "-o", str(file), "--resume").exit_code == 0
    whole = file.read_text()
    assert len(whole.splitlines()) == 2
    other = run(*common, "--count", "1", "--json", "--not-in", str(file))
    assert json.loads(other.stdout)["position"] not in whole


def test_numbers_are_drawn() -> None:
    asked = ("generate", "--game", "minelayers", "--puzzle", "tour", "--size", "5x5")
    shown = run(*asked, "--givens", "25", "--seed", "3", "--workers", "1").stdout
    puzzle, solution = (
        part.splitlines()[:6] for part in (shown.split("\n", 1)[1], shown.split("Solution\n")[1])
    )
    assert [line[:21].rstrip() for line in puzzle] == [line.rstrip() for line in solution]
