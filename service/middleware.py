"""What is done around every request: how long it may take, and what browsers may do with it."""

from __future__ import annotations

import asyncio
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.metrics import Metrics

# Those that are counted by their names.
METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")
# Nothing but what comes from here, and no page around it.
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
# What a browser has kept it asks about before it uses it: the modules of a page belong together.
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Guard:
    """Adds the headers to whatever is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await self._app(scope, receive, guarded)


class Bodies:
    """Reads the bodies of requests: up to so many bytes, and within so many seconds."""

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
                    raise HTTPException(408, "the body of the request came too slowly") from None
                left -= len(message.get("body", b""))
            if left < 0:
                expected = f"at most {self._size} bytes"
                raise HTTPException(413, f"found a larger body, expected {expected}")
            is_read = not message.get("more_body", False)
            return message

        await self._app(scope, measured, send)


class Meter:
    """Counts requests by their routes, not their paths: of those there are too many."""

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
