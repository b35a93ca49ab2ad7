"""Killing a batch or its workers leaves complete lines and no processes."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from running import COMMAND, begun, run
from waiting import DEADLINE, eventually

from cli.common.exits import Interrupts
from proofplay.main import STOPS
from solver.pool.processes import START_METHODS

QUICK = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
ENDLESS = "nakatta:start:7x7"


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True) if path.exists() else []


@contextmanager
def start(folder: Path, given: list[str], *options: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a batch in its own process group, at most until the test ends."""
    (folder / "given").write_text("\n".join(given))
    files = [str(folder / "given"), "-o", str(folder / "out")]
    with begun([*COMMAND, "batch", *files, *options], start_new_session=True) as process:
        try:
            yield process
        finally:
            process.kill()


def family(process: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def is_at_work(process: psutil.Process) -> bool:
    """Return whether a process exists and is busy: it has used more time than it takes to start."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE and process.cpu_times().user > 0.8
    except psutil.NoSuchProcess:
        return False


def is_there(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize(
    ("method", "number"),
    [
        *((method, signal.SIGINT) for method in START_METHODS),
        *((START_METHODS[0], number) for number in STOPS[1:]),
    ],
)
def test_a_signal_keeps_what_was_written(method: str, number: int, tmp_path: Path) -> None:
    given = [QUICK] * 7 + [ENDLESS] * 4 + [QUICK] * 3
    options = ["--workers", "3", "--start-method", method, "--log-file", str(tmp_path / "log")]
    with start(tmp_path, given, *options) as process:
        assert eventually(lambda: len(lines(tmp_path / "out")) == 7)
        children = family(process)
        assert len(children) >= 2
        os.killpg(process.pid, number)
        os.killpg(process.pid, number)
        assert process.stderr.read() == b"Stopped; 7 answers written.\n"
        assert process.wait() == 130
    assert [json.loads(line)["status"] for line in lines(tmp_path / "out")] == ["proved"] * 7
    assert eventually(lambda: not any(map(is_there, children)))


def test_a_worker_killed_twice_only_loses_its_own_record(tmp_path: Path) -> None:
    given = [QUICK, QUICK, ENDLESS, QUICK, QUICK]
    with start(tmp_path, given, "--quiet", "--workers", "2") as process:
        for _ in range(2):
            assert eventually(lambda: any(map(is_at_work, family(process))))
            victims = list(filter(is_at_work, family(process)))
            for victim in victims:
                victim.kill()
            assert eventually(lambda victims=victims: not any(map(is_there, victims)))
        message = process.stderr.read().decode()
        assert process.wait() == 1
    assert message == f"{tmp_path / 'given'}: line 3: worker died, signal 9\n"
    found = [json.loads(line) for line in lines(tmp_path / "out")]
    assert found[2] == {"line": 3, "error": "worker died, signal 9"}
    expected = [
        json.loads(line) for line in run("batch", *given[:2], *given[3:]).stdout.splitlines()
    ]
    assert [*found[:2], *found[3:]] == expected


def test_a_closed_pipe_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "given").write_text("\n".join([QUICK] * 3000))
    with begun([*COMMAND, "batch", str(tmp_path / "given"), "--workers", "2"]) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(DEADLINE) == 128 + signal.SIGPIPE


def test_a_killed_run_can_be_resumed(tmp_path: Path) -> None:
    given = [QUICK] * 3 + [ENDLESS] + [QUICK]
    with start(tmp_path, given, "--workers", "2", "--time", "1000") as process:
        assert eventually(lambda: len(lines(tmp_path / "out")) == 3)
        children = family(process)
        process.kill()
    assert eventually(lambda: not any(map(is_there, children)))
    second = [*COMMAND, "batch", str(tmp_path / "given"), "-o", str(tmp_path / "out"), "--resume"]
    with begun([*second, "--time", "1000"]) as process:
        assert eventually(lambda: any(map(is_at_work, family(process))))
        process.terminate()
        assert process.wait() == 130
    assert len(lines(tmp_path / "out")) == 3


def test_a_signal_is_delayed_while_held() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), Interrupts() as interrupts:
        hold(interrupts, done)
    assert done == ["begun", "ended"]
    assert {signal.getsignal(number) for number in STOPS} == {signal.SIG_IGN}


def hold(interrupts: Interrupts, done: list[str]) -> None:
    with interrupts.held():
        done.append("begun")
        for number in STOPS:
            os.kill(os.getpid(), number)
        done.append("ended")
    done.append("not reached")


def test_signal_handlers_are_restored() -> None:
    before = [signal.getsignal(number) for number in STOPS]
    with Interrupts() as interrupts, interrupts.held():
        assert not {signal.getsignal(number) for number in STOPS} & {*before}
    assert [signal.getsignal(number) for number in STOPS] == before


@pytest.mark.parametrize("number", STOPS)
def test_a_signal_ignored_before_stays_ignored(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_IGN)
    with Interrupts():
        assert signal.getsignal(number) == signal.SIG_IGN
        os.kill(os.getpid(), number)
