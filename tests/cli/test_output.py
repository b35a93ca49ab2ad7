"""Standard output: pipes, widths, colours and encodings."""

import io
import json
import re
import signal
import subprocess
import time

import pytest
from running import COMMAND, begun, finished, run, spawn
from waiting import DEADLINE

from cli.reports import terminal
from cli.terminal import progress

WIDE = "sight-reduction:" + "/".join(["wb" * 13] * 2) + ":w"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
TWO = "sight-reduction:bwwb/wwbw/bwbb:w"


@pytest.mark.parametrize(
    "env",
    [{}, {"TERM": "dumb"}, {"NO_COLOR": "1"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}],
    ids=str,
)
def test_a_pipe_gets_no_escape_codes(env: dict[str, str]) -> None:
    for arguments in (["solve", ALONE], ["analyse", TWO], ["games"], ["show", WIDE]):
        result = run(*arguments, **env)
        assert result.exit_code == 0
        assert "\x1b" not in result.output


def test_colour_on_request() -> None:
    assert "\x1b[" in run("show", TWO, FORCE_COLOR="1").stdout
    assert "\x1b[" in run("show", TWO, FORCE_COLOR="1", NO_COLOR="").stdout
    assert "\x1b" not in run("show", "--json", TWO, FORCE_COLOR="1").stdout


@pytest.mark.parametrize("columns", [80, 200])
def test_output_fits_the_width(columns: int) -> None:
    for arguments in (["solve", ALONE], ["solve", TWO], ["analyse", TWO], ["games"]):
        lines = run(*arguments, COLUMNS=str(columns)).stdout.splitlines()
        assert max(map(len, lines)) <= columns
        assert not any(line.endswith(" ") for line in lines)


@pytest.mark.parametrize(
    ("columns", "cycle", "rows"), [(10, 1, 30), (80, 1, 4), (80, 2, 4), (200, 1, 2), (8, 2, 30)]
)
def test_moves_are_arranged_in_columns(columns: int, cycle: int, rows: int) -> None:
    cells = [terminal.numbered(number, 30, "a1") for number in range(1, 31)]
    lines = terminal.columns(cells, columns, cycle).plain.splitlines()
    assert len(lines) == rows
    assert max(map(len, lines)) <= max(columns, 6)
    numbers = [[int(cell) for cell in re.findall(r"(\d+)\.", line)] for line in lines]
    assert sorted(number for row in numbers for number in row) == list(range(1, 31))
    assert [row[0] for row in numbers] == list(range(1, rows + 1))
    assert cycle == 1 or all(len({number % 2 for number in row}) == 1 for row in numbers)


def test_nothing_is_cut_off_if_there_is_no_room() -> None:
    result = run("show", WIDE, COLUMNS="20")
    assert result.stdout.splitlines()[-3:-1] == [f"{rank} " + " ○ ●" * 13 for rank in (2, 1)]
    assert run("show", "--format", "line", WIDE, COLUMNS="20").stdout == WIDE + "\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_encodings_without_the_signs(encoding: str) -> None:
    for arguments in (["solve", ALONE], ["analyse", TWO], ["games"]):
        result = spawn(*arguments, PYTHONIOENCODING=encoding)
        assert result.returncode == 0
        assert result.stderr == b""
        text = result.stdout.decode(encoding)
        assert "?" not in text
        assert ("○" in text) == (encoding == "utf-8" and arguments != ["games"])


@pytest.mark.parametrize("form", [["--json"], []])
def test_a_broken_pipe_ends_quietly(form: list[str]) -> None:
    command = [*COMMAND, "deal", "--seed", "1", "--count", "1000000", *form]
    with begun(command) as process:
        assert b"sight-reduction" in process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(DEADLINE) == 128 + signal.SIGPIPE


def test_a_full_disk_is_reported() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        result = finished(
            [*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, capture_output=False
        )
    assert result.returncode == 2
    message = b"proofplay: standard output cannot be written: no space left on device\n"
    assert result.stderr == message


def test_records_are_answered_as_they_arrive() -> None:
    """The first record of a pipe is answered before the second is written."""
    with begun([*COMMAND, "solve", "--json", "-"], stdin=subprocess.PIPE) as process:
        for position in (TWO, ALONE):
            process.stdin.write(position.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["position"] == position
        process.stdin.close()
        assert process.wait(DEADLINE) == 0


LARGE = "sight-reduction:" + "/".join(["wbwb", "bwwb"] * 4) + ":w"
SOLITAIRE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
NARROW = "sight-reduction+solitaire+harder:ww/wb/bb/bb/bb/bw/bb/bb/wb/ww/ww/bw/ww/bw/ww/bw:w"


@pytest.mark.parametrize(
    ("arguments", "finished", "number"),
    [
        (["solve", "--engine", "brute", TWO, LARGE], 1, signal.SIGINT),
        (["perft", "--depth", "30", LARGE], 5, signal.SIGTERM),
        (["solve", "--engine", "sat", SOLITAIRE, NARROW], 1, signal.SIGINT),
    ],
    ids=["in Python", "in a kernel", "in a SAT solver"],
)
def test_a_signal_keeps_what_was_finished(arguments: list[str], finished: int, number: int) -> None:
    with begun([*COMMAND, *arguments, "--json"]) as process:
        for _ in range(finished):
            json.loads(process.stdout.readline())
        time.sleep(0.3)
        process.send_signal(number)
        assert process.wait(DEADLINE) == 130
        assert process.stderr.read().startswith(b"Stopped; ")
        assert all(json.loads(line) for line in process.stdout)


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "term", "has_bar"),
    [
        (Terminal(), "xterm", True),
        (Terminal(), "dumb", False),
        (io.StringIO(), "xterm", False),
    ],
    ids=["a terminal", "a dumb one", "none"],
)
def test_only_terminals_get_a_progress_bar(
    stream: io.StringIO, term: str, has_bar: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0)
    monkeypatch.setenv("TERM", term)
    with progress.ProgressBar("solving") as bar:
        bar(0.0)
        bar(0.5)
        bar(0.996)
    assert ("solving" in stream.getvalue()) == has_bar
    assert ("50 %" in stream.getvalue()) == has_bar
    assert ("99 %" in stream.getvalue()) == has_bar


def test_a_quick_answer_shows_no_progress_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with progress.ProgressBar("solving") as bar:
        bar(0.5)
    assert stream.getvalue() == ""
