"""The server's process: it listens, and ends cleanly when it is told to."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address
from types import FrameType

import uvicorn

from positions.errors import InputError, quote
from service.app import create_app
from service.settings import Settings

# Connections at once; more are turned away with 503.
MOST_CONNECTIONS = 1000
# Seconds that open connections have to come to an end, and that an idle one is kept.
GRACE = 2
KEEP_ALIVE = 15
BACKLOG = 512
# Seconds that a thread which plays moves may keep the others waiting: the event loop waits so often
# for one request that ten times as long, the usual, would be felt by all who ask meanwhile.
SWITCH = 0.0005

# The names of this machine, as a request has them.
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address; raises `InputError` where that cannot be done."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
        # Connections have it from here. asyncio sees to it only where a socket names its protocol,
        # and without it the second part of an answer waits until the first is acknowledged.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, UnicodeError) as error:
        found = f"{quote(f'{host}:{port}')} ({_fault(error)})"
        raise InputError(f"found {found}, expected an address to listen on") from error


def _fault(error: OSError | UnicodeError) -> str:
    """Say why an address is of no use, without what Python adds."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return "no such address"
    return os.strerror(error.errno or 0).lower()


def is_loopback(listener: socket.socket) -> bool:
    """Say whether only this machine can reach a listening socket."""
    return ip_address(listener.getsockname()[0]).is_loopback


def url_of(listener: socket.socket) -> str:
    """Give the address under which a listening socket is reached."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM, which are raised again when all is ended.

    `ready` is called with the address when connections are taken.
    """
    sys.setswitchinterval(SWITCH)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        lifespan="on",
        # The other parsers have no limit on the headers of a request.
        http="h11",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
    _Server(config, lambda: ready(url_of(listener)), app.state.services.stop).run([listener])


class _Server(uvicorn.Server):
    """A server that says when it is ready, and stops all searches before it waits for requests."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], stop: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End at the first signal; another one changes nothing, since the end is near."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: who waits for an answer is told that there will be none."""
        self._stop()
        await super().shutdown(sockets)
