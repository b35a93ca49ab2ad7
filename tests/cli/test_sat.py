"""The SAT engine from the command line."""

import json
from typing import Any

import pytest
from running import run

ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
# A deal on two files, for which solvers take minutes.
HARD = "sight-reduction+solitaire+harder:ww/wb/bb/bb/bb/bw/bb/bb/wb/ww/ww/bw/ww/bw/ww/bw:w"


def solve(position: str, *options: str, code: int = 0) -> dict[str, Any]:
    """Return the object that `solve` prints for a position."""
    result = run("solve", "--json", *options, position)
    assert result.exit_code == code
    record: dict[str, Any] = json.loads(result.stdout)
    return record


@pytest.mark.parametrize(
    ("limit", "reason"), [("--nodes=0", "nodes"), ("--time=0", "time"), ("--memory=1", "memory")]
)
def test_a_limit_is_not_an_answer(limit: str, reason: str) -> None:
    record = solve(HARD, "--engine", "sat", limit, code=3)
    assert (record["status"], record["reason"]) == ("unknown", reason)
    assert (record["result"], record["par"], record["line"]) == (None, None, [])


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_verbose_logs_the_size_of_an_encoding_to_standard_error(command: str) -> None:
    quiet, verbose = (
        run(command, *options, "--engine", "sat", ALONE) for options in ([], ["--verbose"])
    )
    assert quiet.stderr == ""
    assert "variables, " in verbose.stderr
    assert "clauses, " in verbose.stderr
    assert "clauses" not in verbose.stdout
