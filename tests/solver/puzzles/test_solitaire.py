"""Generated solitaires satisfy the requirements, by the rules alone."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from running import run

from positions.errors import InputError
from positions.game import Position
from positions.games import rules_of
from positions.games.sight_reduction import SIGHT_REDUCTION, SOLITAIRE, pieces_left, survivors
from positions.text import format_position, parse_position
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Details, Limits, Result
from solver.pool.worker import Resources
from solver.puzzles.kind import FIRST_MOVE, TRANSPOSITION, WHOLE_LINE, GameSpec, Puzzle
from solver.puzzles.search import Index, PuzzleSearch, likeness, seek
from solver.puzzles.solitaire import LIMITS, Solitaire
from solver.puzzles.words import Grade, GradeRange, grade_of

RULES = SIGHT_REDUCTION.rules_with([SOLITAIRE])


def make(kind: Solitaire, number: int, **options: Any) -> Puzzle:
    """Return the puzzle with a number."""
    sought = seek(PuzzleSearch(kind, 7, 10_000, **options), Index(number), Resources())
    assert sought.puzzle is not None
    assert sought.candidate == sought.rejections.total() + 1
    return sought.puzzle


def kind(size: str, variants: str = "", **requirements: Any) -> Solitaire:
    width, height = map(int, size.split("x"))
    made = Solitaire(
        GameSpec("sight-reduction", tuple(variants.split()), (width, height)), **requirements
    )
    made.check(None)
    return made


@cache
def solutions(position: Position) -> Counter[Position]:
    """Count the solutions of a position by their final position, listing all play."""
    outcome = RULES.outcome(position)
    if outcome is not None:
        return Counter({position: 1} if outcome.solved else {})
    after = (solutions(RULES.play(position, move)) for move in RULES.moves(position))
    return sum(after, Counter())


SMALL = [
    kind("3x3"),
    kind("3x3", "easier harder"),
    kind("2x5", "harder", max_solutions=30),
    kind("3x4", pieces=8),
    kind("3x4", keep="a1,c4", pieces=9),
    kind("3x4", keep="random", pieces=8, unique=WHOLE_LINE),
    kind("4x4", "harder", pieces=9, unique=TRANSPOSITION),
    kind("4x4", pieces=9, unique=FIRST_MOVE),
    kind("4x4", pieces=9, first_moves=2, max_solutions=50),
    kind("3x4", "pairs", pieces=9),
    kind("3x4", "easier pairs", pieces=7, first_moves=4),
    kind("4x4", "pairs", pieces=6, unique=WHOLE_LINE),
]


@pytest.mark.parametrize("wanted", SMALL, ids=map(str, range(len(SMALL))))
def test_puzzles_satisfy_the_requirements(wanted: Solitaire) -> None:
    for number in range(1, 13):
        puzzle = make(wanted, number)
        position = puzzle.position
        check_requirements(wanted, position)
        check_solution(puzzle)
        after = [solutions(RULES.play(position, move)) for move in RULES.moves(position)]
        found = {
            "first_moves": sum(bool(ends) for ends in after),
            "solutions": str(solutions(position).total()),
            "ends": len(solutions(position)),
        }
        assert puzzle.counts == {name: found[name] for name in puzzle.counts}
        check_meaning(wanted, puzzle.uniqueness, found, position)


def check_requirements(wanted: Solitaire, position: Position) -> None:
    assert position.board.size == wanted.spec.size
    assert set(position.variants) == {*wanted.spec.variants, "solitaire"}
    squares = len(position.board.cells)
    assert pieces_left(position) == (wanted.pieces or squares)
    assert (survivors(position) is not None) == (wanted.keep is not None)
    if wanted.keep not in (None, "random"):
        assert position.key("keep") == wanted.keep


def check_solution(puzzle: Puzzle) -> None:
    position = puzzle.position
    for move in puzzle.solution:
        assert move in RULES.moves(position)
        position = RULES.play(position, move)
    outcome = RULES.outcome(position)
    assert outcome is not None
    assert outcome.solved


def check_meaning(
    wanted: Solitaire, meaning: str | None, found: dict[str, Any], position: Position
) -> None:
    """Check everything called unique, and that no requirement was forgotten."""
    assert meaning != WHOLE_LINE or found["solutions"] == "1"
    assert meaning != FIRST_MOVE or found["first_moves"] == 1
    assert meaning != TRANSPOSITION or found["ends"] == 1
    assert wanted.unique in (None, meaning) or meaning == WHOLE_LINE
    assert wanted.first_moves in (None, found["first_moves"])
    assert int(found["solutions"]) <= (wanted.max_solutions or int(found["solutions"]))


@pytest.mark.parametrize("variants", ["", "harder", "easier", "pairs"])
def test_full_boards_are_checked_by_another_engine(variants: str) -> None:
    for number in range(1, 4):
        check_by_another_engine(make(kind("4x8", variants), number))


@pytest.mark.exhaustive
def test_five_hundred_of_all_grades_are_checked_by_another_engine() -> None:
    puzzles = [make(kind("4x8"), number) for number in range(1, 501)]
    assert {puzzle.grade for puzzle in puzzles} == set(Grade)
    assert len({likeness(puzzle.position) for puzzle in puzzles}) == 500
    for puzzle in puzzles:
        check_by_another_engine(puzzle)


def check_by_another_engine(puzzle: Puzzle) -> None:
    check_solution(puzzle)
    oracle = ENGINES["sat"].open(puzzle.position, Budget(Limits()))
    assert oracle.assess(puzzle.position, Details()).result == Result.SOLVABLE


@pytest.mark.parametrize("size", ["2x3", "5x3", "7x5", "8x8"])
def test_boards_of_any_size(size: str) -> None:
    puzzle = make(kind(size), 1)
    check_solution(puzzle)
    odd = len(puzzle.position.board.cells) % 2
    assert puzzle.position.turn == ("b" if odd else "w")


def test_the_measure_is_the_same_for_symmetric_deals_and_each_time() -> None:
    for number, variants in enumerate(("", "harder", "easier", "pairs"), start=1):
        wanted = kind("4x5", variants)
        first = make(wanted, number)
        images = list(RULES.images(first.position))
        images += RULES.images(RULES.exchanged(first.position) or first.position)
        assert len(set(map(likeness, images))) == 1
        for image in Random(number).sample(images, 3):
            again = wanted.prove(image, Budget(Limits()))
            assert (again.grade, again.measure, again.uniqueness, again.counts) == (
                first.grade,
                first.measure,
                first.uniqueness,
                first.counts,
            )


@cache
def mistakes(position: Position) -> float:
    """Return the exact mean number of mistakes before a move that keeps the deal solvable."""
    moves = RULES.moves(position)
    after = [RULES.play(position, move) for move in moves]
    keeping = [one for one in after if solutions(one)]
    if not keeping:
        return 0.0
    here = (len(moves) - len(keeping)) / (len(keeping) + 1)
    return here + sum(map(mistakes, keeping)) / len(keeping)


@pytest.mark.parametrize("wanted", [SMALL[0], SMALL[1], SMALL[4], SMALL[9]], ids="abcd")
def test_the_measure_estimates_the_mean_number_of_mistakes(wanted: Solitaire) -> None:
    off = []
    for number in range(1, 9):
        puzzle = make(wanted, number)
        assert puzzle.measure is not None
        off.append(puzzle.measure["mistakes"] - mistakes(puzzle.position))
    assert max(map(abs, off)) < 1.5
    assert abs(sum(off)) / len(off) < 0.4


def test_more_mistakes_never_give_a_lower_grade() -> None:
    grades = [grade_of(half / 2, LIMITS) for half in range(120)]
    assert grades == sorted(grades, key=list(Grade).index)
    assert set(grades) == set(Grade)


def test_puzzles_have_the_requested_grade() -> None:
    for least, most in (("gentle", "gentle"), ("steady", "tricky"), ("cruel", "cruel")):
        grades = GradeRange(Grade(least), Grade(most))
        puzzle = make(kind("4x8"), 3, grades=grades)
        again = kind("4x8").prove(puzzle.position, Budget(Limits()))
        assert again.measure == puzzle.measure
        assert puzzle.measure is not None
        assert puzzle.grade in grades
        mistakes = puzzle.measure["mistakes"]
        assert list(Grade)[sum(mistakes >= limit for limit in LIMITS)] == puzzle.grade


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--size 1x2", "found 2 squares, expected at least 3"),
        ("--size 9x8", "a board of 9×8 squares"),
        ("--pieces 33", "--pieces: found 33, expected from 3 to 32"),
        ("--pieces 2", "--pieces: found 2, expected from 3 to 32"),
        ("--keep a1", "--keep: found 'a1', expected random or two squares of 4×8"),
        ("--keep a1,a1", "--keep: found 'a1,a1'"),
        ("--keep a1,e1", "--keep: found 'a1,e1'"),
        ("--keep a1,b1 --variant pairs", "--keep cannot be combined with pairs"),
        ("--first-moves 17", "--first-moves: found 17, expected at most 16"),
        ("--first-moves 16 --keep random", "expected at most 15"),
        ("--first-moves 97 --variant pairs", "expected at most 96"),
        ("--first-moves 2 --unique first?move", "expected at most 1"),
        ("--first-moves 9 --max-solutions 8", "--max-solutions: found 8"),
        ("--max-solutions 1", "see each other, so that either may go (SR1)"),
        ("--max-solutions 1 --unique first?move", "--max-solutions: found 1 for deals"),
        ("--max-solutions 1 --unique whole?line", "--unique: found 'whole line' for deals"),
        ("--unique whole?line --variant easier", "see each other"),
        (
            "--unique up?to?transposition --variant pairs",
            "--unique: 'up to transposition' cannot be combined",
        ),
        ("--variant harder --variant pairs", "no board can be emptied"),
        ("--size 2x2 --grade steady..", "--grade: found 'steady..cruel', expected gentle at most"),
        ("--grade cruel..gentle", "expected the lower grade first"),
        ("--grade ..", "found '..', expected 'gentle'"),
        ("--grade hard", "found 'hard', expected 'gentle'"),
    ],
)
def test_impossible_requirements_are_refused_at_once(options: str, words: str) -> None:
    result = run("generate", *(word.replace("?", " ") for word in options.split()))
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") <= 2


def test_games_are_exchanged_with_their_survivors() -> None:
    text = "sight-reduction+solitaire:w1b/bbw:w:keep=a2,c2"
    exchanged = RULES.exchanged(parse_position(text))
    assert exchanged is not None
    assert format_position(exchanged) == "sight-reduction+solitaire:b1w/wwb:b:keep=c2,a2"
    assert not rules_of(exchanged).flaws(exchanged)


def test_symmetric_deals_are_the_same_puzzle() -> None:
    search = PuzzleSearch(kind("2x3"), 7, 50)
    first = seek(search, Index(1), Resources())
    assert first.puzzle is not None
    known = frozenset([likeness(first.puzzle.position)])
    again = seek(search, Index(1, known=known), Resources())
    assert again.puzzle is None or likeness(again.puzzle.position) not in known
    assert again.rejections["the same as another one"] > 0


def test_time_and_node_limits() -> None:
    search = PuzzleSearch(kind("4x8"), 7, 3, nodes=0)
    sought = seek(search, Index(1), Resources())
    assert (sought.puzzle, sought.rejections) == (None, {"left open by a limit": 3})
    with pytest.raises(InputError):
        kind("4x8", pieces=1)
    late = seek(PuzzleSearch(kind("4x8"), 7, 3, deadline=0.0), Index(1), Resources())
    assert (late.puzzle, late.candidate, late.is_late) == (None, 0, True)
