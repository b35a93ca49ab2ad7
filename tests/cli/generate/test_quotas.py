"""`generate` for editors: several games and kinds in one run, and numbers by grade."""

import json
import re
from pathlib import Path

import pytest
from running import run

from positions.errors import InputError
from solver.puzzles.plan import parse_shares


def made(path: Path) -> list[tuple[int, str, str]]:
    """Return the number, the game and the grade of each puzzle in a file."""
    records = map(json.loads, path.read_text().splitlines())
    return [(record["number"], record["game"], record["grade"]) for record in records]


def test_each_game_has_as_many_puzzles_of_each_grade_as_wanted(tmp_path: Path) -> None:
    path, again = tmp_path / "made.jsonl", tmp_path / "again.jsonl"
    games = (("sight-reduction:solitaire", "4x6"), ("marvin", "4x4"))
    for game, size in games:
        asked = ("generate", game, "--size", size, "--seed", "7", "--grade", "gentle:2,steady:1")
        result = run(*asked, "--workers", "1", "-o", str(path))
        assert result.exit_code == 0, result.stderr
        assert [grade for _, _, grade in made(path)] == ["gentle", "gentle", "steady"]
        path.unlink()
    both = ("generate", "marvin", "manhattan", "--size", "4x4", "--seed", "7")
    asked = (*both, "--grade", "gentle:2")
    assert run(*asked, "--workers", "1", "-o", str(path)).exit_code == 0
    assert made(path) == [
        (1, "marvin", "gentle"),
        (2, "marvin", "gentle"),
        (3, "manhattan", "gentle"),
        (4, "manhattan", "gentle"),
    ]
    assert run(*asked, "--workers", "2", "-o", str(again)).exit_code == 0
    assert path.read_bytes() == again.read_bytes()
    # A run that was interrupted goes on; one with other quotas is another one.
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert run(*asked, "-o", str(path), "--resume").exit_code == 0
    assert path.read_bytes() == whole
    result = run(*both, "--grade", "gentle:3", "-o", str(path), "--resume")
    assert result.exit_code == 2
    assert "found counts [2, 2] before and [3, 3] now" in result.stderr


def test_the_foot_of_a_sheet_names_the_games_and_quotas(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    asked = ("generate", "marvin", "--size", "4x4", "--seed", "7", "--grade", "gentle:1")
    assert run(*asked, "--sheet", str(sheet)).exit_code == 0
    made_by = re.search(r"<code>(.*)</code>", sheet.read_text())
    assert made_by is not None
    assert {*asked} <= {*made_by[1].split()}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nakata",), "found 'nakata', expected 'sight-reduction', 'manhattan'"),
        (("marvin:win-in",), "expected 'only-move' or 'hold-margin' (Marvin)"),
        (("marvin", "--game", "marvin"), "found GAME with --game"),
        (("marvin", "--puzzle", "only-move"), "found GAME with --game"),
        (("--grade", "gentle:1", "--count", "2"), "--count cannot be combined with"),
        (("nakatta:swap-or-not", "--grade", "gentle:1"), "puzzles have no grades"),
        # A quota that counting rules out is refused before any puzzle is made.
        (("--size", "2x3", "--grade", "gentle:1,cruel:1"), "found 'cruel', expected gentle"),
    ],
)
def test_what_cannot_be_made_is_refused_at_once(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    result = run("generate", *arguments, "--seed", "1", "-o", str(tmp_path / "made.jsonl"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_rare_quota_is_announced_with_what_is_quick(tmp_path: Path) -> None:
    asked = ("generate", "nakatta", "--size", "3x3", "--grade", "cruel:1", "--tries", "1")
    result = run(*asked, "--seed", "1", "-o", str(tmp_path / "made.jsonl"))
    assert result.exit_code == 3
    first = result.stderr.splitlines()[0]
    assert first.startswith("nakatta only-move: cruel puzzles may take long: on this board, gentle")
    assert "cruel ones without --size or on 4×4" in first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gentle:0", "expected a number by grade"),
        ("gentle:2,steady", "found 'steady', expected a number by grade"),
        ("gentle:2,..steady:1", "expected each grade once"),
        ("hard:2", "found 'hard'"),
    ],
)
def test_quotas_are_read_strictly(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        parse_shares(text)
