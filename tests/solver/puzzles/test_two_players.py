"""Puzzles for two players: their claims hold by the reference engine and by the rules alone."""

import json
from functools import cache
from math import inf
from typing import Any

import pytest

from positions.errors import InputError
from positions.game import SWAP, Position
from positions.games import game_of, rules_of
from positions.playing import legal_moves
from positions.text import parse_move, parse_position
from solver.answers.moves import value_move
from solver.certificates.checking import two_players as checking
from solver.certificates.checking.check import CheckResult
from solver.certificates.checking.files import check_solutions
from solver.engines.brute import BRUTE, BruteOracle
from solver.interface.engine import Budget, Details, Limits, Result
from solver.pool.worker import Resources
from solver.puzzles import two_players
from solver.puzzles.kind import FIRST_MOVE, TRANSPOSITION, GameSpec, Kind, Puzzle
from solver.puzzles.one_move import HoldMargin, OnlyMove, SwapOrNot
from solver.puzzles.search import Index, PuzzleSearch, puzzle_record, seek
from solver.puzzles.survive import Survive
from solver.puzzles.two_players import grades_of_turn, look
from solver.puzzles.win_in import WinIn
from solver.puzzles.words import Grade, GradeRange, parse_grades


@pytest.fixture(autouse=True)
def _list_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow all play to be listed for the puzzles made here."""
    monkeypatch.setattr(checking, "LISTED", 10_000)


def spec(text: str) -> GameSpec:
    """Parse ``GAME+VARIANT WxH``."""
    name, size = text.split()
    game, *variants = name.split("+")
    width, height = map(int, size.split("x"))
    return GameSpec(game, tuple(variants), (width, height))


ONLY_MOVES: list[Kind] = [
    OnlyMove(spec("manhattan 4x4")),
    OnlyMove(spec("marvin 3x3"), played=12),
    OnlyMove(spec("nakatta 4x4"), played=8),
    OnlyMove(spec("minelayers 4x5")),
    OnlyMove(spec("sight-reduction 4x4")),
    OnlyMove(spec("sight-reduction+harder 4x3"), choices=2),
]
MARGINS: list[Kind] = [HoldMargin(spec("marvin 3x3"), played=12)]
WINS: list[Kind] = [
    WinIn(spec("manhattan 4x4"), played=13),
    WinIn(spec("manhattan 4x4"), plies=5, played=17),
    WinIn(spec("nakatta 4x4")),
    WinIn(spec("minelayers 4x5"), plies=5),
    WinIn(spec("sight-reduction 4x4"), plies=1),
    WinIn(spec("sight-reduction 4x4"), choices=3),
]
RACES: list[Kind] = [
    Survive(spec("minelayers 4x6"), steps=3),
    Survive(spec("minelayers 5x6"), FIRST_MOVE, steps=4),
]
SWAPS: list[Kind] = [SwapOrNot(spec("nakatta 3x3"))]
ALL = [*ONLY_MOVES, *MARGINS, *WINS, *RACES, *SWAPS]


def name_of(kind: Kind) -> str:
    """Return the name of a kind in the list of tests."""
    return f"{kind.name}-{kind.spec.game}-{ALL.index(kind)}"


@cache
def made(kind: Kind, number: int) -> Puzzle:
    kind.check(None)
    sought = seek(PuzzleSearch(kind, 7, 10_000), Index(number), Resources())
    assert sought.puzzle is not None
    return sought.puzzle


def brute(position: Position) -> BruteOracle:
    return BRUTE.open(position, Budget(Limits()))


def moves_by(oracle: BruteOracle, position: Position) -> dict[str, Any]:
    """Return the values of all moves by name, from the reference engine."""
    wanted = Details(distance=True)
    return {move: value_move(position, move, wanted, oracle) for move in legal_moves(position)}


@pytest.mark.parametrize("kind", ONLY_MOVES, ids=name_of)
@pytest.mark.parametrize("number", [1, 2])
def test_one_move_wins_and_the_others_do_not(kind: OnlyMove, number: int) -> None:
    puzzle = made(kind, number)
    values = moves_by(brute(puzzle.position), puzzle.position)
    results = [value.result for value in values.values()]
    (move,) = puzzle.solution
    assert values[move].result == Result.WIN
    assert len(values) >= kind.choices
    assert puzzle.uniqueness == FIRST_MOVE
    counts = {"winning": Result.WIN, "drawing": Result.DRAW, "losing": Result.LOSS}
    expected = {name: results.count(result) for name, result in counts.items()}
    said = puzzle.counts
    assert said["moves"] == len(values)
    assert {name: said.get(name, 0) for name in counts} == expected
    assert expected["winning"] == 1


@pytest.mark.parametrize("kind", MARGINS, ids=name_of)
@pytest.mark.parametrize("number", [1, 2])
def test_one_move_holds_the_margin(kind: HoldMargin, number: int) -> None:
    puzzle = made(kind, number)
    sign = 1 if puzzle.position.turn == "w" else -1
    values = moves_by(brute(puzzle.position), puzzle.position)
    margins = {move: sign * value.after.score for move, value in values.items()}
    best = max(margins.values())
    assert [move for move, margin in margins.items() if margin == best] == list(puzzle.solution)
    assert puzzle.facts["score"] == sign * best
    assert len(values) >= kind.choices


@pytest.mark.parametrize("kind", WINS, ids=name_of)
@pytest.mark.parametrize("number", [1, 2])
def test_one_move_at_every_turn_wins_in_time(kind: WinIn, number: int) -> None:
    puzzle = made(kind, number)
    position, rules = puzzle.position, rules_of(puzzle.position)
    oracle, slower = brute(position), 0
    assert oracle.assess(position, Details()).distance == kind.plies == len(puzzle.solution)
    for left, move in zip(range(kind.plies, 0, -1), puzzle.solution, strict=True):
        values = moves_by(oracle, position)
        assert values[move].distance == left
        if left % 2 == 1:
            wins = {m: v.distance for m, v in values.items() if v.result == Result.WIN}
            assert [m for m, distance in wins.items() if distance <= left] == [move]
            slower += len(wins) - 1
        else:
            assert left == max(value.distance for value in values.values())
        position = rules.play(position, move)
    outcome = rules.outcome(position)
    assert outcome is not None
    assert outcome.winner == puzzle.position.turn
    assert puzzle.counts["slower_wins"] == slower


@pytest.mark.parametrize("kind", RACES, ids=name_of)
@pytest.mark.parametrize("number", [1, 2])
def test_races_can_be_survived_in_one_way(kind: Survive, number: int) -> None:
    puzzle = made(kind, number)
    position, rules = puzzle.position, rules_of(puzzle.position)
    oracle = brute(position)
    for ply, move in enumerate(puzzle.solution):
        values = moves_by(oracle, position)
        winning = [m for m, value in values.items() if value.result == Result.WIN]
        if ply == 0 or (ply % 2 == 0 and puzzle.counts["ways"] == 1):
            assert winning == [move]
        elif ply % 2 == 0:
            assert move in winning
        position = rules.play(position, move)
    outcome = rules.outcome(position)
    assert outcome is not None
    assert outcome.winner == puzzle.position.turn
    assert (len(puzzle.solution) + 1) // 2 >= kind.steps


def test_every_first_stone_is_a_swap_puzzle() -> None:
    kind, seen = SwapOrNot(spec("nakatta 3x3")), set()
    for number in range(1, 8):
        puzzle = made(kind, number)
        values = moves_by(brute(puzzle.position), puzzle.position)
        winning = [move for move, value in values.items() if value.result == Result.WIN]
        assert puzzle.facts["swap"] == (SWAP in winning)
        assert puzzle.solution == (SWAP,) if SWAP in winning else puzzle.solution[0] in winning
        seen.add(puzzle.facts["swap"])
    assert seen == {False, True}


def proved(kind: Kind, position: Position) -> Puzzle:
    return kind.prove(position, Budget(Limits(kind.nodes)))


@pytest.mark.parametrize("kind", ALL, ids=name_of)
def test_symmetric_positions_are_the_same_puzzle(kind: Kind) -> None:
    puzzle = made(kind, 1)
    for image in rules_of(puzzle.position).images(puzzle.position):
        other = proved(kind, image)
        assert (other.grade, other.measure) == (puzzle.grade, puzzle.measure)
        assert (other.uniqueness, other.counts) == (puzzle.uniqueness, puzzle.counts)
        assert len(other.solution) == len(puzzle.solution)


@pytest.mark.parametrize("kind", [*ONLY_MOVES, *MARGINS, *WINS, *SWAPS], ids=name_of)
def test_engines_prove_the_same(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = made(kind, 2)
    monkeypatch.setattr(two_players, "ENGINES", {"auto": BRUTE})
    assert proved(kind, puzzle.position) == puzzle


@pytest.mark.parametrize("kind", [*ONLY_MOVES, *MARGINS], ids=name_of)
def test_the_number_of_moves_bounds_the_grade(kind: Kind) -> None:
    grade, moves = made(kind, 1).grade, len(legal_moves(made(kind, 1).position))
    assert grade is not None
    assert grade in grades_of_turn(kind.spec.game, moves, moves)


@pytest.mark.parametrize("grade", Grade)
def test_every_requested_grade_is_found(grade: Grade) -> None:
    kind = OnlyMove(spec("minelayers 5x6"))
    sought = seek(PuzzleSearch(kind, 7, 1000, GradeRange(grade, grade)), Index(1), Resources())
    assert sought.puzzle is not None
    assert sought.puzzle.measure is not None
    assert sought.puzzle.grade == grade


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        # A king on b2, or moves that leave one to the opponent.
        ("marvin:3/w2/ww1:w", {"Kb2": (1, 0), "c1": (-1, 0), "b3": (-1, 0)}),
        # A king, leaving one to the opponent; or only the latter.
        ("marvin:W2/WWr/W2:w", {"Kb1": (0, 0), "Kb3": (0, 0), "c1": (-1, 0)}),
        ("marvin:WWW/WRR/RR1:w", {"Kc1": (inf, 0)}),
        # Three more moves for the player, and two for the opponent.
        ("minelayers:4/4/4/A2B:A:first=A", {"c2": (0, 1), "b3": (0, 1)}),
    ],
)
def test_moves_look_as_good_as_the_positions_they_lead_to(
    text: str, looks: dict[str, tuple[float, float]]
) -> None:
    position = parse_position(text)
    for name, expected in looks.items():
        assert look(position, parse_move(position, name)) == expected, name


def record_of(kind: Kind, number: int = 1) -> dict[str, Any]:
    record = puzzle_record(kind, made(kind, number), 7, Index(number))
    found: dict[str, Any] = json.loads(json.dumps(record))
    return found


def check(record: dict[str, Any]) -> CheckResult:
    (checked,) = check_solutions(json.dumps(record).encode())
    return checked


@pytest.mark.parametrize("kind", ALL, ids=name_of)
def test_records_are_accepted_and_changed_ones_refused(kind: Kind) -> None:
    record = record_of(kind)
    checked = check(record)
    assert checked.refused is None
    assert checked.size.positions > 1
    for name, value in record["uniqueness"].items():
        if name not in ("complete", "meaning", "slower_wins"):
            assert check(
                {**record, "uniqueness": {**record["uniqueness"], name: value + 1}}
            ).refused
    assert check({**record, "uniqueness": {**record["uniqueness"], "meaning": None}}).refused
    assert check({**record, "goal": "Win."}).refused
    assert check({**record, "solution": [*record["solution"], "a1"]}).refused
    assert check({**record, "solution": record["solution"][:-1]}).refused


@pytest.mark.parametrize("kind", [*ONLY_MOVES, *MARGINS, *RACES], ids=name_of)
def test_no_other_first_move_is_accepted(kind: Kind) -> None:
    record, position = record_of(kind), made(kind, 1).position
    notation = game_of(position).notation
    names = [notation.format(position.board, move) for move in legal_moves(position)]
    for name in names:
        refusal = check({**record, "solution": [name, *record["solution"][1:]]}).refused
        assert (refusal is None) == (name == record["solution"][0])


EASY, HARD = map(parse_grades, ("gentle", "cruel"))


@pytest.mark.parametrize(
    ("kind", "grades", "words"),
    [
        (OnlyMove(spec("sight-reduction+solitaire 4x4")), None, "a two-player game"),
        (OnlyMove(spec("sight-reduction 9x9")), None, "at most 64"),
        (OnlyMove(spec("manhattan 5x5")), None, "the start of Manhattan on 5×5"),
        (OnlyMove(spec("nakatta 4x5")), None, "a square board"),
        (HoldMargin(spec("marvin 1x5")), None, "both sides at least 2"),
        (OnlyMove(spec("minelayers 5x5"), choices=9), None, "--choices: found 9, expected at"),
        (OnlyMove(spec("marvin 3x3"), choices=10), None, "--choices: found 10, expected at"),
        (OnlyMove(spec("sight-reduction 3x3"), choices=6), None, "found 6, expected at most 5"),
        (WinIn(spec("manhattan 4x4"), choices=33), None, "found 33, expected at most 32"),
        (WinIn(spec("nakatta 3x3"), plies=19), None, "--plies: found 19, expected at most 18"),
        (WinIn(spec("minelayers 3x3"), plies=11), None, "--plies: found 11, expected at"),
        (OnlyMove(spec("minelayers 5x5"), played=25), None, "--played: found 25"),
        (OnlyMove(spec("marvin 3x2")), HARD, "--grade: found 'cruel', expected gentle..tricky"),
        (
            OnlyMove(spec("nakatta 5x5"), choices=12),
            EASY,
            "found 'gentle', expected steady..cruel",
        ),
        (WinIn(spec("manhattan 4x4"), plies=4), None, "--plies: found 4, expected an odd"),
        (Survive(spec("minelayers 3x3"), steps=5), None, "--steps: found 5 on 3×3"),
        (Survive(spec("minelayers 5x5"), TRANSPOSITION), None, "--unique: found 'up to"),
        (SwapOrNot(spec("nakatta 4x4")), HARD, "--grade: swap-or-not puzzles have no grades"),
    ],
    ids=str,
)
def test_impossible_requirements_are_refused_at_once(
    kind: Kind, grades: GradeRange | None, words: str
) -> None:
    with pytest.raises(InputError) as refused:
        kind.check(grades)
    assert words in str(refused.value)
