"""Servers in processes of their own, as users start them."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest
from running import COMMAND, ROOT, environment


class Server:
    """A running server, and a client for it."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--memory", "1024", *options],
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environment(),
            text=True,
        )
        assert self.process.stderr is not None
        self.said: list[str] = []
        while not (line := self.process.stderr.readline()).startswith("serving "):
            assert line, f"the server has ended: {self.said}"
            self.said.append(line)
        self.url = line.split()[1].rstrip("/")
        self.client = httpx.Client(base_url=self.url, timeout=30)

    def end(self) -> str:
        """Kill it if it is there; give what it has said at last."""
        self.client.close()
        self.process.kill()
        rest = self.process.communicate()[1]
        return "".join(self.said) + rest


Start = Callable[..., Server]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start servers, which end with the test."""
    with ExitStack() as stack:

        def start_one(*options: str) -> Server:
            server = Server(*options)
            stack.callback(server.end)
            return server

        yield start_one


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One server for all tests of a module."""
    one = Server("--workers", "2", "--time", "60")
    yield one
    one.end()


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return server.client
