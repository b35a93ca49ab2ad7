"""The lines of answers are replayed, and must end as the answers say."""

import gzip
import json
from collections.abc import Callable
from functools import cache

import pytest
from certificate_cases import CLAIMS
from running import run

from positions.text import parse_position
from solver import solve
from solver.answers.model import record
from solver.certificates.checking.files import check_solutions


@cache
def answer(position: str) -> dict[str, object]:
    """Return the object that `solve --json --par` prints for a position."""
    return record(solve(parse_position(position), par=True))


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
        (SOLVED, {"line": ["c3", "c3"]}, "'c3' is illegal: it is not"),
        (SOLVED, {"line": []}, "the game is not over"),
        (SOLVED, {"line": "c3"}, 'expected a list of moves in "line"'),
        (SOLVED, {"line": [3]}, 'expected a list of moves in "line"'),
        (SOLVED, {"position": "nakatta"}, "found no board"),
        (SOLVED, {"position": 7}, 'expected a text in "position"'),
        (SOLVED, {"result": "unsolvable"}, "expected '\"solvable\"' for the line"),
        (SOLVED, {"par": 3}, "found '3' as 'par', expected '2'"),
        (SOLVED, {"game": "marvin"}, "found '\"marvin\"' as 'game'"),
        (SOLVED, {"variants": []}, "found '[]' as 'variants'"),
        (SOLVED, {"status": "unknown"}, "'status', expected '\"proved\"'"),
        (SOLVED, {"reason": "nodes"}, "'reason', expected 'null'"),
        (SOLVED, {"winner": "white"}, "'winner', expected 'null'"),
        (SOLVED, {"score": 1}, "'score', expected 'null'"),
        (SOLVED, {"value": "1"}, "'value', expected 'null'"),
        (PASSED, {"par": 2}, "'par', expected 'null'"),
        (PASSED, {"winner": "white"}, "'winner', expected '\"black\"' for the line"),
        (PASSED, {"result": "win"}, "'result', expected '\"loss\"' for the line"),
        (PASSED, {"distance": 3}, "found '3' as 'distance', expected '2'"),
        (PASSED, {"distance": True}, "found 'true' as 'distance'"),
    ],
)
def test_false_answers_are_refused(position: str, changes: dict[str, object], words: str) -> None:
    good, bad = check_solutions(as_file(answer(position), answer(position) | changes))
    assert good.refused is None
    assert bad.refused is not None
    assert bad.refused.line == 2
    assert words in str(bad.refused)


def test_verify_accepts_the_output_of_solve() -> None:
    printed = run("solve", "--json", *(position for position, _ in CLAIMS[:5])).stdout
    result = run("verify", "--json", "-", given=printed)
    assert result.exit_code == 0
    assert {json.loads(line)["claim"] for line in result.stdout.splitlines()} == {"solvable"}


@pytest.mark.parametrize(
    "saved",
    [
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b"\n", b"\r"),
        gzip.compress,
    ],
    ids=["BOM", "CRLF", "CR", "gzip"],
)
def test_answers_may_be_saved_in_several_encodings(saved: Callable[[bytes], bytes]) -> None:
    text = as_file(answer(SOLVED), answer(PASSED) | {"winner": "white"}) + b"\n"
    result = run("verify", "--json", "-", given=saved(text))
    assert result.exit_code == 1
    assert [json.loads(line)["accepted"] for line in result.stdout.splitlines()] == [True, False]


def test_the_intact_part_of_truncated_answers_is_checked() -> None:
    result = run("verify", "-", given=as_file(answer(SOLVED)) + b"\n{" + b" " * (1 << 21))
    assert result.exit_code == 2
    assert "standard input: line 2: found a line of more than" in result.stderr
    assert result.stdout.count("Accepted") == 1
    cut = run("verify", "-", given=gzip.compress(as_file(answer(SOLVED)))[:-9])
    assert cut.exit_code == 2
    assert "standard input: line 1: the gzip data breaks off" in cut.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"position": ', "found no JSON, expected one object per line"),
        ('{"line": 3, "error": "found nothing"}', 'with a "position" and a "line"'),
        ("[3]", 'with a "position" and a "line"'),
        ("[" * 100_000, "found no JSON"),
    ],
)
def test_other_objects_are_refused(text: str, words: str) -> None:
    result = run("verify", "-", given=as_file(answer(SOLVED)).decode() + "\n" + text)
    assert result.exit_code == 1
    assert "Refused: line 2: " in result.stdout
    assert words in result.stdout
