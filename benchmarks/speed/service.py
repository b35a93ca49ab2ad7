"""The throughput of the service on loopback: cached answers, and many clients with one question.

The server runs on one core and the clients on the others, if there are any. Requests are sent at a
fixed rate, whether or not earlier ones are answered, and a delay is counted from when a request
should have been sent. The server's CPU time per request does not depend on other load.
"""

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
KEPT = "sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w"
# Solved in about a second, by a search that clients have to wait for.
UNSOLVED = "nakatta:start:5x5"
CLIENTS = 200


def request(position: str, wait: float) -> bytes:
    """Return the bytes of a request."""
    body = json.dumps({"position": position, "wait": wait}).encode()
    head = (
        "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Connection:
    """A connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def ask(self, data: bytes) -> tuple[int, bytes]:
        """Send a request, and return the status and the body of the answer."""
        self._writer.write(data)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        body = await self._reader.readexactly(int(length[1]) if length else 0)
        return int(head.split(None, 2)[1]), body


async def at_a_rate(port: int, data: bytes, rate: int, seconds: float) -> list[float]:
    """Send requests at a rate per second; return the delays in seconds."""
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(CLIENTS):
        connection = Connection(port)
        await connection.open()
        free.put_nowait(connection)
    delays: list[float] = []

    async def one(due: float) -> None:
        connection = await free.get()
        status, _ = await connection.ask(data)
        assert status == 200, status
        delays.append(time.perf_counter() - due)
        free.put_nowait(connection)

    started = time.perf_counter()
    asking = []
    for number in range(int(rate * seconds)):
        due = started + number / rate
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        asking.append(asyncio.create_task(one(due)))
    await asyncio.gather(*asking)
    return delays


async def all_at_once(port: int, data: bytes) -> Counter[bytes]:
    """Let many clients ask the same question at once; count the different answers."""
    connections = [Connection(port) for _ in range(CLIENTS)]
    await asyncio.gather(*(connection.open() for connection in connections))
    answers = await asyncio.gather(*(connection.ask(data) for connection in connections))
    assert {status for status, _ in answers} == {200}
    return Counter(body for _, body in answers)


async def searches(port: int) -> int:
    """Return how many searches the server has started."""
    connection = Connection(port)
    await connection.open()
    _, body = await connection.ask(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    found = re.search(rb"^proofplay_searches_total (\d+)", body, re.MULTILINE)
    assert found is not None
    return int(found[1])


async def measure(port: int, server: psutil.Process, rates: list[int], seconds: float) -> None:
    """Measure and print."""
    kept = request(KEPT, 10)
    connection = Connection(port)
    await connection.open()
    await connection.ask(kept)
    for rate in rates:
        before = sum(server.cpu_times()[:2])
        delays = await at_a_rate(port, kept, rate, seconds)
        cost = (sum(server.cpu_times()[:2]) - before) / len(delays)
        p50, p99 = (statistics.quantiles(delays, n=100)[at] * 1000 for at in (49, 98))
        print(
            f"{rate:5} kept answers a second: median {p50:.1f} ms, p99 {p99:.1f} ms, worst "
            f"{max(delays) * 1000:.0f} ms; {cost * 1000:.2f} ms of processor time each"
        )
    before = await searches(port)
    answers = await all_at_once(port, request(UNSOLVED, 10))
    begun = await searches(port) - before
    print(f"{CLIENTS} clients ask the same: searches {begun}, different answers {len(answers)}")


def main() -> None:
    """Start a server, measure, and end it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", type=int, nargs="+", default=[500, 1000])
    parser.add_argument("--seconds", type=float, default=5.0)
    arguments = parser.parse_args()
    command = [sys.executable, "-m", "proofplay", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stderr is not None
            port = int(process.stderr.readline().split(":")[2].split("/")[0])
            server, (first, *others) = psutil.Process(process.pid), psutil.Process().cpu_affinity()
            server.cpu_affinity([first])
            psutil.Process().cpu_affinity(others or [first])
            asyncio.run(measure(port, server, arguments.rates, arguments.seconds))
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
