"""`batch`: the answers of `solve` and `analyse`, with any number of workers, in all formats."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from running import COMMAND, begun, run, spawn
from waiting import DEADLINE

from cli.work import COSTS, DETAIL
from solver.pool.processes import START_METHODS

ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
HOPELESS = "sight-reduction+solitaire:wbw/bwb:w"
TWO = "sight-reduction:bwwb/wwbw/bwbb:w"
OTHERS = ["nakatta:3/3/3:b", "marvin:start:3x3", "minelayers:A1B/3/3:A", "manhattan:2r/b2/3:b"]
LARGE = "sight-reduction:" + "/".join(["wbwbwb"] * 6) + ":w"
BAD = "sight-reduction:wbx/bwb:w"
EVERYTHING = [ALONE, TWO, HOPELESS, ALONE, *OTHERS, TWO, ALONE]


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def without_costs(record: dict[str, Any]) -> dict[str, Any]:
    return {
        name: without_costs(value) if isinstance(value, dict) else value
        for name, value in record.items()
        if name not in (*COSTS, DETAIL)
    }


@pytest.mark.parametrize(
    ("do", "options"),
    [
        ("solve", []),
        ("solve", ["--solutions", "--par", "--value", "--distance"]),
        ("analyse", ["--par", "--value", "--distance", "--solutions"]),
    ],
)
def test_the_answers_are_those_of_the_command(do: str, options: list[str]) -> None:
    plain = run(do, "--json", "--threads", "1", *options, *EVERYTHING)
    batch = run("batch", "--do", do, *options, *EVERYTHING)
    assert batch.exit_code == plain.exit_code == 0
    assert records(batch.stdout) == [without_costs(record) for record in records(plain.stdout)]


def test_fair_set_ups_are_found() -> None:
    given = ["sight-reduction:wbw/bwb:w", HOPELESS]
    plain = run("analyse", "--json", "--threads", "1", "--fair", *given)
    batch = run("batch", "--do", "analyse", "--fair", *given)
    assert records(batch.stdout) == [without_costs(record) for record in records(plain.stdout)]


def test_costs_are_written_on_request() -> None:
    plain = records(run("solve", "--json", *EVERYTHING).stdout)
    batch = records(run("batch", "--timings", *EVERYTHING).stdout)
    assert [list(record) for record in batch] == [list(record) for record in plain]
    assert [record["nodes"] for record in batch] == [record["nodes"] for record in plain]


def test_the_output_depends_only_on_the_question(tmp_path: Path) -> None:
    deals = tmp_path / "deals"
    deals.write_text(run("deal", "--variant", "solitaire", "--count", "30", "--seed", "7").stdout)
    limited = ["batch", "--quiet", str(deals), "--nodes", "300"]
    expected = run(*limited, "--workers", "1").stdout
    assert {record["status"] for record in records(expected)} == {"proved", "unknown"}
    assert run(*limited, "--workers", "3").stdout == expected
    for seed, method in enumerate(START_METHODS):
        options = ["--workers", "2", "--start-method", method]
        result = spawn(*limited, *options, PYTHONHASHSEED=str(seed))
        assert (result.returncode, result.stderr) == (3, b"")
        assert result.stdout.decode() == expected


def test_a_share_of_the_memory_changes_no_answer() -> None:
    """12 MiB have room for a lattice, a third of that does not."""
    text = "sight-reduction:bwbwbw/wbwbwb/bwbwbw/wbwbwb:w"
    limited = ["batch", "--memory", "12", text, TWO, text]
    expected = run(*limited, "--workers", "1")
    assert records(expected.stdout)[0]["engine"] == "retrograde"
    assert records(run("solve", "--json", "--memory", "4", text).stdout)[0]["engine"] == "search"
    assert run(*limited, "--workers", "3").stdout == expected.stdout


@pytest.mark.parametrize(
    ("given", "options", "code"),
    [
        ([ALONE, BAD, TWO], [], 1),
        ([BAD], [], 2),
        ([BAD, BAD], [], 2),
        ([ALONE, BAD], ["--nodes", "0"], 1),
        ([ALONE, TWO], ["--nodes", "0"], 3),
        ([ALONE], ["--engine", "retrograde"], 0),
        ([ALONE, LARGE], ["--engine", "retrograde"], 1),
    ],
)
def test_exit_codes_and_bad_records_are_those_of_solve(
    given: list[str], options: list[str], code: int
) -> None:
    plain = run("solve", "--json", *options, *given)
    batch = run("batch", "--quiet", *options, *given)
    assert batch.exit_code == plain.exit_code == code
    assert batch.stderr == plain.stderr
    assert records(batch.stdout) == [without_costs(record) for record in records(plain.stdout)]


def test_the_intact_part_of_a_truncated_file_is_answered(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(f"{TWO}\n".encode() + b"x" * (1 << 21))
    result = run("batch", str(tmp_path / "f"))
    assert result.exit_code == 2
    assert len(records(result.stdout)) == 1
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [TWO, "--resume"],
        [TWO, "--fair"],
        [TWO, "--format", "parquet"],
        [TWO, "--format", "csv", "-o", "x.jsonl"],
        [TWO, "--format", "csv", "--json"],
        [TWO, "--start-method", "forks"],
        [TWO, "--log-file", "{}/none/log"],
        [TWO, "-o", "{}/none/out"],
        [TWO, "-o", "{}"],
        ["{}/f", "-o", "{}/f"],
    ],
)
def test_wrong_usage_writes_nothing(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "f").write_text(TWO)
    result = run("batch", *(argument.replace("{}", str(tmp_path)) for argument in arguments))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 1 <= len(result.stderr.splitlines()) <= 2
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("f", TWO)]


def test_csv_has_a_row_for_every_record(tmp_path: Path) -> None:
    given = [ALONE, BAD, TWO]
    options = ["--do", "analyse", "--timings"]
    result = run("batch", "--format", "csv", *options, *given)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    expected = records(run("batch", *options, *given).stdout)
    assert len(rows) == 3
    assert (rows[1]["error"], rows[1]["error_line"]) == (expected[1]["error"], "1")
    for row, record in zip(rows[::2], expected[::2], strict=True):
        more = json.loads(row["more"] or "{}")
        assert set(record) <= set(row) | set(more)
        assert more == {name: value for name, value in record.items() if name not in row}
        assert row["line"].split() == record["line"]
        assert json.loads(row["moves"]) == record["moves"]
        assert row["position"] == record["position"]
        assert row["score"] == ""
        assert row["error"] == ""


def test_parquet_has_typed_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    given = [ALONE, BAD, "sight-reduction:wbw/bwb:w", OTHERS[1]]
    for do, option in (("solve", "--solutions"), ("analyse", "--fair")):
        options = ["--do", do, option, *given]
        path = tmp_path / f"{do}.parquet"
        assert run("batch", "-o", str(path), *options).exit_code == 1
        rows = parquet.read_table(path).to_pylist()
        for row, record in zip(rows, records(run("batch", *options).stdout), strict=True):
            if "error" in record:
                assert (row["error"], row["error_line"]) == (record["error"], 1)
            else:
                row |= json.loads(row["more"] or "{}")
                for name in {"moves", "fair"} & set(record):
                    row[name] = json.loads(row[name] or "null")
                assert {name: row[name] for name in record} == record
        again = tmp_path / f"again-{do}.parquet"
        run("batch", "-o", str(again), "--workers", "1", *options)
        assert again.read_bytes() == path.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"{start}{do}.parquet{end}"
        for start in ("", "again-")
        for do in ("solve", "analyse")
        for end in ("", ".resume")
    )


def test_parquet_without_its_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("batch", "-o", str(tmp_path / "x.parquet"), TWO)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "proofplay[parquet]" in result.stderr


@pytest.mark.parametrize(
    ("method", "level"),
    [*((method, "info") for method in START_METHODS), (START_METHODS[0], "warning")],
)
def test_the_log_has_a_line_for_every_record(method: str, level: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("before\n")
    options = ["--log-file", str(log), "--log-level", level, "--start-method", method]
    assert run("batch", *options, *EVERYTHING, "--workers", "2").exit_code == 0
    first, *lines = log.read_text().splitlines()
    assert first == "before"
    assert len([line for line in lines if "proved in" in line]) == len(
        EVERYTHING if level == "info" else []
    )


def test_a_full_log_is_reported_once_and_changes_nothing_else() -> None:
    result = run("batch", "--quiet", TWO, TWO, "--log-file", "/dev/full")
    assert (result.exit_code, result.stdout) == (0, run("batch", TWO, TWO).stdout)
    assert result.stderr == "--log-file /dev/full cannot be written: no space left on device\n"


def test_records_are_answered_as_they_arrive() -> None:
    """The first record of a pipe is answered before the second is written."""
    with begun([*COMMAND, "batch", "--workers", "2", "-"], stdin=subprocess.PIPE) as process:
        for position in (TWO, ALONE):
            process.stdin.write(position.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["position"] == position
        process.stdin.close()
        assert process.wait(DEADLINE) == 0
