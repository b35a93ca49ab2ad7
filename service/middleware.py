"""The middleware: limits on requests, and security headers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.metrics import Metrics
from service.refusal import LATER, refusal
from service.searching.answering import client_of

# The methods that are counted by name.
METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")
# Only content from this origin, and no embedding in other pages.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
# Browsers must revalidate cached files: the modules of a page belong together.
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}


# The page made for embedding has neither of the two headers that forbid it.
FRAMED = "/embed"
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


class SecurityHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if getattr(scope.get("route"), "path", "") == FRAMED:
                    headers["Content-Security-Policy"] = FRAMED_POLICY
                    del headers["X-Frame-Options"]
            await send(message)

        await self._app(scope, receive, guarded)


class HeadRequests:
    """Answers HEAD like GET, but without a body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        has_answered = False

        async def headed(message: Message) -> None:
            nonlocal has_answered
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                has_answered = True

        async def heard() -> Message:
            # An endless stream only ends when its client disconnects.
            return {"type": "http.disconnect"} if has_answered else await receive()

        # Other middleware reads the route and the method from this scope.
        scope["method"] = "GET"
        try:
            await self._app(scope, heard, headed)
        finally:
            scope["method"] = "HEAD"


class SubPath:
    """Answers under a sub-path of a proxy, which may keep or strip it."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app = app
        self._root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] == self._root_path:
            # Relative addresses in a page require that it be in the folder.
            await RedirectResponse(f"{self._root_path}/")(scope, receive, send)
        else:
            scope["root_path"] = self._root_path
            await self._app(scope, receive, send)


class ConnectionLimit:
    """Refuses requests of clients with too many connections; `excess` says why."""

    def __init__(self, app: ASGIApp, excess: Callable[[str], str | None]) -> None:
        self._app = app
        self._excess = excess

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        message = self._excess(client_of(Request(scope))) if scope["type"] == "http" else None
        if message is not None:
            answer = refusal(503, message, {**LATER, "Connection": "close"})
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)


class UniformErrors:
    """Converts plain-text refusals from libraries into the common form."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        plain: Message | None = None
        text = b""

        async def uniform(message: Message) -> None:
            nonlocal plain, text
            if message["type"] == "http.response.start" and _is_plain_refusal(message):
                plain = message
            elif plain is None:
                await send(message)
            else:
                text += message.get("body", b"")
                if not message.get("more_body", False):
                    await _refuse(plain, text.decode(errors="replace"), scope, receive, send)

        await self._app(scope, receive, uniform)


def _is_plain_refusal(start: Message) -> bool:
    kind = MutableHeaders(scope=start).get("content-type", "")
    return start["status"] >= HTTPStatus.BAD_REQUEST and kind.startswith("text/plain")


async def _refuse(start: Message, text: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Send a plain-text refusal in the common form, with its headers."""
    headers = MutableHeaders(scope=start)
    kept = {name: value for name, value in headers.items() if not name.startswith("content-")}
    await refusal(start["status"], " ".join(text.split()), kept)(scope, receive, send)


class Bodies:
    """Reads the bodies of requests, with limits on size and time."""

    def __init__(self, app: ASGIApp, size: int, seconds: float) -> None:
        self._app = app
        self._size = size
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        left = -1 if announced.isdecimal() and int(announced) > self._size else self._size
        deadline = asyncio.get_running_loop().time() + self._seconds
        is_read = False

        async def measured() -> Message:
            nonlocal is_read, left
            if is_read:
                return await receive()
            if left >= 0:
                try:
                    async with asyncio.timeout_at(deadline):
                        message = await receive()
                except TimeoutError:
                    raise HTTPException(408, "the body of the request arrived too slowly") from None
                left -= len(message.get("body", b""))
            if left < 0:
                expected = f"at most {self._size} bytes"
                raise HTTPException(413, f"found a larger body, expected {expected}")
            is_read = not message.get("more_body", False)
            return message

        await self._app(scope, measured, send)


class Meter:
    """Counts requests by route, since there are too many paths."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.requests.labels(route, method, status).inc()
            self._metrics.seconds.labels(route).observe(time.perf_counter() - began)
