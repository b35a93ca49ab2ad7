"""`census`: its counts, with any number of workers, and resuming after a stop."""

import json
from pathlib import Path
from typing import Any

import pytest
from running import run, with_options

from positions.deals import DealOrder, deals
from positions.games import GAMES
from solver import solve

ALONE = ["--variant", "solitaire", "--size", "3x4"]
TWO = ["--size", "3x3"]
NAKATTA = ["--game", "nakatta", "--size", "2x2", "--variant", "pie"]
SEED = ["--seed", "1"]
EVERYTHING = [*TWO, *SEED, "--part", "all", "--count", "12"]


def census(*arguments: str, code: int = 0) -> dict[str, Any]:
    """Return the object of a census."""
    result = run("census", "--json", "--workers", "1", *arguments)
    assert result.exit_code == code, result.stderr
    (line,) = result.stdout.splitlines()
    record = json.loads(line)
    assert isinstance(record, dict)
    return record


def test_deals_are_counted_by_result() -> None:
    record = census("--variant", "solitaire", "--size", "2x5", *SEED, "--count", "40")
    order = DealOrder(GAMES["sight-reduction"], 2, 5, ("solitaire",))
    results, pars = [], []
    for position in deals(order, 1, 40):
        answer = solve(position, engine="brute", par=True)
        results.append(answer.result)
        if answer.result == "unsolvable":
            pars.append(answer.par)
    found = record["deals"]
    for result in ("solvable", "unsolvable"):
        share = found["results"][result]
        assert (share["count"], share["cases"]) == (results.count(result), 40)
        assert share["low"] < share["share"] < share["high"]
    assert {int(par): share["count"] for par, share in found["pars"].items()} == {
        par: pars.count(par) for par in pars
    }
    assert (record["play"], record["table"]) == (None, None)


def test_advantages_of_a_colour_and_of_moving_first_are_separate() -> None:
    found = census(*TWO, *SEED, "--variant", "harder", "--part", "table")["table"]["deals"]
    shares = {name: share["share"] for name, share in found["outcome_classes"].items()}
    assert sum(shares.values()) == pytest.approx(1)
    # White is to move in each set-up.
    assert found["results"]["win"]["share"] == pytest.approx(shares["L"] + shares["N"])
    assert found["winners"]["white"]["share"] == found["results"]["win"]["share"]
    assert found["first_mover_advantage"]["value"] == pytest.approx(shares["N"] - shares["P"])
    assert found["first_colour_advantage"]["value"] == pytest.approx(shares["L"] - shares["R"])
    assert found["count"] == 126
    assert set(found["values"]["counts"]) >= {"-1/2", "0"}


def test_deals_of_a_game_with_one_start_come_from_random_play() -> None:
    arguments = ["--game", "marvin", "--size", "2x3", "--plies", "4", *SEED, "--count", "30"]
    found = census(*arguments)["deals"]
    results = found["results"]
    assert sum(share["count"] for share in results.values()) == 30
    assert results["draw"]["count"] > 0
    assert found["outcome_classes"]["tied"]["count"] >= results["draw"]["count"]
    assert sum(found["scores"]["counts"].values()) == 30


def test_a_game_with_a_swap_has_no_outcome_classes() -> None:
    found = census(*NAKATTA, "--plies", "1", *SEED, "--count", "5")["deals"]
    assert found["outcome_classes"] is None
    assert found["first_mover_advantage"] is None


def test_all_parts_of_a_game_with_one_start() -> None:
    record = census(*NAKATTA, *SEED, "--part", "all", "--count", "20")
    assert record["deals"] is None
    assert record["table"]["start"] == {"result": "loss", "distance": 4, "score": None}
    measures = record["table"]["measures"], record["play"]["measures"]
    assert list(measures[0]) == list(measures[1])
    assert measures[0]["BranchingFactorMax"] is None
    assert record["play"]["games"] == 20


@pytest.mark.parametrize("workers", ["2", "3"])
def test_workers_change_no_byte(workers: str, tmp_path: Path) -> None:
    one, more = tmp_path / "one", tmp_path / "more"
    width = ["--until-width", "0.6"]
    first = run("census", "--json", *EVERYTHING, *width, "--workers", "1", "-o", str(one))
    second = run("census", "--json", *EVERYTHING, *width, "--workers", workers, "-o", str(more))
    assert first.exit_code == second.exit_code == 0
    assert first.stdout == second.stdout
    assert one.read_bytes() == more.read_bytes()
    lines = one.read_text().splitlines()
    assert lines[-1] == first.stdout.rstrip()
    for cost in ("seconds", "nodes"):
        assert not any(cost in json.loads(line) for line in lines)
    timed = census(*TWO, *SEED, "--count", "2", "--timings")
    assert timed["deals"]["seconds"] > 0


def test_a_smaller_census_has_the_first_deals_of_a_larger_one(tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    run("census", *ALONE, *SEED, "--count", "5", "-o", str(few))
    run("census", *ALONE, *SEED, "--count", "9", "-o", str(many))
    assert many.read_bytes().startswith(b"".join(few.read_bytes().splitlines(True)[:-1]))


def test_a_narrow_interval_ends_the_census() -> None:
    arguments = [*ALONE, *SEED, "--until-width", "30%"]
    record = census(*arguments)
    share = record["deals"]["results"]["solvable"]
    assert share["high"] - share["low"] <= 0.3
    assert record["deals"]["is_narrow"]
    assert 5 < share["cases"] < 100
    before = census(*arguments, "--count", str(share["cases"] - 1), code=3)
    assert before["deals"]["is_narrow"] is False
    shown = run("census", *arguments, "--count", "4")
    assert shown.exit_code == 3
    assert "still wider than 30.00 %" in shown.stdout


def test_the_interval_allows_for_both_results_of_unknown_deals() -> None:
    deals = ["--size", "2x4", *SEED, "--count", "60"]
    found = census(*deals, "--engine", "brute", "--nodes", "60", code=3)["deals"]
    open_ = found["unknown"]["nodes"]
    assert 0 < open_ < 60
    win, loss = found["results"]["win"], found["results"]["loss"]
    assert win["count"] + loss["count"] + open_ == 60
    free = census(*deals)["deals"]["results"]["win"]
    assert win["count"] <= free["count"] <= win["count"] + open_
    assert win["low"] <= free["low"]
    assert free["high"] <= win["high"]


def test_a_table_that_is_too_large_is_left_open() -> None:
    record = census(*NAKATTA, *SEED, "--part", "table", "--nodes", "5", code=3)
    assert (record["table"]["status"], record["table"]["reason"]) == ("unknown", "nodes")
    assert record["table"]["positions"] is None
    whole = census("--size", "4x8", *SEED, "--part", "table", code=3)
    assert (whole["table"]["deals"], whole["table"]["reason"]) == (None, "nodes")
    shown = run("census", *NAKATTA, *SEED, "--part", "table", "--nodes", "5").stdout
    assert "Unknown: node limit reached." in shown


def test_with_unknown_set_ups_nothing_is_exact() -> None:
    board = ["--size", "2x4", *SEED, "--part", "table"]
    found = census(*board, "--nodes", "90", "--engine", "brute", code=3)["table"]["deals"]
    free = census(*board, "--engine", "brute")["table"]["deals"]
    assert 0 < found["unknown"]["nodes"] < found["count"]
    for name in ("values", "distances"):
        part, all_ = found[name]["mean"], free[name]["mean"]
        assert (part["low"], part["high"]) == (None, None)
        assert all_["low"] == all_["value"] == all_["high"]
    alone = ["--variant", "solitaire", *board]
    pars = census(*alone, "--nodes", "90", "--engine", "brute", code=3)["table"]["deals"]["pars"]
    for par, share in census(*alone, "--engine", "brute")["table"]["deals"]["pars"].items():
        assert pars[par]["low"] <= share["share"] <= pars[par]["high"], par


@pytest.mark.parametrize("has_companion", [True, False])
def test_a_file_truncated_anywhere_is_completed(has_companion: bool, tmp_path: Path) -> None:
    path = tmp_path / "out"
    command = ["census", "--json", *EVERYTHING, "--workers", "1", "-o", str(path)]
    first = run(*command)
    whole = path.read_bytes()
    ends = [n for n, byte in enumerate(whole, start=1) if byte == ord("\n")]
    deals, play, summary = ends[11], ends[-13], ends[-2]
    for cut in (0, ends[3] + 7, deals, deals + 1, play - 1, play, summary, len(whole)):
        path.write_bytes(whole[:cut])
        if not has_companion:
            path.with_name("out.resume").unlink()
        second = run(*command, "--resume")
        assert second.exit_code == 0, second.stderr
        assert second.stdout == first.stdout
        assert path.read_bytes() == whole


@pytest.mark.parametrize("changed", [["--seed", "2"], ["--count", "13"], ["--max-plies", "9"]])
def test_other_questions_are_refused(changed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "out"
    run("census", *EVERYTHING, "-o", str(path))
    whole = path.read_bytes()
    result = run("census", *with_options(EVERYTHING, *changed), "-o", str(path), "--resume")
    assert result.exit_code == 2
    assert "--resume: found" in result.stderr
    path.with_name("out.resume").unlink()
    if changed[0] != "--max-plies":
        result = run("census", *with_options(EVERYTHING, *changed), "-o", str(path), "--resume")
        assert result.exit_code == 2
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--variant", "pie"], "'pie'"),
        (["--setup", "fair"], "'fair'"),
        (["--size", "9x9"], "at most 64 squares"),
        (["--size", "9x9", "--part", "play"], "at most 64 squares"),
        (["--size", "0x4"], "'0x4'"),
        (["--game", "manhattan", "--size", "5x5"], "Manhattan on 5×5"),
        (["--game", "nakatta", "--size", "3x4"], "a square board"),
        (["--game", "marvin", "--part", "deals"], "need --plies"),
        (["--plies", "2", "--part", "table"], "cannot be combined with"),
        (["--setup", "deterministic", "--part", "table"], "cannot be combined with"),
        (["--plies", "99", "--size", "2x2"], "ended before 99 plies"),
        (["--until-width", "0"], "'0'"),
        (["--until-width", "101%"], "'101%'"),
        (["--resume"], "-o FILE"),
        (["--engine", "retrograde", "--size", "6x6"], "up to 32 pieces"),
    ],
)
def test_options_that_make_no_sense(arguments: list[str], said: str) -> None:
    result = run("census", *SEED, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert len(result.stderr.splitlines()) <= 2


def test_resume_needs_the_seed(tmp_path: Path) -> None:
    result = run("census", "-o", str(tmp_path / "out"), "--resume")
    assert result.exit_code == 2
    assert "needs the --seed" in result.stderr


@pytest.mark.parametrize("columns", ["80", "200"])
def test_the_report_fits_the_terminals_width(columns: str) -> None:
    shown = run("census", *EVERYTHING, COLUMNS=columns).stdout
    assert max(map(len, shown.splitlines())) <= int(columns)
    for phrase in (
        "Sight Reduction, 3×3, random set-up",
        "12 deals, solved",
        "All 126 set-ups, solved",
        "P: whoever moves second wins",
        "different games",
        "Random play, 12 games",
        "AdvantageP1",
    ):
        assert phrase in shown
    assert "…" not in shown
