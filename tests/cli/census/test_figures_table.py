"""The flat table of a census: a row for each figure that its JSON has."""

import json
from pathlib import Path

import pytest
from pyarrow import csv, parquet
from running import run

CENSUS = ("census", "--size", "2x3", "--part", "all", "--count", "20", "--seed", "1", "--json")


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_each_figure_has_a_row(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"f.{form}"
    result = run(*CENSUS, "-o", str(path))
    assert result.exit_code == 0
    census = json.loads(result.stdout)
    table = csv.read_csv(path) if form == "csv" else parquet.read_table(path)
    rows = {(row["part"], row["figure"]): row for row in table.to_pylist()}
    wins = rows["deals", "results.win"]
    expected = census["deals"]["results"]["win"]
    assert wins["amount"] == expected["share"]
    names = ("low", "high", "count", "cases", "unknown")
    assert {name: wins[name] for name in names} == {name: expected[name] for name in names}
    assert (wins["size"], wins["seed"]) == ("2x3", 1)
    assert rows["table", "positions"]["amount"] == census["table"]["positions"]
    length = census["play"]["measures"]["DurationActions"]
    assert rows["play", "measures.DurationActions"]["amount"] == length["value"]


def test_a_table_cannot_be_resumed(tmp_path: Path) -> None:
    result = run(*CENSUS, "-o", str(tmp_path / "f.csv"), "--resume")
    assert result.exit_code == 2
    assert "--resume needs a .jsonl file, which has every deal and game" in result.stderr
