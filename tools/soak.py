"""Attack a server of this checkout for two minutes, and measure whether others notice.

    python tools/soak.py

Silent and slow clients, heavy requests, a locked cache and `kill -9` of each process: meanwhile,
questions are asked, and `/api/health` ten times a second. An answer is lost if a question, repeated
when the service says so, is not answered as it was before. All traffic stays on 127.0.0.1. The exit
code is 1 if an answer is lost, or if `/api/health` or the end take too long.
"""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, TextIO, cast
from urllib.parse import urlsplit

import psutil

from positions import GAMES, format_position
from positions.deals import DealOrder, deals
from service.serving import room_for

ROOT = Path(__file__).parents[1]
SERVE = [sys.executable, "-P", "-m", "proofplay", "serve", "--port", "0", "--workers", "2"]
LIMITS = ["--threads", "1", "--memory", "1024", "--time", "20"]
# Seconds that an attack by connections lasts, between two health checks, and for one question.
LASTS = 8.0
PULSE = 0.1
TIMEOUT = 30.0
# Seconds allowed for a health check, and for the end after SIGTERM.
HEALTH = 0.2
STOP = 3.0
# The statuses after which to ask again.
LATER = (HTTPStatus.ACCEPTED, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
SILENT, MANY, SLOW, HEAVY = 200, 1005, 200, 41
RECORD = '[Position "nakatta+pie:start:4x4"]\n\n1. b2 ' + "{x} " * 16_000
# A search that still runs when its process is killed.
HARD = "manhattan:start:8x8"
# The processes of a server, by their distance from it.
BELOW = {1: "what starts workers", 2: "a worker", 3: "a worker's SAT solver"}


class Server:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        command = [*SERVE, *LIMITS, "--cache", str(folder / "answers.db")]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        said = cast("TextIO", self.process.stderr)
        line = next((line for line in said if line.startswith("Serving ")), None)
        if line is None:
            sys.exit("the server has not started")
        address = urlsplit(line.split()[1])
        self._address = address.hostname or "", address.port or 0
        # Else a server that logs much would wait for a reader.
        Thread(target=said.read, daemon=True).start()
        self.own = psutil.Process(self.process.pid)

    def connect(self) -> socket.socket:
        """Open a connection."""
        return socket.create_connection(self._address, timeout=TIMEOUT)

    def request(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, bytes]:
        """Return the status and the content of an answer; 0 if there is none."""
        method, content = ("GET", None) if body is None else ("POST", json.dumps(body))
        with closing(HTTPConnection(*self._address, timeout=TIMEOUT)) as line:
            try:
                line.request(method, path, content, {"Content-Type": "application/json"})
                answer = line.getresponse()
                return answer.status, answer.read()
            except (OSError, HTTPException):
                return 0, b""

    def solve(self, position: str, engine: str) -> bytes | None:
        """Ask a question until it is answered; None if that fails."""
        deadline = time.monotonic() + TIMEOUT
        body = {"position": position, "engine": engine, "wait": 10}
        while time.monotonic() < deadline:
            status, content = self.request("/api/solve", body)
            if status == HTTPStatus.OK:
                return content if json.loads(content)["status"] == "proved" else None
            if status not in LATER:
                return None
            time.sleep(PULSE)
        return None

    def at(self, distance: int) -> list[psutil.Process]:
        """Return the processes below, at a distance."""
        found = []
        for process in self.own.children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if process.parents().index(self.own) + 1 == distance:
                    found.append(process)
        return found


class Watch:
    """Asks after a server's health all the time, and counts lost answers."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], bytes] = {}
        self.lost = 0
        self.slowest = 0.0
        self._seed = 0

    @contextmanager
    def over(self, what: str, server: Server) -> Iterator[None]:
        """Watch a server during an attack, and print what was measured."""
        ended, times, before, lost = Event(), [0.0], len(self.answers), self.lost
        threads = [
            Thread(target=self._check_health, args=(server, ended, times)),
            Thread(target=self._ask, args=(server, ended)),
        ]
        for thread in threads:
            thread.start()
        began = time.monotonic()
        try:
            yield
        finally:
            took = time.monotonic() - began
            ended.set()
            for thread in threads:
                thread.join()
            self.slowest = max(self.slowest, *times)
            print(
                f"{what:36} {took:5.1f} s  {len(self.answers) - before:5} answers"
                f"  {self.lost - lost} lost  health {max(times):.3f} s at most",
                flush=True,
            )

    def ask(self, server: Server, position: str | None = None, engine: str = "auto") -> None:
        """Ask a question again, or a new one."""
        position = position or self._fresh()
        answer, known = server.solve(position, engine), self.answers.get((position, engine))
        if answer is None or answer != (known or answer):
            self.lost += 1
        else:
            self.answers[position, engine] = answer

    def _fresh(self, side: int = 4, *variants: str) -> str:
        self._seed += 1
        order = DealOrder(GAMES["sight-reduction"], side, side, variants, None, 0)
        return format_position(next(deals(order, self._seed, 1)))

    def ask_long(self, server: Server) -> None:
        """Ask a question that takes a SAT solver a second or two."""
        self.ask(server, self._fresh(8, "solitaire"), "sat")

    def _ask(self, server: Server, ended: Event) -> None:
        while not ended.wait(PULSE):
            self.ask(server)

    def _check_health(self, server: Server, ended: Event, times: list[float]) -> None:
        while not ended.wait(PULSE):
            began = time.perf_counter()
            status, _ = server.request("/api/health")
            times.append(time.perf_counter() - began if status == HTTPStatus.OK else TIMEOUT)


def stay_silent(server: Server, count: int) -> None:
    """Open connections, and send nothing."""
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(server.connect())
        time.sleep(LASTS)


def send_slowly(server: Server) -> None:
    """Send headers byte by byte."""
    with ExitStack() as stack:
        lines = [stack.enter_context(server.connect()) for _ in range(SLOW)]
        for line in lines:
            line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: ")
        ends_at = time.monotonic() + LASTS
        while time.monotonic() < ends_at:
            for line in lines:
                with suppress(OSError):  # it was closed
                    line.sendall(b"x")
            time.sleep(0.5)


def read_records(server: Server) -> None:
    """Have the same long record read many times at once."""

    body = {"text": RECORD[:32_000]}
    with ThreadPoolExecutor(HEAVY) as threads:
        jobs = [threads.submit(server.request, "/api/records/read", body) for _ in range(HEAVY)]
        found = Counter(job.result()[0] for job in jobs)
    print("  statuses:", ", ".join(f"{number} × {status}" for status, number in found.items()))


def lock_cache(server: Server, file: Path, watch: Watch) -> None:
    """Lock the file of cached answers while six new questions are asked at once."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        began = time.perf_counter()
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda _: watch.ask(server), range(6)))
        print(f"  six questions at once: {time.perf_counter() - began:.2f} s")
        time.sleep(LASTS)
    time.sleep(2)  # it is written twice a second


def kill_each(server: Server, watch: Watch) -> None:
    """Kill each process below the server while it works; ask after each."""
    with ThreadPoolExecutor() as threads:
        for distance, what in BELOW.items():
            long = threads.submit(watch.ask_long, server)
            server.request("/api/solve", {"position": HARD, "wait": 0})
            ends_at = time.monotonic() + TIMEOUT / 3
            while not (found := server.at(distance)) and time.monotonic() < ends_at:
                time.sleep(0.02)
            for process in found:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            print(f"  killed {what}: {len(found)} processes")
            watch.ask(server)
            long.result()


def main() -> None:
    """Run all attacks, one after another."""
    room_for(MANY)
    watch = Watch()
    with TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        attacks: Sequence[tuple[str, Callable[[], None]]] = (
            ("nothing", lambda: time.sleep(LASTS)),
            (f"{SILENT} silent connections", lambda: stay_silent(server, SILENT)),
            (f"{MANY} silent connections", lambda: stay_silent(server, MANY)),
            (f"{SLOW} slow connections", lambda: send_slowly(server)),
            (f"{HEAVY} heavy requests", lambda: read_records(server)),
            ("a locked cache", lambda: lock_cache(server, folder / "answers.db", watch)),
            ("kill -9 of each process", lambda: kill_each(server, watch)),
        )
        try:
            for what, attack in attacks:
                with watch.over(what, server):
                    attack()
            server.process.kill()
            server.process.wait()
            server = Server(folder)
            with watch.over("kill -9 of the server, and a restart", server):
                for position, engine in list(watch.answers):
                    watch.ask(server, position, engine)
            began = time.perf_counter()
            below = server.own.children(recursive=True)
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(TIMEOUT)
            stop = time.perf_counter() - began
            left = psutil.wait_procs(below, STOP)[1]
        finally:
            server.process.kill()
    print(f"SIGTERM: ended after {stop:.2f} s, {len(left)} processes left")
    print(f"{len(watch.answers)} answers, {watch.lost} lost, health {watch.slowest:.3f} s at most")
    if watch.lost or left or stop > STOP or watch.slowest > HEALTH:
        sys.exit(1)


if __name__ == "__main__":
    main()
