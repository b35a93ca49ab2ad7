"""Answering a question: from the cache, directly if it is short, or with a job.

If a client disconnects, its interest in the search ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import orjson
from fastapi import Request, Response
from fastapi.sse import ServerSentEvent

from positions import InputError
from positions.errors import summary
from service.metrics import Metrics
from service.searching.jobs import Job, Jobs
from service.searching.searches import Search, Searches, State
from service.searching.store import Store
from service.searching.tasks import Task
from solver.answers.model import Record

JSON = "application/json"
# Seconds between two events of a job, and milliseconds after which a disconnected listener
# reconnects.
PAUSE = 0.25
RECONNECT = 300
# The name of a client without an address.
UNKNOWN = "unknown"
# The status logged for a client that has left; it is never received.
CLIENT_LEFT = 499


class AnswerService:
    """Answers questions."""

    def __init__(self, store: Store, searches: Searches, jobs: Jobs, metrics: Metrics) -> None:
        self._store = store
        self._searches = searches
        self._jobs = jobs
        self._metrics = metrics

    async def answer(self, request: Request, task: Task, wait: float) -> Response:
        """Answer a question within `wait` seconds, or hand out a job.

        Raises `InputError`, `BusyError` and `FailedError`.
        """
        finished = task.answer_finished()
        if finished is not None:
            self._metrics.answers.labels("rules").inc()
            return Response(finished.json, media_type=JSON)
        kept = await self._store.get(task.key)
        if kept is not None:
            self._metrics.answers.labels(kept[1]).inc()
            return Response(kept[0], media_type=JSON)
        client = client_of(request)
        search = self._searches.join(task, client)
        is_handed_out = False
        try:
            if await _is_left(request, search, wait):
                return Response(status_code=CLIENT_LEFT)
            if not search.ended.is_set():
                job = self._jobs.hand_out(search, client)
                is_handed_out = True
                return _accepted(job)
        finally:
            if not is_handed_out:
                self._searches.leave(search, client)
        if search.answer is None:
            raise search.error or RuntimeError("a search ended without an answer")
        self._metrics.answers.labels("search").inc()
        return Response(search.answer.json, media_type=JSON)

    async def events(self, job: Job) -> AsyncIterator[ServerSentEvent]:
        """Yield a job's progress and its evaluated moves until it is over."""
        moves: list[Record] = []
        with self._jobs.listening(job):
            is_over = False
            while not is_over:
                is_over = job.is_over
                if job.search.moves != moves:
                    moves = job.search.moves
                    yield ServerSentEvent(event="moves", data=moves)
                name = job.state.value if is_over else "progress"
                yield ServerSentEvent(event=name, raw_data=job_json(job).decode(), retry=RECONNECT)
                if not is_over:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(job.search.ended.wait(), PAUSE)


def client_of(request: Request) -> str:
    """Return the name of the client: its address."""
    return request.client.host if request.client else UNKNOWN


def job_json(job: Job) -> bytes:
    """Return the object of a job as JSON; `result` is what would have been answered directly."""
    search = job.search
    answer = search.answer if job.state == State.DONE else None
    record = {
        "job": job.name,
        "state": job.state.value,
        "share": search.progress.share,
        "nodes": search.progress.nodes,
        "seconds": search.seconds,
        "error": _fault(job),
        "result": None if answer is None else orjson.Fragment(answer.json),
        "links": {"self": job.path, "events": f"{job.path}/events"},
    }
    return orjson.dumps(record)


def _fault(job: Job) -> str | None:
    error = job.search.error
    if job.state != State.FAILED or error is None:
        return None
    return summary(error) if isinstance(error, InputError) else str(error)


def _accepted(job: Job) -> Response:
    headers = {"Location": job.path, "Retry-After": "1"}
    return Response(job_json(job), status_code=202, headers=headers, media_type=JSON)


async def _is_left(request: Request, search: Search, wait: float) -> bool:
    """Wait for the end of a search while the client is connected; return whether it has left."""
    leaving = asyncio.ensure_future(_departure(request))
    ending = asyncio.ensure_future(search.ended.wait())
    try:
        await asyncio.wait((leaving, ending), timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        return leaving.done() and not ending.done()
    finally:
        leaving.cancel()
        ending.cancel()


async def _departure(request: Request) -> None:
    """Wait until a client closes its connection; its request has already been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
