"""`--checkpoint`: a search continues from the intact file of an earlier run."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from running import begun, run
from waiting import DEADLINE

from cli.files import places
from cli.files.checkpoint_file import CheckpointFile
from proofplay.main import STOPS
from solver.engines import checkpoint

NAKATTA = "nakatta:5/5/2b2/5/5:w"
POSITIONS = [
    NAKATTA,
    "nakatta+pie:start:4x4",
    "manhattan:start:4x4",
    "marvin:start:3x4",
    "minelayers:start:5x5",
    "sight-reduction:bwwb/wwbw/bwbb/wbwb/wbbw/wwbb:w",
    "sight-reduction+harder:bwwb/wwbw/bwbb/wbwb/wb2:w",
]
OPTIONS = ("solve", "--json", "--engine", "search", "--threads", "1")
FEW = ("--nodes", "400")
# A question that takes long to answer.
LONG = "manhattan:start:6x6"


def solved(position: str, *more: str, code: int = 0) -> dict[str, Any]:
    result = run(*OPTIONS, position, *more)
    assert result.exit_code == code, result.stderr
    record: dict[str, Any] = json.loads(result.stdout)
    return record


def searched(path: Path) -> int:
    """Return the number of positions searched for a file."""
    count: int = json.loads(path.read_bytes().split(b"\n")[1])["positions"]
    return count


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file left by a run that did not finish."""
    path = tmp_path / "kept"
    solved(NAKATTA, *FEW, "--checkpoint", str(path), code=3)
    return path


@pytest.mark.parametrize("position", POSITIONS)
def test_a_search_continues(position: str, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    stopped = solved(position, *FEW, "--checkpoint", str(path), code=3)
    assert (stopped["reason"], stopped["nodes"], searched(path)) == ("nodes", 400, 400)
    plain, on = solved(position), solved(position, "--checkpoint", str(path))
    assert on["nodes"] < plain["nodes"]
    assert searched(path) == 400 + on["nodes"]
    costs = ("nodes", "seconds", "line", "engine")
    assert {n: v for n, v in on.items() if n not in costs} == {
        n: v for n, v in plain.items() if n not in costs
    }
    assert on["distance"] in (None, len(on["line"]))
    again = solved(position, "--checkpoint", str(path))
    assert again["nodes"] < plain["nodes"] // 10
    assert again["result"] == plain["result"]


def test_a_run_without_a_search_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    asked = ("solve", "--json", "--threads", "1", NAKATTA, "--checkpoint", str(path))
    assert run(*asked).exit_code == 0
    before = path.stat()
    assert json.loads(run(*asked).stdout)["nodes"] == 0
    assert run(*asked, "--nodes", "0").exit_code == 3
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    path.unlink()
    assert run(*asked, "--nodes", "0").exit_code == 3
    assert not path.exists()


def test_a_file_serves_all_positions_of_its_board(kept: Path) -> None:
    result = run(*OPTIONS, NAKATTA, "nakatta:5/5/5/2b2/5:w", "--checkpoint", str(kept))
    assert result.exit_code == 0
    assert [json.loads(line)["status"] for line in result.stdout.splitlines()] == ["proved"] * 2
    other = run(*OPTIONS, NAKATTA, "nakatta:start:4x4", "--checkpoint", str(kept))
    assert other.exit_code == 1
    assert "found 'nakatta 4x4', expected 'nakatta 5x5'" in other.stderr


def test_openings_continue(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    asked = ("openings", "--json", "--threads", "1", "nakatta+pie:start:4x4")
    plain = json.loads(run(*asked).stdout)["openings"]
    stopped = run(*asked, "--checkpoint", str(path), "--nodes", "100")
    assert stopped.exit_code == 3
    on = json.loads(run(*asked, "--checkpoint", str(path)).stdout)["openings"]
    results = ("moves", "result", "distance", "swap")
    assert [[o[n] for n in results] for o in on] == [[o[n] for n in results] for o in plain]
    assert sum(o["nodes"] for o in on) < sum(o["nodes"] for o in plain)


def test_a_certificate_can_be_written_too(tmp_path: Path) -> None:
    path, proof = tmp_path / "kept", tmp_path / "proof.txt"
    options = ("--checkpoint", str(path), "--certificate", str(proof))
    assert run("solve", "nakatta:1b1/3/3:w", *options).exit_code == 0
    assert run("verify", str(proof)).exit_code == 0
    assert searched(path)


def refused(path: Path, position: str = NAKATTA, *more: str) -> str:
    """Return why a file is refused; it must not change."""
    before = path.read_bytes()
    result: Result = run(*OPTIONS, position, "--checkpoint", str(path), *more)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert f"--checkpoint {path}: found " in result.stderr
    assert path.read_bytes() == before
    assert [left.name for left in path.parent.iterdir()] == [path.name]
    return result.stderr


def test_a_truncated_file_is_refused(kept: Path) -> None:
    whole = kept.read_bytes()
    for cut in (0, 1, 30, 80, 150, len(whole) // 2, len(whole) - 33, len(whole) - 1):
        kept.write_bytes(whole[:cut])
        assert re.search("damaged|no checkpoint", refused(kept))
    kept.write_bytes(whole + b"\0")
    assert "damaged" in refused(kept)


def test_a_changed_byte_is_noticed(kept: Path) -> None:
    whole = kept.read_bytes()
    for place in [*range(0, 200, 7), *range(200, len(whole), len(whole) // 20), len(whole) - 1]:
        changed = bytearray(whole)
        changed[place] ^= 1
        kept.write_bytes(changed)
        refused(kept)


def test_a_file_of_other_code_is_refused(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "fingerprint_of", lambda *_: "9.9.9 (0123456789abcdef)")
    assert "other code" in refused(kept)


def test_a_newer_format_is_refused(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes().replace(b"checkpoint 1\n", b"checkpoint 2\n"))
    assert "found a checkpoint in format 2, expected format 1" in refused(kept)


def test_another_board_is_refused(kept: Path) -> None:
    for position, board in (
        ("nakatta:start:4x4", "nakatta 4x4"),
        ("minelayers:start:5x5", "minelayers 5x5"),
        ("sight-reduction:wbw/bwb:w", "sight-reduction:wbw/bwb:w"),
    ):
        assert f"found a checkpoint of 'nakatta 5x5', expected '{board}'" in refused(kept, position)


def test_another_deal_or_variant_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    deal = "bwwb/wwbw/bwbb/wbwb/wbbw/wwbb"
    solved(f"sight-reduction:{deal}:w", *FEW, "--checkpoint", str(path), code=3)
    for other in (f"sight-reduction+harder:{deal}:w", "sight-reduction:bwwb/wwbw/bwbb:w"):
        assert "found a checkpoint of 'sight-reduction" in refused(path, other)
    solved(f"sight-reduction:{deal}:b", "--checkpoint", str(path))


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "thesis.txt"
    heads = ("no JSON", "[" * 4000, "{}", '{"maker": "\\u001b[2J\\n", "board": 1, "positions": 1}')
    for text in ("", "a year of work\n", *(f"proofplay checkpoint 1\n{head}\n" for head in heads)):
        path.write_text(text)
        assert refused(path).rstrip("\n").isprintable()


def test_a_wrong_position_does_not_spoil_the_others(kept: Path) -> None:
    result = run(*OPTIONS, "nakatta:start:4x4", NAKATTA, "--checkpoint", str(kept))
    assert result.exit_code == 1
    assert json.loads(result.stdout.splitlines()[1])["status"] == "proved"


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["sight-reduction+solitaire:wbw/bwb:w"], "found a solitaire"),
        (["marvin:start:13x13"], "nothing to keep"),
        ([NAKATTA, "--engine", "sat"], "expected auto or search"),
        ([NAKATTA, "--engine", "retrograde"], "expected auto or search"),
        ([NAKATTA, "--engine", "brute"], "expected auto or search"),
        ([NAKATTA, "--sum"], "--checkpoint cannot be combined with --sum"),
    ],
)
def test_questions_without_a_search_table(arguments: list[str], found: str, tmp_path: Path) -> None:
    result = run("solve", *arguments, "--checkpoint", str(tmp_path / "kept"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert found in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", ["-", "/dev/null", "/dev/full", "missing/kept", "."])
def test_unsuitable_destinations(place: str, tmp_path: Path) -> None:
    path = place if place.startswith(("-", "/")) else str(tmp_path / place)
    result = run("solve", NAKATTA, "--checkpoint", path)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "expected a writable file" in result.stderr


def test_too_little_memory_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    solved("nakatta:6/6/2b3/6/6/6:w", "--nodes", "60000", "--checkpoint", str(path), code=3)
    assert path.stat().st_size > 1 << 19
    before = path.read_bytes()
    answer = solved("nakatta:6/6/2b3/6/6/6:w", "--memory", "1", "--checkpoint", str(path), code=3)
    assert answer["reason"] == "memory"
    assert path.read_bytes() == before


def filled(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Simulate a full disk for a number of writes."""
    fails, fsync = iter(range(times)), os.fsync

    def full(number: int) -> None:
        if next(fails, None) is not None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(number)

    monkeypatch.setattr(os, "fsync", full)


def test_a_full_disk_does_not_stop_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(monkeypatch, 1)
    monkeypatch.setattr(checkpoint, "INTERVAL", 0.05)
    path = tmp_path / "kept"
    result = run(*OPTIONS, LONG, "--time", "1", "--checkpoint", str(path))
    assert result.exit_code == 3
    assert result.stderr.count("no space left") == 1
    assert searched(path)
    assert [left.name for left in tmp_path.iterdir()] == ["kept"]


def test_a_full_disk_at_the_end_is_reported(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept.read_bytes()
    filled(monkeypatch, 1)
    result = run(*OPTIONS, NAKATTA, "--checkpoint", str(kept))
    assert result.exit_code == 2
    assert json.loads(result.stdout)["status"] == "proved"
    assert "no space left" in result.stderr
    assert kept.read_bytes() == before
    assert [left.name for left in kept.parent.iterdir()] == [kept.name]


def searching(path: Path) -> "subprocess.Popen[str]":
    """Begin a long search that often writes its table, and wait for the first time."""
    before = version(path)
    often = f"import {checkpoint.__name__} as c; c.INTERVAL = 0.2; from proofplay.main import main"
    process = begun(
        [sys.executable, "-c", f"{often}; main()", "solve", LONG, "--checkpoint", str(path)],
        text=True,
    )
    await_version_after(before, path, process)
    return process


def version(path: Path) -> int | None:
    return path.stat().st_mtime_ns if path.exists() else None


def await_version_after(before: int | None, path: Path, process: "subprocess.Popen[str]") -> None:
    """Wait until a running process has written a file again."""
    while version(path) == before:
        assert process.poll() is None
        time.sleep(0.05)


@pytest.mark.parametrize("number", STOPS)
def test_a_stopped_run_keeps_what_was_found(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    process = searching(path)
    process.send_signal(number)
    out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out) == (130, "")
    assert err.endswith("Stopped; 0 records answered.\n")
    check_whole(path)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_a_signal_ignored_at_the_start_stays_ignored(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = searching(path)
    finally:
        signal.signal(signal.SIGHUP, before)
    process.send_signal(signal.SIGHUP)
    await_version_after(version(path), path, process)
    process.terminate()
    process.communicate(timeout=DEADLINE)
    assert process.returncode == 130


def test_a_killed_run_leaves_what_was_written_last(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    process = searching(path)
    process.kill()
    process.communicate()
    check_whole(path)


def test_a_second_run_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    """The first run is stopped meanwhile; a lock that a killed run left behind does not matter."""
    path = tmp_path / "kept"
    process = searching(path)
    process.kill()
    process.communicate()
    process = searching(path)
    process.send_signal(signal.SIGSTOP)
    before = path.read_bytes()
    for command in ("solve", "openings"):
        second = run(command, LONG, "--nodes", "100", "--checkpoint", str(path))
        message = f"proofplay {command}: --checkpoint {path}: another run is writing to it\n"
        assert (second.exit_code, second.stdout, second.stderr) == (2, "", message)
    assert path.read_bytes() == before
    process.send_signal(signal.SIGCONT)
    process.terminate()
    process.communicate(timeout=DEADLINE)
    assert not list(tmp_path.glob("*.lock"))
    check_whole(path)


def by_a_link(path: Path) -> Path:
    link = path.with_name("link")
    link.symlink_to(path.name)
    return link


def by_another_name(path: Path) -> Path:
    name = path.with_name("hard")
    name.hardlink_to(path)
    return name


def by_a_linked_folder(path: Path) -> Path:
    link = path.parent / "folder"
    link.symlink_to(path.parent)
    return link / path.name


def by_a_relative_path(path: Path) -> Path:
    return Path(os.path.relpath(path))


WAYS = [by_a_link, by_another_name, by_a_linked_folder, by_a_relative_path]


@pytest.mark.parametrize("way", WAYS)
def test_a_file_has_one_owner_by_all_its_names(
    way: Callable[[Path], Path], kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "LOCK_TIMEOUT", 0)
    name = way(kept)
    asked = (*OPTIONS, NAKATTA, *FEW, "--checkpoint")
    for owned, other in ((kept, name), (name, kept)):
        with places.locked_place(owned, "the first run"):
            refused = run(*asked, str(other))
            assert (refused.exit_code, refused.stdout) == (2, "")
            assert "another run is writing to it" in refused.stderr
        assert run(*asked, str(other)).exit_code == 3
    assert searched(kept) == searched(name) == 1200
    assert not list(kept.parent.glob("*.lock"))


@pytest.mark.parametrize("way", [by_a_link, by_a_linked_folder, by_a_relative_path])
def test_a_new_file_has_one_owner(
    way: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "LOCK_TIMEOUT", 0)
    path = tmp_path / "kept"
    with places.locked_place(path, "the first run"):
        assert run("openings", NAKATTA, "--checkpoint", str(way(path))).exit_code == 2
    assert not path.exists()


def test_a_file_of_the_user_is_no_lock_to_remove(kept: Path) -> None:
    own = kept.with_name("kept.lock")
    own.write_text("mine")
    solved(NAKATTA, *FEW, "--checkpoint", str(kept), code=3)
    assert own.read_text() == "mine"
    refused = run(*OPTIONS, NAKATTA, "--checkpoint", str(kept), "--report", str(own))
    assert refused.exit_code == 2
    assert f"(with {own}): found the FILE of --report" in refused.stderr


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden")
def test_a_folder_that_cannot_be_written(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "LOCK_TIMEOUT", 0)
    asked = (*OPTIONS, NAKATTA, *FEW, "--checkpoint", str(kept))
    kept.parent.chmod(0o500)
    try:
        with places.locked_place(kept, "the first run"):
            assert run(*asked).exit_code == 2
        assert run(*asked).exit_code == 3
    finally:
        kept.parent.chmod(0o700)
    assert searched(kept) == 800


def check_whole(path: Path) -> None:
    """Check that a search continues from a file."""
    before = searched(path)
    assert before
    assert run("solve", LONG, "--nodes", "100", "--checkpoint", str(path)).exit_code == 3
    assert searched(path) == before + 100


def test_pauses_change_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[None] = []
    write: Callable[[CheckpointFile], None] = CheckpointFile._write

    def counted(file: CheckpointFile) -> None:
        writes.append(None)
        write(file)

    monkeypatch.setattr(CheckpointFile, "_write", counted)
    monkeypatch.setattr(checkpoint, "INTERVAL", 0.0)
    # Long enough for several pauses, on any machine.
    position = "minelayers:start:5x6"
    answer = solved(position, "--checkpoint", str(tmp_path / "kept"))
    plain = solved(position)
    assert [answer[n] for n in ("result", "distance")] == [plain[n] for n in ("result", "distance")]
    assert len(writes) > 1
