"""Records of solitaires are checked by the rules: generated ones are accepted, mutants refused."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from running import run

from solver.certificates.checking.files import check_solutions

ASKED = ("generate", "--seed", "2", "--workers", "1", "--json")
LISTED = "all solutions were counted"
MADE = [
    ("--size 3x4", LISTED),
    ("--size 3x4 --variant harder --max-solutions 90", LISTED),
    ("--pieces 10 --keep random --unique whole?line", LISTED),
    ("--pieces 10 --variant harder --unique up?to?transposition", LISTED),
    ("--pieces 9 --variant pairs --unique first?move", LISTED),
    ("", "not checked: how many others do"),
]


@cache
def record(options: str) -> str:
    words = [word.replace("?", " ") for word in options.split()]
    return run(*ASKED, *words).stdout


def refusal(text: str) -> str | None:
    (checked,) = check_solutions(text.encode())
    return None if checked.refused is None else str(checked.refused)


@pytest.mark.parametrize(("options", "claim"), MADE)
def test_generated_solitaires_are_accepted(options: str, claim: str) -> None:
    (checked,) = check_solutions(record(options).encode())
    assert checked.refused is None
    assert checked.claim is not None
    assert claim in checked.claim


def swapped(moves: list[str]) -> list[str]:
    return [moves[1], moves[0], *moves[2:]]


MUTANTS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "the last move is dropped": lambda r: {"solution": r["solution"][:-1]},
    "two moves are swapped": lambda r: {"solution": swapped(r["solution"])},
    "a move is repeated": lambda r: {"solution": [*r["solution"], r["solution"][-1]]},
    "a move is off the board": lambda r: {"solution": ["z9", *r["solution"][1:]]},
    "no list of moves": lambda _: {"solution": "a1"},
    "another turn": lambda r: {"position": r["position"].replace(":w", ":b")},
    "another goal": lambda _: {"goal": "Win."},
    "another game": lambda _: {"game": "marvin"},
    "another variant": lambda r: {"variants": [*r["variants"], "easier"]},
    "another kind": lambda _: {"puzzle": "only-move"},
    "no kind": lambda _: {"puzzle": None},
    "more first moves": lambda r: {
        "uniqueness": r["uniqueness"] | {"first_moves": r["uniqueness"]["first_moves"] + 1}
    },
    "another meaning": lambda r: {"uniqueness": r["uniqueness"] | {"meaning": "last move"}},
    "an incomplete count": lambda r: {"uniqueness": r["uniqueness"] | {"complete": False}},
    "nothing unique": lambda _: {"uniqueness": None},
}


@pytest.mark.parametrize("change", MUTANTS)
def test_false_records_are_refused(change: str) -> None:
    for options, claim in MADE:
        if claim != LISTED and change == "more first moves":
            continue
        good = json.loads(record(options))
        assert refusal(json.dumps(good | MUTANTS[change](good))), options


@pytest.mark.parametrize("name", ["solutions", "ends"])
def test_counts_are_checked_by_counting(name: str) -> None:
    options = next(o for o, _ in MADE if name in json.loads(record(o))["uniqueness"])
    good = json.loads(record(options))
    for wrong in (0, 2, "2", "0", None, True):
        said = good["uniqueness"] | {"meaning": None, name: wrong}
        assert refusal(json.dumps(good | {"uniqueness": said}))


def test_verify_accepts_a_file_of_puzzles() -> None:
    good = record("--size 3x4 --variant harder --max-solutions 90")
    bad = json.loads(record("--size 3x4"))
    bad["solution"].pop()
    result = run("verify", "-", given=f"{good}{json.dumps(bad)}\n")
    assert result.exit_code == 1
    assert result.stdout.count("Accepted: the solution works") == 1
    assert "Refused: line 2: " in result.stdout
