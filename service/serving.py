"""The server's process: it listens, and ends cleanly on request."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from threading import Timer
from types import FrameType

import uvicorn

from positions import InputError
from positions.errors import quote
from service.app import create_app
from service.connections import Connections, Protocol
from service.settings import Settings

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

# Seconds for open connections to finish on shutdown, and for all of it: a thread cannot be killed,
# but the process can.
GRACE = 1
LATEST = 3.0
# Seconds for a client to send the head of a request, and to read a part of an answer.
KEEP_ALIVE = 15
UNREAD = 30
BACKLOG = 512
# Files and sockets that the server itself needs, before any connection or worker; and those to keep
# for its work besides connections.
DESCRIPTORS = 8
SPARE = 128
# The exit code of a process that was stopped.
STOPPED = 130
# Seconds for which a thread that plays moves may block the others. The event loop waits for it so
# often during one request that the default, ten times as long, would be noticeable.
SWITCH = 0.0005

# The names of this machine in requests.
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address; raises `InputError` if that is impossible."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family, backlog=BACKLOG)
        # Connections inherit this option. asyncio sets it only if a socket names its protocol;
        # without it, the second part of an answer waits until the first is acknowledged.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # only Linux closes such connections itself
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD * 1000)
        return listener
    except (OSError, UnicodeError) as error:
        found = f"{quote(f'{host}:{port}')} ({_fault(error)})"
        raise InputError(f"found {found}, expected an address to listen on") from error


def _fault(error: OSError | UnicodeError) -> str:
    """Return why an address is unusable, without Python's additions."""
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
    """Serve until a signal that the caller handles, which is raised again at the end.

    `ready` is called with the address when connections are accepted. Raises `InputError` if the
    server cannot start.
    """
    _check_descriptors()
    sys.setswitchinterval(SWITCH)
    crowd = Connections(room_for(settings.connections))
    app = create_app(settings, crowd.excess)
    config = uvicorn.Config(
        app,
        lifespan="on",
        http=type("Protocol", (Protocol,), {"crowd": crowd}),
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
    """Raise `InputError` if too few files can be opened: asyncio would fail with a traceback."""
    try:
        with ExitStack() as stack:
            for _ in range(DESCRIPTORS):
                stack.enter_context(socket.socket())
    except OSError as error:
        found = os.strerror(error.errno or 0).lower()
        expected = f"room for {DESCRIPTORS} more files and sockets"
        raise InputError(f"the server cannot start: found {found}, expected {expected}") from error


def room_for(connections: int) -> int:
    """Allow as many open files as the connections need; return how many connections can be open."""
    if resource is None:
        return connections
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if files != resource.RLIM_INFINITY and files < wanted:
        files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    if files == resource.RLIM_INFINITY:
        return connections
    return min(connections, max(files - SPARE, files // 2))


class _Server(uvicorn.Server):
    """A server that reports when it is ready, and stops all searches before shutting down."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], stop: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stop = stop
        self._ended_by: int | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take over the signals that the caller handles, not uvicorn's choice of them."""
        handlers = {
            number: handler
            for number in signal.valid_signals()
            if callable(handler := signal.getsignal(number))
        }
        for number in handlers:
            signal.signal(number, self.handle_exit)
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        if self._ended_by is not None:
            signal.raise_signal(self._ended_by)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down at the first signal; ignore further ones."""
        if not self.should_exit:
            ending = Timer(LATEST, os._exit, [STOPPED])
            ending.daemon = True
            ending.start()
        self._ended_by = self._ended_by or sig
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down; waiting clients get an error."""
        self._stop()
        await super().shutdown(sockets)
