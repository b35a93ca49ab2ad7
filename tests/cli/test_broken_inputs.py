"""Truncated inputs: complete records are answered first, then a line reports the error."""

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from certificate_cases import CLAIMS, written
from running import run

from cli.common import inputs
from positions.reading.diagram import format_diagram
from positions.text import parse_position

TEXTS = ["nakatta:1b1/3/3:w", "sight-reduction:bwwb/wwbw:w"]
GAME = '[Position "nakatta:start:2x2"]\n\n1. a1 b2\n'
POSITIONS = {
    "lines": "\n".join(TEXTS),
    "JSON": "\n".join(json.dumps({"position": text}) for text in TEXTS),
    "diagrams": "\n---\n".join(format_diagram(parse_position(text)) for text in TEXTS),
}
COMMANDS = {
    "show": ("show", "--json"),
    "moves": ("moves", "--json"),
    "solve": ("solve", "--json"),
    "analyse": ("analyse", "--json"),
    "perft": ("perft", "--json", "--depth", "1"),
    "batch": ("batch", "--workers", "1"),
    "annotate": ("annotate", "--json"),
    "verify": ("verify", "--json"),
}
# For each command, files of two records without a final line end.
FILES = {
    ("batch", "lines"): POSITIONS["lines"],
    **{
        (command, form): text
        for command in ("show", "moves", "solve", "analyse", "perft")
        for form, text in POSITIONS.items()
    },
    ("annotate", "games"): f"{GAME}\n{GAME}".rstrip(),
    ("verify", "certificates"): "".join(written(*claim) for claim in CLAIMS[:2]),
    ("verify", "answers"): run("solve", "--json", *TEXTS).stdout.rstrip(),
}


def records(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.mark.parametrize(("command", "form"), FILES)
def test_junk_after_a_compressed_file(command: str, form: str, tmp_path: Path) -> None:
    text, file = FILES[command, form], tmp_path / "f.gz"
    file.write_bytes(gzip.compress(text.encode()) + b"xx")
    result = run(*COMMANDS[command], str(file))
    assert result.exit_code == 2
    assert len(records(result.stdout)) == 2
    assert not any("error" in record for record in records(result.stdout))
    place = f"{file}: line {len(text.splitlines()) + 1}"
    assert result.stderr == f"{place}: found 'xx' after the gzip data, expected the end\n"


@pytest.mark.parametrize(("command", "form"), FILES)
def test_a_truncated_compressed_file(command: str, form: str, tmp_path: Path) -> None:
    text, file = FILES[command, form], tmp_path / "f.gz"
    packed = gzip.compress(text.encode(), compresslevel=0)
    file.write_bytes(packed[:-12])
    result = run(*COMMANDS[command], str(file))
    assert result.exit_code == 2
    assert len(records(result.stdout)) == 1
    place = f"{file}: line {len(text.splitlines())}"
    assert result.stderr == f"{place}: the gzip data breaks off\n"


@pytest.mark.parametrize("command", ["show", "annotate", "verify"])
def test_inputs_after_a_truncated_file_are_answered(command: str, tmp_path: Path) -> None:
    text = next(text for (name, _), text in FILES.items() if name == command)
    cut, whole = tmp_path / "cut.gz", tmp_path / "whole"
    cut.write_bytes(gzip.compress(text.encode(), compresslevel=0)[:-12])
    whole.write_text(text, encoding="utf-8")
    result = run(*COMMANDS[command], str(cut), str(whole))
    assert result.exit_code == 2
    assert len(records(result.stdout)) == 3


@pytest.mark.parametrize(("command", "form"), FILES)
def test_a_record_that_is_not_text_does_not_affect_others(
    command: str, form: str, tmp_path: Path
) -> None:
    text, file = FILES[command, form].encode(), tmp_path / "f"
    bad = {"games": b'[Position "\xff"]\n', "diagrams": b"game: \xff\n---\n"}.get(form, b"\xff\n")
    first, middle = text.split(b"\n", 1) if form in ("lines", "JSON", "answers") else (b"", text)
    file.write_bytes((first + b"\n" if first else b"") + bad + middle)
    result = run(*COMMANDS[command], str(file))
    assert result.exit_code == 1
    shown = records(result.stdout)
    faults = [record for record in shown if "error" in record]
    assert len(shown) == 3
    assert len(faults) == 1
    assert form == "certificates" or "found the byte 0xff" in str(faults[0]["error"])


def test_no_puzzle_is_made_if_those_to_avoid_cannot_all_be_read(tmp_path: Path) -> None:
    file = tmp_path / "known.gz"
    file.write_bytes(gzip.compress(POSITIONS["JSON"].encode()) + b"xx")
    result = run("generate", "--count", "1", "--not-in", str(file), "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"--not-in: {file}: line 3: found 'xx' after the gzip data" in result.stderr


def refusing(error: OSError) -> Callable[..., None]:
    def opened(*_: object, **__: object) -> None:
        raise error

    return opened


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_without_read_permission(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "f"
    file.write_text("x")
    monkeypatch.setattr(
        inputs, "open", refusing(PermissionError(13, "Permission denied")), raising=False
    )
    result = run(*COMMANDS[command], str(file))
    assert result.exit_code == 2
    assert f"{file}: found permission denied, expected a file" in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_is_not_an_input(command: str, tmp_path: Path) -> None:
    result = run(*COMMANDS[command], str(tmp_path))
    assert result.exit_code == 2
    assert f"{tmp_path}: found a directory, expected a file" in result.stderr


@pytest.mark.parametrize("command", ["solve", "annotate", "verify"])
@pytest.mark.parametrize(
    ("name", "shown"),
    [(b"\xff.txt", "'\\xff.txt'"), (b"a\nb", "'a\\nb'"), (b"\x1b[31m", "'\\x1b[31m'")],
)
def test_odd_names_are_shown_as_escapes(
    command: str, name: bytes, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    missing = run(command, os.fsdecode(name))
    assert missing.exit_code == 2
    assert missing.stderr.startswith(f"{shown}: found no such file")
    (tmp_path / os.fsdecode(name)).write_text("?", encoding="utf-8")
    assert run(command, os.fsdecode(name)).stderr.startswith(f"{shown}: ")
