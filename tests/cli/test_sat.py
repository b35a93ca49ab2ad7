"""The SAT engine from the command line."""

import json
from typing import Any

import pytest
from running import run

TOO_MUCH = "nakatta:start"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
DEAD = "sight-reduction+solitaire:bwbw/wwbb/bbww:w"
SOLVED = "sight-reduction+solitaire:w1/1b:w"
# A deal on two files, for which solvers take minutes.
HARD = "sight-reduction+solitaire+harder:ww/wb/bb/bb/bb/bw/bb/bb/wb/ww/ww/bw/ww/bw/ww/bw:w"


def solve(position: str, *options: str, code: int = 0) -> dict[str, Any]:
    """Return the object that `solve` prints for a position."""
    result = run("solve", "--json", *options, position)
    assert result.exit_code == code
    record: dict[str, Any] = json.loads(result.stdout)
    return record


def test_sat_agrees_with_other_engines() -> None:
    for position in (ALONE, DEAD, SOLVED):
        by_sat, by_search = (
            solve(position, "--engine", engine) for engine in ("sat", "retrograde")
        )
        same = {"position", "result", "distance", "par"}
        assert {name: by_sat[name] for name in same} == {name: by_search[name] for name in same}
        assert by_sat["engine"] == "sat"


def test_sat_refuses_unsupported_questions() -> None:
    result = run("solve", "--engine", "sat", TOO_MUCH)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "engine: sat" in result.stderr


@pytest.mark.parametrize(
    ("limit", "reason"), [("--nodes=0", "nodes"), ("--time=0", "time"), ("--memory=1", "memory")]
)
def test_a_limit_is_not_an_answer(limit: str, reason: str) -> None:
    record = solve(HARD, "--engine", "sat", limit, code=3)
    assert (record["status"], record["reason"]) == ("unknown", reason)
    assert (record["result"], record["par"], record["line"]) == (None, None, [])


def test_a_node_limit_always_ends_the_search_at_the_same_node() -> None:
    first, second = (solve(HARD, "--engine", "sat", "--nodes", "300", code=3) for _ in range(2))
    assert first | {"seconds": 0} == second | {"seconds": 0}
    assert first["nodes"] >= 300


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_verbose_logs_the_size_of_an_encoding_to_standard_error(command: str) -> None:
    quiet, verbose = (
        run(command, *options, "--engine", "sat", ALONE) for options in ([], ["--verbose"])
    )
    assert quiet.stderr == ""
    assert "variables, " in verbose.stderr
    assert "clauses, " in verbose.stderr
    assert "clauses" not in verbose.stdout
