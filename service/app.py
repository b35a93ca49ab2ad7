"""The application: the API, the board's files, and the middleware."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from service.api.answers import describe_answers
from service.api.board_routes import router as board_router
from service.api.course_routes import router as course_router
from service.api.routes import Services, router
from service.faults import add_refusals
from service.lanes import Lane
from service.metrics import Metrics
from service.middleware import (
    Bodies,
    ConnectionLimit,
    HeadRequests,
    Meter,
    SecurityHeaders,
    SubPath,
    UniformErrors,
)
from service.offline import router as worker_router
from service.searching.answer_file import AnswerFile
from service.searching.answering import AnswerService
from service.searching.fingerprint import fingerprint
from service.searching.jobs import Jobs
from service.searching.searches import Searches
from service.searching.store import Store
from service.searching.tasks import work
from service.settings import MAX_BODY, MIB, Settings
from solver.pool.workers import Workers
from solver.version import version

STATIC = Path(__file__).parent / "static"
# The maximum number of simultaneous requests that play moves, and of those that read files: more
# would delay the event loop.
THREADS = 2
# The compression level: a higher one would take longer, and save little.
COMPRESSION = 5
# Seconds between two clean-ups, and the time limit of a body.
MAINTENANCE = 0.5
BODY_SECONDS = 10.0


def create_app(
    settings: Settings, excess: Callable[[str], str | None] = lambda client: None
) -> FastAPI:
    """Make the application; `excess` says if a client has to be refused for too many connections.

    Raises `InputError` if its cache is some other file.
    """
    path = settings.cache
    file = None if path is None else AnswerFile(path, fingerprint(), settings.answers)
    store = Store(settings.answer_memory * MIB, file)
    make_workers = partial(Workers, settings.workers, preload=[work.__module__])
    searches = Searches(settings, store, make_workers)
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
        lifespan=_lifespan(searches, jobs, store),
    )
    answers = AnswerService(store, searches, jobs, metrics)
    moves, records = Lane(THREADS), Lane(1)

    def stop() -> None:
        for closing in (searches, moves, records):
            closing.close()

    app.state.services = Services(settings, answers, jobs, metrics, stop, moves, records)
    app.include_router(router)
    app.include_router(board_router, responses=router.responses)
    app.include_router(course_router, responses=router.responses)
    app.include_router(worker_router)
    app.frontend("/", directory=STATIC, fallback=None)
    add_refusals(app)
    app.add_middleware(Bodies, size=MAX_BODY, seconds=BODY_SECONDS)
    app.add_middleware(ConnectionLimit, excess=excess)
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
    if settings.root_path:
        app.add_middleware(SubPath, root_path=settings.root_path)
    app.add_middleware(GZipMiddleware, compresslevel=COMPRESSION)
    app.add_middleware(UniformErrors)
    app.add_middleware(HeadRequests)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Meter, metrics=metrics)
    # Made once, in advance: it takes long enough to delay requests.
    describe_answers(app.openapi()["components"]["schemas"])
    return app


def _lifespan(
    searches: Searches, jobs: Jobs, store: Store
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        """Clean up abandoned jobs and searches during the run, and end everything after it."""
        current_default_thread_limiter().total_tokens = THREADS
        maintaining = asyncio.create_task(_maintain(searches, jobs, store))
        try:
            yield
        finally:
            maintaining.cancel()
            searches.close()
            await asyncio.to_thread(searches.kill)
            store.close()

    return lifespan


async def _maintain(searches: Searches, jobs: Jobs, store: Store) -> None:
    while True:
        await asyncio.sleep(MAINTENANCE)
        jobs.expire()
        searches.stop_overdue()
        await store.flush()
