"""The server's process: it listens, and ends cleanly when it is told to."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from http import HTTPStatus
from ipaddress import ip_address
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from positions import InputError
from positions.errors import quote
from service.app import create_app
from service.middleware import HEADERS
from service.refusal import refusal
from service.settings import Settings

# Seconds that open connections have to come to an end, and that an idle one is kept.
GRACE = 2
KEEP_ALIVE = 15
BACKLOG = 512
# Files and sockets that the server needs for itself, before any connection or worker.
DESCRIPTORS = 8
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
    """Return why an address is of no use, without what Python adds."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return "no such address"
    return os.strerror(error.errno or 0).lower()


def is_loopback(listener: socket.socket) -> bool:
    """Return whether only this machine can reach a listening socket."""
    return ip_address(listener.getsockname()[0]).is_loopback


def url_of(listener: socket.socket) -> str:
    """Return the address under which a listening socket is reached."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM, which are raised again when all is ended.

    `ready` is called with the address when connections are taken. Raises `InputError` where the
    server has no room to begin.
    """
    _check_descriptors()
    sys.setswitchinterval(SWITCH)
    app = create_app(settings, lambda: len(server.server_state.connections))
    config = uvicorn.Config(
        app,
        lifespan="on",
        http=_Protocol,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
    server = _Server(config, lambda: ready(url_of(listener)), app.state.services.stop)
    server.run([listener])


def _check_descriptors() -> None:
    """Raise `InputError` where too few files can be opened: asyncio would fail with a traceback."""
    try:
        with ExitStack() as stack:
            for _ in range(DESCRIPTORS):
                stack.enter_context(socket.socket())
    except OSError as error:
        found = os.strerror(error.errno or 0).lower()
        expected = f"room for {DESCRIPTORS} more files and sockets"
        raise InputError(f"the server cannot begin: found {found}, expected {expected}") from error


class _Protocol(H11Protocol):
    """The protocol whose parser limits the headers of a request; what is none is refused in JSON.

    By then no application has been asked, so that this is done here.
    """

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and hang up; called while the parser's fault is handled."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            fault = sys.exception()
            status = getattr(fault, "error_status_hint", 400)
            # What comes after a colon are bytes as Python writes them.
            why, *_ = str(fault or msg).split(":")
            answer = refusal(status, f"found no HTTP request that can be read: {why}", HEADERS)
            headers = [*answer.raw_headers, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=status, headers=headers, reason=HTTPStatus(status).phrase),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        # Else an answer is under way, and there is no other way to say it.
        self.transport.close()


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
