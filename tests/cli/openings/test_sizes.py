"""`openings` of a game on boards of several sizes: one table, and a row for each opening."""

import csv
import json
from pathlib import Path

import pytest
from running import run

RANGE = ("openings", "--game", "nakatta", "--size", "3x3..4x4")


def test_a_range_makes_one_table_of_the_boards_with_a_start() -> None:
    result = run(*RANGE)
    assert (result.exit_code, result.stderr) == (0, "")
    cells = [line.split() for line in result.stdout.splitlines()[3:5]]
    assert cells == [
        ["3×3", "Black", "5", "9", "3", "33.33", "%"],
        ["4×4", "Black", "11", "16", "4", "25.00", "%"],
    ]


def test_sizes_may_be_repeated_and_are_taken_in_their_order() -> None:
    result = run("openings", "--game", "nakatta", "--size", "4x4", "--size", "3x3..4x4", "--json")
    sizes = [json.loads(line)["position"] for line in result.stdout.splitlines()]
    assert sizes == ["nakatta:4/4/4/4:b", "nakatta:3/3/3:b"]


@pytest.mark.parametrize(
    "start",
    ["nakatta:start:3x3", "nakatta+pie:start:3x3", "marvin:start:3x3", "manhattan:start:2x4"],
)
def test_the_start_is_worth_what_solve_says(start: str) -> None:
    opened = json.loads(run("openings", "--json", "--distance", start).stdout)
    solved = json.loads(run("solve", "--json", "--distance", start).stdout)
    assert [opened[name] for name in ("result", "winner", "distance")] == [
        solved[name] for name in ("result", "winner", "distance")
    ]


def test_unknown_openings_widen_the_share() -> None:
    winning = json.loads(run("openings", "--json", "--nodes", "0", "nakatta:start:4x4").stdout)[
        "winning"
    ]
    assert winning == {
        "count": 0,
        "unknown": 16,
        "cases": 16,
        "share": None,
        "low": 0.0,
        "high": 1.0,
    }


def test_rows_name_their_start(tmp_path: Path) -> None:
    run(*RANGE, "-o", str(tmp_path / "f.csv"))
    with (tmp_path / "f.csv").open() as file:
        rows = list(csv.DictReader(file))
    starts = {row["start"]: (row["start_winner"], row["start_distance"]) for row in rows}
    assert len(rows) == 9 + 16
    assert starts == {
        "nakatta:3/3/3:b": ("black", "5"),
        "nakatta:4/4/4/4:b": ("black", "11"),
    }


def test_several_sizes_need_a_game_and_no_position() -> None:
    result = run("openings", "nakatta:start:3x3", "--size", "3x3..4x4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "several sizes need --game, and no position" in result.stderr
    backwards = run("openings", "--game", "nakatta", "--size", "4x4..3x3")
    assert "expected the smaller size first, such as 3x3..6x6" in backwards.stderr
