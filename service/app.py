"""The application: the interface, the board's files, and one way to refuse."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from positions.errors import InputError, quote, summary
from service.answering import Desk
from service.board_routes import router as board_router
from service.jobs import Jobs
from service.maker import maker
from service.metrics import Metrics
from service.middleware import HEADERS, Bodies, Guard, Meter
from service.routes import Services, router
from service.searches import BusyError, FailedError, Searches
from service.settings import MAX_BODY, MIB, Settings
from service.store import File, Memory, Store
from service.tasks import work
from solver.pool.worker import Recalled
from solver.pool.workers import Workers
from solver.version import version

STATIC = Path(__file__).parent / "static"
# Seconds after which it makes sense to ask again where there is no room.
RETRY_AFTER = "2"
# Requests that play moves at the same time: more would keep the event loop waiting for its turn.
THREADS = 2
# Seconds between two looks at what was left behind, and those that a body may take.
TEND = 0.5
BODY_SECONDS = 10.0


def create_app(settings: Settings) -> FastAPI:
    """Make the application; raises `InputError` if its file of answers is something else."""
    path = settings.cache
    file = None if path is None else File(path, maker(), settings.answers)
    store = Store(Memory(settings.answer_memory * MIB), file)
    workers = Workers(settings.workers, preload=[work.__module__])
    searches = Searches(settings, store, workers)
    jobs = Jobs(settings, searches)
    metrics = Metrics(searches, jobs)
    app = FastAPI(
        title="proofplay",
        version=version(),
        summary="Exact answers about small abstract games.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan(searches, jobs, store, workers),
    )
    desk = Desk(store, searches, jobs, metrics)
    app.state.services = Services(settings, desk, jobs, metrics, searches.close)
    app.include_router(router)
    app.include_router(board_router)
    app.frontend("/", directory=STATIC, fallback=None)
    _add_refusals(app)
    app.add_middleware(Bodies, size=MAX_BODY, seconds=BODY_SECONDS)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Content-Type"],
            expose_headers=["Location", "Retry-After"],
        )
    if settings.host_names:
        app.add_middleware(
            TrustedHostMiddleware, allowed_hosts=settings.host_names, www_redirect=False
        )
    app.add_middleware(Guard)
    app.add_middleware(Meter, metrics=metrics)
    # It is made once, and takes long enough to keep everybody waiting.
    app.openapi()
    return app


def _lifespan(
    searches: Searches, jobs: Jobs, store: Store, workers: Workers
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        """Look after what was left behind while the application runs; end everything with it."""
        current_default_thread_limiter().total_tokens = THREADS
        tending = asyncio.create_task(_tend(searches, jobs))
        try:
            yield
        finally:
            tending.cancel()
            searches.close()
            await asyncio.to_thread(workers.kill)
            store.close()

    return lifespan


async def _tend(searches: Searches, jobs: Jobs) -> None:
    while True:
        await asyncio.sleep(TEND)
        jobs.tend()
        searches.tend()


def _add_refusals(app: FastAPI) -> None:
    """Answer whatever is refused with an object that has one line, ``error``."""

    @app.exception_handler(InputError)
    async def bad_input(request: Request, error: InputError) -> Response:
        return refusal(422, summary(error))

    @app.exception_handler(RequestValidationError)
    async def bad_request(request: Request, error: RequestValidationError) -> Response:
        faults = error.errors()
        is_json = not any(fault["type"] == "json_invalid" for fault in faults)
        return refusal(422 if is_json else 400, "; ".join(map(_describe, faults[:5])))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        return refusal(error.status_code, str(error.detail), error.headers)

    @app.exception_handler(BusyError)
    async def busy(request: Request, error: BusyError) -> Response:
        return refusal(429, str(error), {"Retry-After": RETRY_AFTER})

    @app.exception_handler(FailedError)
    async def failed(request: Request, error: FailedError) -> Response:
        return refusal(503, str(error))

    @app.exception_handler(Recalled)
    async def recalled(request: Request, error: Recalled) -> Response:
        return refusal(503, "the service is being stopped")

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        # This one is answered outside of all that is done around requests; it is logged there, too.
        return refusal(500, "the service has failed: that is a fault of this program", HEADERS)


def refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Give the answer to what is refused."""
    return JSONResponse({"error": message}, status_code=status, headers=headers)


def _describe(fault: dict[str, Any]) -> str:
    """Say what is wrong with a part of a request, on one line."""
    where = ".".join(str(part) for part in fault["loc"][1:])
    message = fault["msg"]
    if fault["type"] == "json_invalid":
        return f"found no JSON: {message}"
    if fault["type"] == "missing":
        return f"found no {quote(where) if where else 'body'}, expected it"
    if fault["type"] == "extra_forbidden":
        return f"found {quote(where)}, expected a name that is known here"
    found = quote(json.dumps(fault["input"], default=str))
    expected = re.sub("^(Input should (be )?|(String|List) should have )", "", message)
    return f"{where}: found {found}, expected {expected}".removeprefix(": ")
