"""Connections: silent, slow, half-closed and too many ones, and what is logged of them."""

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import psutil
import pytest
from running import ROOT
from service_tests import HARD, Server, Start
from waiting import DEADLINE, eventually

from service.serving import SPARE, room_for

SERVE = """
import sys
from service import serving
from service.settings import Settings
serving.KEEP_ALIVE, serving.UNREAD = 1, 1
listener = serving.listen("127.0.0.1", 0)
serving.serve(Settings(connections=int(sys.argv[1])), listener, lambda url: print(url, flush=True))
"""
HEALTH = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

Connect = Callable[..., socket.socket]


@contextmanager
def hasty_server(connections: int, limit: str = "") -> Iterator[psutil.Process]:
    """Start a server with short time limits, under a shell's limit."""
    program = ["bash", "-c", f'{limit} exec "$0" "$@"', sys.executable, "-c", SERVE]
    command = [*program, str(connections)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield psutil.Process(process.pid)
        finally:
            process.kill()


@contextmanager
def connecting(process: psutil.Process) -> Iterator[Connect]:
    """Yield how to connect to a server, from any address of this machine."""
    (port,) = {one.laddr.port for one in process.net_connections() if one.status == "LISTEN"}
    with ExitStack() as stack:

        def connect(host: str = "127.0.0.1") -> socket.socket:
            line = socket.create_connection(("127.0.0.1", port), DEADLINE, source_address=(host, 0))
            return stack.enter_context(line)

        yield connect


@pytest.fixture(scope="module")
def hasty() -> Iterator[psutil.Process]:
    """Start one such server that takes 20 connections."""
    with hasty_server(20) as process:
        yield process


@pytest.fixture
def connect(hasty: psutil.Process) -> Iterator[Connect]:
    with connecting(hasty) as connect:
        yield connect


def asked(position: str, **options: object) -> bytes:
    """Return a request to solve a position."""
    body = json.dumps({"position": position, "wait": 10, **options}).encode()
    return POST + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def connection(server: Server) -> socket.socket:
    address = server.client.base_url
    return socket.create_connection((address.host, address.port), timeout=DEADLINE)


def heard(line: socket.socket) -> bytes:
    """Return what is received until the other side has ended, without interim answers."""
    whole = b"".join(iter(lambda: line.recv(65536), b""))
    return whole.replace(b"HTTP/1.1 100 Continue\r\n\r\n", b"")


def answer(line: socket.socket, request: bytes = HEALTH + b"Connection: close\r\n\r\n") -> bytes:
    """Send a request; return the answer."""
    line.sendall(request)
    return heard(line)


def is_open(line: socket.socket) -> bool:
    line.settimeout(0)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


@pytest.mark.parametrize("start", [b"", HEALTH, POST + b"Content-Length: 9\r\n\r\n"])
def test_silent_connections_give_way(connect: Connect, start: bytes) -> None:
    silent = [connect() for _ in range(30)]
    for line in silent:
        with suppress(OSError):
            line.sendall(start)
    assert answer(connect()).startswith(b"HTTP/1.1 200")
    assert answer(connect("127.0.0.2")).startswith(b"HTTP/1.1 200")
    # One client may have half of the connections.
    assert sum(map(is_open, silent)) <= 10


def test_a_client_with_many_requests_leaves_room_for_others(connect: Connect) -> None:
    busy = [connect() for _ in range(11)]
    for line in busy:
        line.sendall(asked(HARD))
    time.sleep(1)
    refused = answer(connect())
    assert refused.startswith(b"HTTP/1.1 503")
    assert b"found 10 connections of yours, expected fewer" in refused
    assert answer(connect("127.0.0.2")).startswith(b"HTTP/1.1 200")


def test_few_descriptors_mean_few_connections() -> None:
    with hasty_server(1000, "ulimit -n 80;") as process, connecting(process) as connect:
        silent = [connect() for _ in range(100)]
        assert answer(connect()).startswith(b"HTTP/1.1 200")
        assert sum(map(is_open, silent)) <= 20


@pytest.mark.parametrize(
    ("limits", "room", "raised"),
    [
        ((256, 4096), 1000, (1000 + SPARE, 4096)),
        ((256, -1), 1000, (1000 + SPARE, -1)),
        ((256, 512), 512 - SPARE, (512, 512)),
        ((64, 64), 32, (64, 64)),
        ((9999, 9999), 1000, None),
        ((-1, -1), 1000, None),
    ],
)
def test_limits_on_descriptors_are_raised_as_far_as_possible(
    monkeypatch: pytest.MonkeyPatch,
    limits: tuple[int, int],
    room: int,
    raised: tuple[int, int] | None,
) -> None:
    resource = pytest.importorskip("resource")
    now: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda kind, wanted: now.append(wanted))
    assert room_for(1000) == room
    assert now == ([] if raised is None else [raised])


@pytest.mark.parametrize("start", [b"", HEALTH + b"Content-Length: 90\r\n\r\n"])
def test_an_idle_connection_is_closed(connect: Connect, start: bytes) -> None:
    """Parts of a body that nobody reads are no sign of life either."""
    line = connect()
    line.sendall(start)
    began = time.monotonic()
    while is_open(line):
        line.settimeout(0.2)
        with suppress(OSError):
            line.recv(65536)
            line.sendall(b"x" if start else b"")
        assert time.monotonic() - began < DEADLINE
    assert time.monotonic() - began > 0.5


def test_slow_headers_are_refused(connect: Connect) -> None:
    line = connect()
    line.sendall(HEALTH + b"X: ")
    line.settimeout(0.2)
    began, said = time.monotonic(), b""
    while not said:
        assert time.monotonic() - began < DEADLINE
        line.sendall(b"x")
        with suppress(TimeoutError):
            said = line.recv(65536)
    line.settimeout(DEADLINE)
    head, _, body = (said + heard(line)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408")
    assert b"content-type: application/json" in head
    expected = "found no readable HTTP request: it arrived too slowly"
    assert json.loads(body) == {"error": expected}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends such connections")
def test_a_client_that_does_not_read_is_cut_off(connect: Connect, hasty: psutil.Process) -> None:
    line = connect()
    line.settimeout(1)
    with suppress(OSError):
        line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5000)
    assert eventually(
        lambda: all(one.status != psutil.CONN_ESTABLISHED for one in hasty.net_connections())
    )


@pytest.mark.parametrize("version", [b"1.1", b"1.0"])
def test_a_half_closed_client_gets_its_answers(server: Server, version: bytes) -> None:
    with connection(server) as line:
        line.sendall(HEALTH.replace(b"1.1", version) + b"\r\n")
        line.shutdown(socket.SHUT_WR)
        assert b" 200 OK" in heard(line)
    if version == b"1.1":
        with connection(server) as line:
            line.sendall((HEALTH + b"\r\n") * 3 + asked("marvin:start:3x3"))
            line.shutdown(socket.SHUT_WR)
            assert heard(line).count(b" 200 OK") == 4


def test_a_half_closed_client_may_wait(server: Server) -> None:
    """A client that has left cannot be told apart at first: `test_searches` shows its end."""
    with connection(server) as line:
        line.sendall(asked(HARD, time=2))
        line.shutdown(socket.SHUT_WR)
        head, _, body = heard(line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert json.loads(body)["reason"] == "time"


@pytest.mark.parametrize("request_", [HEALTH, POST + b"Content-Length: 90\r\n\r\n{"])
def test_a_half_closed_client_with_half_a_request_is_refused(
    server: Server, request_: bytes
) -> None:
    with connection(server) as line:
        line.sendall(request_)
        line.shutdown(socket.SHUT_WR)
        assert heard(line).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (POST + b"Content-Length: 5000000\r\nConnection: close\r\n\r\n", b"413"),
        (POST + b"Content-Length: 5000000\r\n\r\n", b"413"),
        (HEALTH + b"X: ", b"431"),
    ],
)
def test_a_client_that_sends_too_much_reads_its_refusal(
    server: Server, head: bytes, status: bytes
) -> None:
    with connection(server) as line:
        line.sendall(head + b"x" * 5_000_000)
        assert line.recv(65536).split()[1] == status


def test_unreadable_requests_are_logged_by_address_on_short_lines(start: Start) -> None:
    server = start("--workers", "1")
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    for request in (b"\xff" * 60_000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", HEALTH + upgrade):
        with connection(server) as line:
            line.sendall(request)
            said = line.recv(65536)
            assert b"websocket" not in said.lower()
    lines = server.end().splitlines()
    assert len(lines) == 2
    for text in lines:
        assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", text)
        assert "127.0.0.1: found no readable HTTP request: " in text
        assert len(text) < 200
