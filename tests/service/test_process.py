"""The server's process: its start, its end, and what is left if it is killed."""

import os
import signal
import socket
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import psutil
import pytest
from running import COMMAND, finished, run, spawn
from service_tests import HARD, Server, Start
from waiting import DEADLINE, eventually

FIRST, SECOND = "marvin:start:3x3", "manhattan:r2r/2b1/1b2/4:r"
WITHOUT = "import sys; sys.modules['fastapi'] = None; from proofplay.main import main; main()"


def solve(client: httpx.Client, position: str, wait: float = 10) -> httpx.Response:
    return client.post("/api/solve", json={"position": position, "wait": wait})


def test_the_life_of_a_server(start: Start, tmp_path: Path) -> None:
    """It starts with a damaged file and is killed; then two servers share the answers."""
    path = tmp_path / "kept.db"
    path.write_bytes(b"SQLite format 3\x00" + b"garbage" * 1000)
    options = ("--workers", "1", "--cache", str(path))
    server = start(*options)
    first = solve(server.client, FIRST)
    assert first.json()["status"] == "proved"
    assert solve(server.client, HARD, 0).status_code == 202
    children = server.own.children(recursive=True)
    (warning,) = server.end().splitlines()
    assert warning.endswith("it is set aside as kept.db.damaged")
    assert not psutil.wait_procs(children, DEADLINE)[1]

    one, other = start(*options), start(*options)
    assert solve(one.client, FIRST).content == first.content
    assert 'proofplay_answers_total{source="file"} 1.0' in one.client.get("/metrics").text
    assert solve(one.client, SECOND).content == solve(other.client, SECOND).content
    path.unlink()
    third = solve(one.client, "nakatta:start:3x3")
    assert solve(one.client, FIRST).content == first.content
    assert solve(other.client, "nakatta:start:3x3").content == third.content
    for living, number in ((one, signal.SIGINT), (other, signal.SIGHUP)):
        end_amid_a_search(living, number)


EASY = [
    "nakatta:start:3x3",
    "marvin:start:3x3",
    "minelayers:start:3x3",
    FIRST,
    SECOND,
    "nakatta:start:4x4",
]


@pytest.mark.parametrize("begin", ["BEGIN EXCLUSIVE", "BEGIN"])
def test_a_busy_cache_delays_no_answer(start: Start, tmp_path: Path, begin: str) -> None:
    """Another process has locked the file, or reads it without an end."""
    path = tmp_path / "kept.db"
    options = ("--workers", "1", "--cache", str(path))
    server = start(*options)
    solve(server.client, FIRST)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(begin)
        if begin == "BEGIN":
            other.execute("SELECT * FROM answers").fetchone()
        began = time.monotonic()
        with ThreadPoolExecutor() as threads:
            answers = list(threads.map(lambda position: solve(server.client, position), EASY))
        took = time.monotonic() - began
    assert [answer.json()["status"] for answer in answers] == ["proved"] * len(EASY)
    # It took 17 seconds and more, of which the processor needs none, when each waited for the file.
    assert took < 15
    with closing(sqlite3.connect(path)) as other:
        count = "SELECT count(*) FROM answers"
        assert eventually(lambda: other.execute(count).fetchone() == (len(set(EASY)),))
    assert server.end().count("another process has locked the file") == 1
    # What was found meanwhile has been written since.
    again = start(*options).client
    assert [solve(again, answer.json()["position"]).content for answer in answers] == [
        answer.content for answer in answers
    ]
    assert 'proofplay_answers_total{source="search"}' not in again.get("/metrics").text


def end_amid_a_search(server: Server, number: signal.Signals) -> None:
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(solve, server.client, HARD)
        assert eventually(lambda: 'state="running"} 1.0' in server.client.get("/metrics").text)
        # A search counts as running even while its worker is starting.
        assert eventually(lambda: server.own.children(recursive=True))
        children = server.own.children(recursive=True)
        server.process.send_signal(number)
        server.process.send_signal(signal.SIGINT)  # an impatient second signal
        answer = waiting.result(DEADLINE)
    assert (answer.status_code, list(answer.json())) == (503, ["error"])
    assert server.process.wait(DEADLINE) == 130
    *warnings, last = server.end().splitlines()
    assert last == "Stopped."
    assert all(line.endswith("the file has changed and is reopened") for line in warnings)
    assert not psutil.wait_procs(children, DEADLINE)[1]


def test_many_heavy_requests_leave_room_for_others_and_end_with_the_server(start: Start) -> None:
    server = start()
    # Every move is legal, and listing those of such a board takes long.
    heavy = '[Position "nakatta:start:19x19"]\n\n1. a1 ' + "(b2) " * 6000
    with (
        ThreadPoolExecutor(41) as threads,
        httpx.Client(base_url=server.url, timeout=DEADLINE) as other,
    ):
        asked = [
            threads.submit(server.client.post, "/api/records/read", json={"text": heavy})
            for _ in range(41)
        ]
        rounds = 0
        while not any(one.done() for one in asked):
            page, played = other.get("/"), other.post("/api/moves", json={"position": FIRST})
            assert (page.status_code, played.status_code) == (200, 200)
            rounds += 1
        assert rounds > 1
        # The first are refused for their time, the others because no thread became free.
        statuses = Counter(one.result().status_code for one in asked)
        assert set(statuses) == {422, 429}
        assert statuses[429] > statuses[422]
        again = threads.submit(server.client.post, "/api/records/read", json={"text": heavy})
        while not again.running():
            pass
        other.get("/")  # by now it has been read
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(DEADLINE) == 130
        assert again.result().status_code == 503
    assert server.end().splitlines()[-1] == "Stopped."


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = spawn("serve", "--port", port)
    said = f"proofplay serve: found '127.0.0.1:{port}' (address already in use)"
    assert result.returncode == 2
    assert result.stderr.decode() == f"{said}, expected an address to listen on\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no such limit")
@pytest.mark.parametrize("descriptors", [8, 10])
def test_few_descriptors(descriptors: int) -> None:
    limited = f'ulimit -n {descriptors}; exec "$0" "$@"'
    command = ["bash", "-c", limited, *COMMAND, "serve", "--port", "0"]
    result = finished(command, text=True)
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("proofplay serve: ")
    assert "too many open files" in line


@pytest.mark.parametrize(
    "options",
    [
        ("--host", "no.such.host.invalid"),
        ("--host", "\n"),
        ("--cache", "."),
        ("--port", "70000"),
    ],
)
def test_bad_options(options: tuple[str, ...]) -> None:
    result = run("serve", *options)
    assert result.exit_code == 2
    assert 1 <= len(result.stderr.splitlines()) <= 2
    assert "Traceback" not in result.stderr


def test_without_the_extra_the_error_says_what_to_install() -> None:
    result = spawn("serve", program=("-c", WITHOUT))
    assert (result.returncode, result.stdout) == (2, b"")
    expected = "install it with: pip install 'proofplay[service]'"
    assert result.stderr.decode() == f"proofplay serve: fastapi is missing, {expected}\n"


def test_other_commands_do_not_import_the_service() -> None:
    program = "import sys; from cli.app import proofplay\ntry:\n proofplay.main(['games'])\n"
    program += "finally:\n print([name for name in ('service', 'fastapi') if name in sys.modules])"
    assert spawn(program=("-c", program)).stdout.decode().splitlines()[-1] == "[]"
