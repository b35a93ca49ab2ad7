"""The file of `-o` has what `--json` prints, as lines of JSON or as a flat table."""

import csv
import json
from pathlib import Path

import pytest
from pyarrow import parquet
from running import run

SOLITAIRE = "sight-reduction+solitaire:wbw/wwb:w"
NAKATTA = "nakatta:start:3x3"
COMMANDS = {
    "solve": ["solve", "--solutions", SOLITAIRE, NAKATTA, "nakatta:xx:b"],
    "analyse": ["analyse", "--playouts", "3", "--nodes", "5", NAKATTA, "manhattan:start:2x2"],
    "openings": ["openings", "nakatta+pie:start:3x3"],
    "annotate": ["annotate", "-"],
}
PARTS = {"analyse": "moves", "openings": "openings", "annotate": "moves"}
VARYING = ("seconds", "nodes")


def given(command: str) -> str | None:
    return run("sample", "manhattan").stdout if command == "annotate" else None


def written(command: str, path: Path) -> list[dict[str, object]]:
    """Run a command with `-o`; return the objects that it prints."""
    result = run(*COMMANDS[command], "--json", "-o", str(path), given=given(command))
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_json_lines_are_those_that_are_printed(command: str, tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    printed = written(command, path)
    assert [json.loads(line) for line in path.read_text().splitlines()] == printed


@pytest.mark.parametrize("command", COMMANDS)
def test_tables_have_a_row_for_each_answer_or_part(command: str, tmp_path: Path) -> None:
    printed = written(command, tmp_path / "f.csv")
    written(command, tmp_path / "f.parquet")
    with (tmp_path / "f.csv").open() as file:
        text_rows = list(csv.DictReader(file))
    rows = parquet.read_table(tmp_path / "f.parquet").to_pylist()
    good = [record for record in printed if "error" not in record]
    parts = [part for record in good for part in record.get(PARTS.get(command, ""), [record])]
    assert len(rows) == len(text_rows) == len(printed) - len(good) + len(parts)
    for row, text, part in zip(rows, text_rows, parts, strict=False):
        assert not row["more"]
        for name, value in text.items():
            assert (value == "") == (row[name] in (None, "", [])), name
        for name, value in part.items():
            if name in VARYING or name == "moves":
                continue
            if isinstance(value, dict):
                assert {key: row[f"{name}_{key}"] for key in value} == value
            elif name != "number" and name in row:
                assert row[name] == value
    if command == "solve":
        assert rows[-1]["error"].startswith("row 1, column 9: ")
        assert (rows[-1]["error_line"], text_rows[-1]["error"]) == (1, rows[-1]["error"])


def test_columns_have_types(tmp_path: Path) -> None:
    written("analyse", tmp_path / "f.parquet")
    types = {field.name: str(field.type) for field in parquet.read_schema(tmp_path / "f.parquet")}
    assert types["distance"] == types["estimate_playouts"] == "int64"
    assert types["estimate_win"] == "double"
    assert types["best"] == "bool"
    assert types["move"] == "string"


def test_a_file_is_only_replaced_by_answers(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("before\n")
    assert run("solve", "nakatta:xx:b", "-o", str(path)).exit_code == 2
    assert path.read_text() == "before\n"
    assert run("solve", NAKATTA, "-o", str(path)).exit_code == 0
    assert path.read_text().startswith("name,position,")


def test_another_ending_is_refused_before_any_work(tmp_path: Path) -> None:
    result = run("solve", NAKATTA, "-o", str(tmp_path / "f.txt"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "found another ending, expected a name that ends in '.jsonl', " in result.stderr
    assert list(tmp_path.iterdir()) == []
    both = run("solve", "--sum", NAKATTA, "-o", str(tmp_path / "f.csv"))
    assert both.exit_code == 2
    assert "-o cannot be combined with --sum" in both.stderr
