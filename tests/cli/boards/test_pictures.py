"""`show` writes pictures to standard output, files and folders."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from running import COMMAND, finished, run

ONE = "nakatta:start:3x3"
TWO = "marvin:start:3x3"
MAGIC = b"\x89PNG\r\n\x1a\n"


def test_one_picture_goes_to_a_pipe() -> None:
    assert run("show", "--format", "svg", ONE).stdout.startswith("<svg ")
    assert run("show", "--format", "png", ONE).stdout_bytes.startswith(MAGIC)


@pytest.mark.parametrize("name", ["board.svg", "board.PNG", "a folder with blanks.png"])
def test_a_files_name_selects_the_format(name: str, tmp_path: Path) -> None:
    result = run("show", ONE, "-o", str(tmp_path / name))
    assert (result.exit_code, result.output) == (0, "")
    start = b"<svg " if name.endswith("svg") else MAGIC
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_folder_gets_a_picture_of_each_position(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "boards"
    given = f"{ONE}\n{TWO}\nnonsense:1:w\n{ONE}\n"
    result = run("show", "--format", "svg", "-o", str(folder), "-", given=given)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert sorted(path.name for path in folder.iterdir()) == [
        "0001-nakatta.svg",
        "0002-marvin.svg",
        "0003-nakatta.svg",
    ]
    assert "Marvin" in (folder / "0002-marvin.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "svg", ONE, TWO], "-o FOLDER"),
        (["-o", "{}/board.svg", ONE, TWO], "-o FOLDER"),
        (["-o", "{}/boards", ONE], "--format svg"),
        (["-o", "{}/board.svg", "--format", "png", ONE], "the same format"),
        (["-o", "{}/board.txt", "--format", "line", ONE], "--format svg"),
        (["-o", "{}/missing/board.svg", ONE], "found no folder"),
        (["-o", "{}/taken", "--format", "svg", ONE], "proofplay show: -o {}/taken"),
        (["-o", "{}/taken/in", "--format", "svg", ONE, TWO], "proofplay show: -o {}/taken/in"),
    ],
)
def test_unsuitable_destinations_are_refused(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    (tmp_path / "taken").touch()
    result = run("show", *(argument.format(tmp_path) for argument in arguments))
    assert result.exit_code == 2
    assert message.format(tmp_path) in result.stderr
    assert result.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_png_is_not_written_to_a_terminal() -> None:
    ours, theirs = pty.openpty()
    try:
        result = finished(
            [*COMMAND, "show", "--format", "png", ONE],
            stdout=theirs,
            stderr=subprocess.PIPE,
            capture_output=False,
        )
    finally:
        os.close(theirs)
        os.close(ours)
    assert result.returncode == 2
    assert b"expected a pipe or -o FILE" in result.stderr


TOUR = "minelayers:5/5/5/5/5:A:tour=open:given=a1=1,b4=9,c3=15,d5=16"


def test_a_tour_is_drawn_with_its_numbers(tmp_path: Path) -> None:
    record = tmp_path / "tours.jsonl"
    record.write_text(json.dumps({"position": TOUR}))
    shown = run("show", str(record)).stdout
    assert "Manic Minelayers, open knight's tour, 5×5" in shown
    assert "4   .   9   .   .   ." in shown
    assert run("show", "--format", "line", TOUR).stdout == TOUR + "\n"
    assert json.loads(run("show", "--json", TOUR).stdout)["position"] == TOUR
    picture = run("show", "--format", "svg", TOUR).stdout
    assert "Written: 1 on a1, 9 on b4, 15 on c3, 16 on d5." in picture


@pytest.mark.parametrize(
    "command",
    [["show", "--format", "diagram"], ["solve"], ["moves"], ["batch", "--workers", "1"]],
)
def test_a_tour_is_refused_unless_it_is_drawn(command: list[str]) -> None:
    result = run(*command, TOUR)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("the position: found a knight's tour, expected a position")
    assert result.stderr.count("\n") == 1
