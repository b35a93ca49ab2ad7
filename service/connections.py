"""Connections: how many there may be, how long they may be silent, and how they end."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.middleware import HEADERS
from service.refusal import refusal
from service.searching.answering import UNKNOWN

# Seconds for which a client that is still sending can read its refusal.
LINGER = 1.0
# Seconds until the first look whether a client that will send nothing more still listens, and until
# the next.
FIRST_LOOK = 0.8
LOOK = 0.2

log = logging.getLogger(__name__)
# What the library logs of a connection: its warnings do not say whose it is.
_errors = logging.getLogger("uvicorn.error.connection")
_errors.setLevel(logging.ERROR)


class Connections:
    """The open connections, at most `limit`, and half of them of one client.

    Beyond that, the connection that has been idle for longest is closed for a new one. If none is
    idle, requests are refused.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._share = max(limit // 2, 1)
        # In the order of their beginning or last answer.
        self._open: dict[Protocol, None] = {}
        self._own: Counter[str] = Counter()

    def add(self, new: Protocol) -> None:
        """Add a connection."""
        if self._own[new.host] >= self._share:
            self._close_idle(new.host)
        elif len(self._open) >= self._limit:
            self._close_idle()
        self._open[new] = None
        self._own[new.host] += 1

    def renew(self, one: Protocol) -> None:
        """Note that a request has been answered."""
        if one in self._open:
            del self._open[one]
            self._open[one] = None

    def remove(self, one: Protocol) -> None:
        """Remove a connection, if it is still there."""
        if one in self._open:
            del self._open[one]
            self._own -= Counter([one.host])

    def excess(self, host: str) -> str | None:
        """Return why a client's request has to be refused, if it has to be."""
        if self._own[host] > self._share:
            return f"found {self._share} connections of yours, expected fewer: close some"
        if len(self._open) > self._limit:
            return f"found {self._limit} connections, expected fewer: try again later"
        return None

    def _close_idle(self, host: str | None = None) -> None:
        """Close the connection of a client, or of any, that has been idle for longest."""
        for one in self._open:
            if one.is_idle and host in (None, one.host):
                self.remove(one)
                one.transport.abort()
                return


class Protocol(H11Protocol):
    """The HTTP protocol of a connection in `crowd`.

    Unlike the library's, it limits the time for headers, refuses invalid requests in JSON, and
    answers clients that only read any more. The application sees none of this.
    """

    crowd: Connections
    host = UNKNOWN
    _is_half_closed = False
    _look: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether there is no complete request to answer."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    @property
    def _is_unfinished(self) -> bool:
        """Whether the client has begun a request, and not yet sent all of it."""
        state = self.conn.their_state
        return state in (h11.SEND_BODY, h11.ERROR) or bool(self.conn.trailing_data[0])

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; the time for the first request runs."""
        gentle = _GentleTransport(transport, self.loop, lambda: self._is_unfinished)
        super().connection_made(cast("asyncio.Transport", gentle))
        self.logger = _errors
        self.host = self.client[0] if self.client else UNKNOWN
        self.crowd.add(self)
        wait, end = self.timeout_keep_alive, self.timeout_keep_alive_handler
        self.timeout_keep_alive_task = self.loop.call_later(wait, end)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.crowd.remove(self)
        self._unset_keepalive_if_required()
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data. Only a complete head stops the clock: otherwise, it could take forever."""
        if not self.transport.is_closing():
            self.conn.receive_data(data)
            self.handle_events()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Stop reading; return whether there still is something to answer."""
        if not self.is_idle:
            self._is_half_closed = True
            self._look = self.loop.call_later(FIRST_LOOK, self._look_for_client)
            return True
        if self._is_unfinished and not self.transport.is_closing():
            self._refuse(400, "the client ended it too early")
        return False

    def on_response_complete(self) -> None:
        """Wait for the next request, if there can be one."""
        super().on_response_complete()
        self.crowd.renew(self)
        if self._is_half_closed and self.is_idle:
            self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        if self._is_unfinished and self.is_idle and not self.transport.is_closing():
            self._refuse(408, "it arrived too slowly")
        else:
            super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:
        """Refuse an unreadable request and close the connection; called on parser errors."""
        fault = sys.exception()
        # After a colon come bytes in Python's notation.
        why, *_ = str(fault or msg).split(":")
        self._refuse(getattr(fault, "error_status_hint", 400), why)

    def _refuse(self, status: int, why: str) -> None:
        error = f"found no readable HTTP request: {why}"
        log.warning("%s: %s", self.host, error)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = refusal(status, error, HEADERS)
            headers = [*answer.raw_headers, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=status, headers=headers, reason=HTTPStatus(status).phrase),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        # Otherwise an answer is already being sent, and the connection can only be closed.
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _look_for_client(self) -> None:
        """Look whether a client that will send nothing more still listens.

        Closing a connection and ending only one's own side look the same from here, until something
        is sent: then the former is reset. An interim answer harms no one (RFC 9110, section 15.2),
        but HTTP/1.0 has none.
        """
        if self.transport.is_closing() or self.cycle.response_complete:
            return
        if self.scope["http_version"] == "1.0":
            self.transport.close()
            return
        if not self.cycle.response_started:
            interim = h11.InformationalResponse(status_code=100, headers=[], reason="Continue")
            self.transport.write(self.conn.send(interim) or b"")
        self._look = self.loop.call_later(LOOK, self._look_for_client)


class _GentleTransport:
    """A transport whose last words reach a client that is still sending.

    Closing a connection with unread data resets it, so that the client may lose the answer (RFC
    9112, section 9.6). Hence it first ends only the server's side, while more data are ignored.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        is_sending: Callable[[], bool],
    ) -> None:
        self._transport = transport
        self._loop = loop
        self._is_sending = is_sending
        self._is_ending = False

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Return whether the end has begun."""
        return self._is_ending or self._transport.is_closing()

    def write(self, data: bytes) -> None:
        """Send data, unless the end has begun."""
        if not self.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        """Close the connection, in a moment if the client is still sending."""
        if self.is_closing():
            return
        if not self._is_sending():
            self._transport.close()
            return
        self._is_ending = True
        self._transport.write_eof()
        self._transport.resume_reading()
        self._loop.call_later(LINGER, self._transport.close)
