"""Servers for the tests of the service, in processes of their own, as users start them."""

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
import psutil
from running import COMMAND, ROOT, environment

# Positions that take long to solve.
HARD, HARDER = "manhattan:start:8x8", "manhattan:start:6x8"


class Server:
    """A running server, and a client for it."""

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
        self.client = httpx.Client(base_url=self.url, timeout=30)

    def _heard(self, start: str) -> str:
        """Wait for what the server says with this start."""
        assert self.process.stderr is not None
        while not (line := self.process.stderr.readline()).startswith(start):
            assert line, f"the server has ended: {self.said}"
            self.said.append(line)
        return line

    def end(self) -> str:
        """Kill it if it runs; return its output."""
        self.client.close()
        self.process.kill()
        assert self.process.stderr is not None
        if not self.process.stderr.closed:
            self.said.append(self.process.communicate()[1])
        self.process.wait()
        return "".join(self.said)


Start = Callable[..., Server]
