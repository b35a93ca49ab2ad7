"""`grade` gives positions what `generate` gives its own puzzles."""

import csv
import json
from pathlib import Path

import pytest
from pyarrow import parquet
from running import run

from positions import parse
from solver.answers.counting import count_within
from solver.interface.engine import Budget, Limits
from solver.puzzles import grading
from solver.puzzles.grading import chance_of, ranks

MADE = ("position", "puzzle", "grade", "measure", "difficulty", "goal", "solution", "variants")
KINDS = {
    "solitaire": ["--size", "4x5"],
    "survivors": ["--size", "4x4", "--keep", "random"],
    "only-move": ["--game", "nakatta", "--size", "4x4"],
    "hold-margin": ["--game", "marvin", "--size", "3x3", "--puzzle", "hold-margin"],
    "win-in": ["--game", "manhattan", "--size", "4x4", "--puzzle", "win-in"],
    "swap-or-not": ["--game", "nakatta", "--size", "3x3", "--puzzle", "swap-or-not"],
    "survive": ["--game", "minelayers", "--size", "5x5", "--puzzle", "survive"],
    "tour": ["--game", "minelayers", "--size", "5x5", "--puzzle", "tour"],
}
EASY, MIDDLING, UNSOLVABLE = (
    "sight-reduction+solitaire:wwb:w",
    "sight-reduction+solitaire:bwwb/wwbw/bbbw/wbbw:w",
    "sight-reduction+solitaire:wbw/bwb:w",
)


def graded(*arguments: str, given: str | None = None, code: int = 0) -> list[dict[str, object]]:
    result = run("grade", "--json", "--workers", "1", *arguments, given=given)
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_get_the_grades_that_they_were_made_with(kind: str) -> None:
    asked = ("generate", "--seed", "3", "--count", "2", "--json", *KINDS[kind])
    made = [json.loads(line) for line in run(*asked).stdout.splitlines()]
    found = graded("-", given="".join(json.dumps(record) + "\n" for record in made))
    assert len(found) == 2
    for before, after in zip(made, found, strict=True):
        assert {name: after[name] for name in MADE} == {name: before[name] for name in MADE}


def test_positions_are_graded_as_what_can_be_proved_of_them() -> None:
    only, win = graded("nakatta:1b1/3/3:w", "nakatta:wb1b/1bw1/2w1/1b1w:b")
    assert only["puzzle"] == "only-move"
    assert win["puzzle"] == "win-in"
    assert win["solution"] == ["b2"]
    over, several, unsolvable = graded("nakatta:1b/1b:w", "nakatta:start:3x3", UNSOLVABLE)
    assert (over["puzzle"], over["why"], over["status"]) == (None, "the game is over", "proved")
    assert (several["puzzle"], several["why"]) == (None, "won by several moves")
    assert (unsolvable["puzzle"], unsolvable["why"]) == (None, "not solvable")
    assert [record["rank"] for record in (over, several, unsolvable)] == [None] * 3


@pytest.mark.parametrize("kind", ["hold-margin", "survive", "tour", "solitaire", "nothing"])
def test_a_kind_of_another_game_is_ignored(kind: str) -> None:
    text = json.dumps({"position": "nakatta:1b1/3/3:w", "puzzle": kind})
    (record,) = graded("-", given=text)
    assert record["puzzle"] == "only-move"


def test_a_limit_leaves_a_position_unknown() -> None:
    (record,) = graded("--nodes", "3", MIDDLING, code=3)
    assert (record["status"], record["reason"], record["grade"]) == ("unknown", "nodes", None)
    shown = run("grade", "--nodes", "3", MIDDLING)
    assert "unknown: node limit reached" in " ".join(shown.stdout.split())


def test_the_chance_of_random_play_is_counted_or_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    position = parse("sight-reduction+solitaire:bbbb/bwwb/wwbw/wwww/bbwb:w")
    exact = count_within(position, Budget(Limits())).random_play
    counted = chance_of(position, Budget(Limits()))
    assert counted.share == counted.low == counted.high == exact
    monkeypatch.setattr(grading, "COUNTED", 14)
    sampled = chance_of(position, Budget(Limits()))
    assert exact is not None
    assert sampled.low < exact < sampled.high
    assert sampled.low < sampled.share < sampled.high < 20 * sampled.low
    assert chance_of(position, Budget(Limits())) == sampled


def test_order_and_rank() -> None:
    deals = {"Deal 10": MIDDLING, "Deal 9": EASY, "Deal 8": UNSOLVABLE}
    text = "\n".join(json.dumps({"position": p, "name": name}) for name, p in deals.items())

    def names(*options: str) -> list[object]:
        return [record["name"] for record in graded(*options, "-", given=text)]

    assert names() == ["Deal 10", "Deal 9", "Deal 8"]
    assert names("--sort", "difficulty") == ["Deal 9", "Deal 10", "Deal 8"]
    assert names("--sort", "solutions")[0] == "Deal 9"
    assert names("--sort", "name") == ["Deal 8", "Deal 9", "Deal 10"]
    assert [record["rank"] for record in graded("-", given=text)] == [2, 1, None]
    assert ranks([5, None, 5, 9, 1]) == [2, None, 2, 4, 1]


def test_tables_counts_and_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    asked = ("grade", "--workers", "1", EASY, UNSOLVABLE, "nakatta:x", "-o", str(path))
    result = run(*asked)
    assert result.exit_code == 1
    fault, counts = result.stderr.splitlines()[-2:]
    assert fault.startswith("argument 3: ")
    assert counts.startswith("1 gentle, 1 not a puzzle, 0 unknown, 1 record could not be answered;")
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["grade"] for row in rows] == ["gentle", "", ""]
    packed = tmp_path / "f.parquet"
    assert run(*asked[:-1], str(packed)).exit_code == 1
    (first, *_) = parquet.read_table(packed).to_pylist()
    assert (first["grade"], first["rank"], first["uniqueness_complete"]) == ("gentle", 1, True)
    assert first["random_play"] == 1.0
    assert rows[2]["error_line"] == "3" or rows[2]["error"]
    assert run(*asked[:-2], "--quiet").stderr.count("\n") == result.stderr.count("\n") - 1


@pytest.mark.parametrize("columns", ["80", "200"])
def test_measures_are_told_in_words(columns: str) -> None:
    shown = " ".join(run("grade", "--workers", "1", MIDDLING, COLUMNS=columns).stdout.split())
    assert "mistakes" in shown
    assert "random play solves it" in shown
    assert not any(word in shown for word in ("bits", "tempting", "first_mistake"))
