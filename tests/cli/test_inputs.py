"""Arguments, answers, and exit codes."""

import gzip
import json
from pathlib import Path

import pytest
from running import run

GOOD = "sight-reduction:wbw/bwb:w"
OTHER = "sight-reduction:wb/bw:b"
BAD = "sight-reduction:wbx/bwb:w"

# Each case: files (name: content), arguments ({} is the folder), standard input, exit code, and the
# output of --json: a position, or the line of an error.
CASES = {
    "one position": ({}, [GOOD], "", 0, [GOOD]),
    "several, in order, duplicates too": ({}, [GOOD, OTHER, GOOD], "", 0, [GOOD, OTHER, GOOD]),
    "a file": ({"f": f"{GOOD}\n{OTHER}\n"}, ["{}/f"], "", 0, [GOOD, OTHER]),
    "a file without a last line end": (
        {"f": f"{GOOD}\n{OTHER}"},
        ["{}/f"],
        "",
        0,
        [GOOD, OTHER],
    ),
    "a file whose name has a colon": ({"a:b": f"{GOOD}\n"}, ["{}/a:b"], "", 0, [GOOD]),
    "standard input": ({}, ["-"], f"{GOOD}\n", 0, [GOOD]),
    "all kinds together": ({"f": OTHER}, [GOOD, "{}/f", "-"], GOOD, 0, [GOOD, OTHER, GOOD]),
    "JSON Lines": ({}, ["-"], f'{{"position": "{GOOD}"}}\n', 0, [GOOD]),
    "diagrams": ({}, ["-"], "game: sight-reduction\nturn: b\n  w b\n  b w\n---\n", 0, [OTHER]),
    "a bad record of several": ({}, ["-"], f"{GOOD}\n\n{BAD}\n{OTHER}\n", 1, [GOOD, 3, OTHER]),
    "a bad argument of several": ({}, [BAD, GOOD], "", 1, [1, GOOD]),
    "the last record bad": ({}, ["-"], f"{GOOD}\n{BAD}", 1, [GOOD, 2]),
    "all records bad": ({}, ["-"], f"{BAD}\n{BAD}\n", 2, [1, 2]),
    "the one record bad": ({}, [BAD], "", 2, []),
    "the one record of a file bad": ({"f": f"# deals\n{BAD}\n"}, ["{}/f"], "", 2, []),
    "an empty file": ({"f": ""}, ["{}/f"], "", 2, []),
    "comments only": ({"f": "# nothing\n\n  \n"}, ["{}/f"], "", 2, []),
    "empty standard input": ({}, ["-"], "", 2, []),
    "a header only": ({}, ["-"], "game: sight-reduction\n", 2, []),
    "a missing file": ({}, ["{}/none"], "", 2, []),
    "a missing file beside a good one": ({"f": GOOD}, ["{}/none", "{}/f"], "", 2, [GOOD]),
    "a directory": ({}, ["{}"], "", 2, []),
    "no name": ({}, [""], "", 2, []),
    "another encoding": ({"f": GOOD.encode("utf-16")}, ["{}/f"], "", 2, []),
    "bytes that are no text": ({"f": b"\xff" + GOOD.encode()}, ["{}/f"], "", 2, []),
    "the prefix twice": ({}, [f"sight-reduction:{GOOD}"], "", 2, []),
    "a packed file": ({"f": gzip.compress(GOOD.encode())}, ["{}/f"], "", 0, [GOOD]),
    "no arguments": ({}, [], "", 2, []),
    "standard input twice": ({}, ["-", "-"], GOOD, 2, []),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("command", ["show", "moves"])
def test_arguments(command: str, name: str, tmp_path: Path) -> None:
    files, arguments, given, code, expected = CASES[name]
    for file, content in files.items():
        (tmp_path / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    arguments = [argument.replace("{}", str(tmp_path)) for argument in arguments]
    result = run(command, "--json", *arguments, given=given)
    assert result.exit_code == code
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record.get("position") or record["line"] for record in records] == expected
    assert all(set(record) == {"line", "error"} for record in records if "error" in record)
    assert bool(result.stderr) == (code != 0)
    assert len(result.stderr.splitlines()) <= 6
    assert "Traceback" not in result.stderr


def test_the_intact_part_of_a_truncated_file_is_answered_first(tmp_path: Path) -> None:
    packed = gzip.compress(f"{GOOD}\n".encode() + b"# some comment\n" * 50_000)
    (tmp_path / "f.gz").write_bytes(packed[:-20])
    result = run("show", "--format", "line", str(tmp_path / "f.gz"), OTHER)
    assert result.exit_code == 2
    assert result.stdout.split() == [GOOD, OTHER]
    assert "f.gz: line" in result.stderr


def test_an_error_names_the_file_and_the_place(tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text(f"{GOOD}\n\n{BAD}\n", encoding="utf-8")
    result = run("show", str(tmp_path / "deals.txt"))
    assert result.exit_code == 1
    place = f"{tmp_path}/deals.txt: line 3, row 1, column 19"
    assert result.stderr == f"{place}: found 'x', expected 'w', 'b', '.' or a number\n"


def test_errors_take_six_lines_at_most() -> None:
    result = run("show", "-", given="sight-reduction:" + "x" * 50 + ":w\n" + f"{BAD}\n" * 50)
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == 6
    assert lines[-1] == "and 95 more"


def test_a_long_list_of_flaws_is_shortened_in_json() -> None:
    result = run("show", "--json", GOOD, "sight-reduction:" + "x" * 5000 + ":w")
    assert result.exit_code == 1
    error = json.loads(result.stdout.splitlines()[1])["error"]
    assert error.endswith("; and 4,995 more")
    assert len(error) < 500


@pytest.mark.parametrize("text", ["a:\x1b[31m", "a:\u2028b", "sight-reduction:w\x07:w", "a:\udcff"])
def test_quoted_text_cannot_move_the_cursor(text: str) -> None:
    result = run("show", text)
    assert result.exit_code == 2
    assert result.stderr.isprintable() or result.stderr.count("\n") == len(
        result.stderr.splitlines()
    )
    assert not any(sign in result.stderr for sign in "\x1b\x07\u2028")
