"""Servers for the tests of the service, in processes of their own, as users start them."""

import http.client
import subprocess
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import psutil
from running import COMMAND, ROOT, environment
from waiting import DEADLINE

# Positions that take long to solve.
HARD, HARDER = "manhattan:start:8x8", "manhattan:start:6x8"
# What differs between two answers to a question.
COSTS = ("nodes", "seconds", "detail")


def without_costs(record: Any) -> Any:
    """Return an answer without what it cost."""
    if isinstance(record, dict):
        return {name: without_costs(part) for name, part in record.items() if name not in COSTS}
    return record


class Server:
    """A running server, with a client."""

    def __init__(
        self, *options: str, program: Sequence[str | Path] = COMMAND, cwd: Path = ROOT
    ) -> None:
        self.process = subprocess.Popen(
            [*program, "serve", "--port", "0", "--memory", "1024", "--threads", "1", *options],
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=environment(),
            text=True,
        )
        assert self.process.stderr is not None
        self.said: list[str] = []
        try:
            line = self._heard("Serving ")
        except BaseException:
            self.process.kill()
            self.process.communicate()
            raise
        self.url = line.split()[1].rstrip("/")
        self.own = psutil.Process(self.process.pid)
        self.client = httpx.Client(base_url=self.url, timeout=DEADLINE)

    def _heard(self, start: str) -> str:
        """Wait for a line of the server that begins with `start`, and return it."""
        assert self.process.stderr is not None
        while not (line := self.process.stderr.readline()).startswith(start):
            assert line, f"the server has ended: {self.said}"
            self.said.append(line)
        return line

    def end(self) -> str:
        """Kill the server if it runs; return its output."""
        self.client.close()
        self.process.kill()
        assert self.process.stderr is not None
        if not self.process.stderr.closed:
            self.said.append(self.process.communicate()[1])
        self.process.wait()
        return "".join(self.said)


Start = Callable[..., Server]


# The sub-path under which the proxy has the server.
FOLDER = "/play"


def proxy_to(server: Server) -> ThreadingHTTPServer:
    """Make a proxy that forwards requests under a sub-path, without the sub-path."""
    address = server.client.base_url

    class Handler(BaseHTTPRequestHandler):
        def _hand_on(self) -> None:
            if not self.path.startswith(f"{FOLDER}/"):
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked = {name: value for name, value in self.headers.items() if name != "Connection"}
            line = http.client.HTTPConnection(address.host, address.port or 80, timeout=DEADLINE)
            # A page that is left closes the connection for its events.
            with closing(line), suppress(ConnectionError):
                line.request(self.command, self.path.removeprefix(FOLDER), body or None, asked)
                with line.getresponse() as answer:
                    self.send_response(answer.status)
                    for name, value in answer.getheaders():
                        if name.lower() not in ("transfer-encoding", "connection"):
                            self.send_header(name, value)
                    self.end_headers()
                    while part := answer.read1():
                        self.wfile.write(part)

        do_GET = do_POST = do_DELETE = _hand_on  # noqa: N815 - the library's names

        def log_message(self, *args: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)
