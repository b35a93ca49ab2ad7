"""The lines of answers are played, and what an answer says of its end must be so."""

import json
from functools import cache

import pytest
from certificate_cases import CLAIMS
from running import run

from positions.text import parse_position
from solver.certificates.checking.solution import check_solutions
from solver.choice import ENGINES
from solver.engine import Limits
from solver.records import verdict_record
from solver.solve import Question, solve, wanted_of


@cache
def answer(position: str) -> dict[str, object]:
    """Give the object that `solve --json --par` prints of a position."""
    root = parse_position(position)
    verdict = solve(Question(root, wanted_of(root, par=True)), Limits(), ENGINES["auto"])
    return verdict_record(verdict)


def as_file(*answers: object) -> bytes:
    return "\n".join(json.dumps(one) for one in answers).encode()


def test_the_lines_of_all_answers_are_accepted() -> None:
    answers = [answer(position) for position, _ in CLAIMS]
    found = list(check_solutions(as_file(*answers)))
    assert [(one.position, one.refused) for one in found] == [
        (parse_position(position), None) for position, _ in CLAIMS
    ]
    solvable = [one.claim == "solvable" for one in found]
    assert solvable == [claim == "solvable" for _, claim in CLAIMS]


SOLVED, PASSED = CLAIMS[0][0], "nakatta:2b/b2/bww:w"


@pytest.mark.parametrize(
    ("position", "changes", "words"),
    [
        (SOLVED, {"line": ["c3"]}, "the game is not over at the end of the line"),
        (SOLVED, {"line": ["c3", "c3"]}, "found the move 'c3': c3 is not"),
        (SOLVED, {"line": []}, "the game is not over"),
        (SOLVED, {"line": "c3"}, 'expected a list of moves in "line"'),
        (SOLVED, {"line": [3]}, 'expected a list of moves in "line"'),
        (SOLVED, {"position": "nakatta"}, "found no board"),
        (SOLVED, {"position": 7}, 'expected a text in "position"'),
        (SOLVED, {"result": "unsolvable"}, "and '\"solvable\"' is true of the line"),
        (SOLVED, {"par": 3}, "found '3' as 'par', and '2' is true"),
        (PASSED, {"winner": "white"}, "'winner', and '\"black\"' is true of the line"),
        (PASSED, {"result": "win"}, "'result', and '\"loss\"' is true of the line"),
        (PASSED, {"distance": 3}, "found '3' as 'distance', and '2' is true"),
        (PASSED, {"distance": True}, "found 'true' as 'distance'"),
    ],
)
def test_what_is_not_so_is_refused(position: str, changes: dict[str, object], words: str) -> None:
    good, bad = check_solutions(as_file(answer(position), answer(position) | changes))
    assert good.refused is None
    assert bad.refused is not None
    assert bad.refused.line == 2
    assert words in str(bad.refused)


def test_verify_takes_what_solve_prints() -> None:
    printed = run("solve", "--json", *(position for position, _ in CLAIMS[:5])).stdout
    result = run("verify", "--json", "-", given=printed)
    assert result.exit_code == 0
    assert {json.loads(line)["claim"] for line in result.stdout.splitlines()} == {"solvable"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"position": ', "found no JSON, expected one object a line"),
        ('{"line": 3, "error": "found nothing"}', 'with a "position" and a "line"'),
        ("[3]", 'with a "position" and a "line"'),
        ("[" * 100_000, "found no JSON"),
    ],
)
def test_what_is_no_answer_is_refused(text: str, words: str) -> None:
    result = run("verify", "-", given=as_file(answer(SOLVED)).decode() + "\n" + text)
    assert result.exit_code == 1
    assert "Refused: line 2: " in result.stdout
    assert words in result.stdout
