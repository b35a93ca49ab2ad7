"""The HTTP interface: every path, what it takes and what it gives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from prometheus_client import CONTENT_TYPE_LATEST

from positions import GAMES, format_position
from positions.deals import deals, fresh_seed
from positions.errors import PositionError
from positions.games import game_of
from service.api.answers import (
    Dealt,
    GameDescription,
    Health,
    JobState,
    Moved,
    Problem,
    Puzzle,
    PuzzleMenu,
)
from service.api.opponent import OpponentRequest
from service.api.play import play
from service.api.puzzles import PuzzleRequest, catalogue
from service.api.requests import (
    AnalyseRequest,
    AnnotateRequest,
    DealRequest,
    MovesRequest,
    PositionQuery,
    PositionText,
    SolveRequest,
    read_position,
)
from service.metrics import Metrics
from service.patience import MovesLimit
from service.searching.answering import JSON, Desk, job_json
from service.searching.jobs import Job, Jobs
from service.settings import MAX_BODY, MAX_PLIES, MAX_SQUARES, Settings
from solver.games.catalogue import game_record
from solver.records.replies import opponent_record
from solver.records.shapes import (
    AnalysisRecord,
    AnnotationRecord,
    OpponentRecord,
    Record,
    ReplyRecord,
    VerdictRecord,
)
from solver.version import version

_REFUSALS = {
    400: "No JSON, or a name under which nothing is answered.",
    408: "The body came too slowly.",
    413: "The body is too large.",
    415: "The body is not said to be JSON.",
    422: "Something in the request cannot be used.",
}
_FAILURES = {429: "There is no room for another search: try again.", 503: "The search was ended."}
_NO_JOB = {404: "There is no such job."}

Described = dict[int | str, dict[str, Any]]


def _described(refusals: Mapping[int, str]) -> Described:
    return {code: {"model": Problem, "description": text} for code, text in refusals.items()}


def _answer(model: Any, refusals: Mapping[int, str] = MappingProxyType({})) -> Described:  # noqa: ANN401
    """Describe an answer in place, and how it may be refused."""
    return {200: {"model": model, "description": "The answer."}, **_described(refusals)}


def _answers(model: type) -> Described:
    """Describe what a question is answered with: in place, with a job, or not at all."""
    job = {"model": JobState, "description": "It takes longer: ask about this job."}
    return {**_answer(model, _FAILURES), 202: job}


def _in_json(refusals: Mapping[int, str]) -> Described:
    """Describe refusals of what is otherwise answered with events."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {code: {"content": content, "description": text} for code, text in refusals.items()}


router = APIRouter(responses=_described(_REFUSALS))


@dataclass(frozen=True, slots=True)
class Services:
    """What the endpoints need."""

    settings: Settings
    desk: Desk
    jobs: Jobs
    metrics: Metrics
    stop: Callable[[], None]


async def _services(request: Request) -> Services:  # else a thread would be asked for them
    services: Services = request.app.state.services
    return services


ServicesOfApp = Annotated[Services, Depends(_services)]


async def _job(name: str, services: ServicesOfApp) -> Job:
    """Find a job; unknown ones, and those of long ago, are 404."""
    job = services.jobs.get(name)
    if job is None:
        raise HTTPException(404, "found no such job, expected one that was handed out lately")
    return job


JobOfPath = Annotated[Job, Depends(_job)]


@router.get("/api/health", summary="Say that the service is there", responses=_answer(Health))
async def health(services: ServicesOfApp) -> Record:
    """Say that the service is there, and what its caps are."""
    settings = services.settings
    return {
        "status": "ok",
        "version": version(),
        "limits": {
            "time": settings.seconds,
            "memory": settings.share,
            "threads": settings.threads,
            "squares": MAX_SQUARES,
            "plies": MAX_PLIES,
            "body": MAX_BODY,
            "searches": settings.workers,
            "searches_per_client": settings.per_client,
        },
    }


@router.get(
    "/metrics",
    summary="Give the counters in the format of Prometheus",
    response_class=PlainTextResponse,
)
async def metrics(services: ServicesOfApp) -> Response:
    """Return the counters in the format of Prometheus."""
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api/games", summary="List the games", responses=_answer(list[GameDescription]))
async def games() -> list[Record]:
    """List the games with their variants and what their boards look like."""
    return [game_record(game) for game in GAMES.values()]


@router.post("/api/solve", summary="Solve a position", responses=_answers(VerdictRecord))
async def solve(request: Request, asked: SolveRequest, services: ServicesOfApp) -> Response:
    """Prove the exact value of a position, with a line of best play."""
    return await services.desk.answer(request, asked.task(services.settings), asked.wait)


@router.post(
    "/api/analyse",
    summary="Value every legal move of a position",
    responses=_answers(AnalysisRecord),
)
async def analyse(request: Request, asked: AnalyseRequest, services: ServicesOfApp) -> Response:
    """Value every legal move of a position."""
    return await services.desk.answer(request, asked.task(services.settings), asked.wait)


@router.get(
    "/api/position/{text:path}",
    summary="Analyse the position in the path",
    responses=_answers(AnalysisRecord),
)
async def position(
    request: Request,
    text: PositionText,
    asked: Annotated[PositionQuery, Query()],
    services: ServicesOfApp,
) -> Response:
    """Value every legal move of the position in the path."""
    task = asked.task_for(text, services.settings)
    return await services.desk.answer(request, task, asked.wait)


@router.post(
    "/api/annotate", summary="Judge every move of a game", responses=_answers(AnnotationRecord)
)
async def annotate(request: Request, asked: AnnotateRequest, services: ServicesOfApp) -> Response:
    """Say of every move of a game what it gave away."""
    return await services.desk.answer(request, asked.task(services.settings), asked.wait)


@router.get("/api/opponent", summary="List the levels", responses=_answer(OpponentRecord))
async def levels() -> OpponentRecord:
    """List the levels of the opponent, what it does at each, and how long it may think."""
    return opponent_record()


@router.post("/api/opponent", summary="Choose a move to play", responses=_answers(ReplyRecord))
async def opponent(request: Request, asked: OpponentRequest, services: ServicesOfApp) -> Response:
    """Choose the move of an opponent of a level; what it rests on is said with it."""
    return await services.desk.answer(request, asked.task(services.settings), asked.patience)


@router.post("/api/moves", summary="Play moves", responses=_answer(Moved))
def moves(asked: MovesRequest) -> Record:
    """Play moves from a position: where they lead, what each did, and all legal moves there."""
    return play(read_position(asked.position), asked.moves)


@router.post("/api/deal", summary="Deal a random position", responses=_answer(Dealt))
def deal(asked: DealRequest) -> Record:
    """Deal a random position; the same seed gives the same one as the command `deal`."""
    seed = fresh_seed() if asked.seed is None else asked.seed
    dealt = next(deals(asked.order(), seed, 1, MovesLimit()))
    flaws = game_of(dealt).rules.flaws(dealt)
    if flaws:
        raise PositionError(flaws)
    return {"position": format_position(dealt), "seed": seed}


@router.get("/api/puzzles", summary="List the kinds of puzzles", responses=_answer(PuzzleMenu))
async def puzzles() -> Record:
    """List the kinds of puzzles by game, their grades, and what a menu can offer of them."""
    return catalogue()


@router.post("/api/puzzle", summary="Make a puzzle", responses=_answers(Puzzle))
async def puzzle(request: Request, asked: PuzzleRequest, services: ServicesOfApp) -> Response:
    """Make the puzzle of a seed: the same for everybody, and proved to be what it claims."""
    return await services.desk.answer(request, asked.task(services.settings), asked.wait)


@router.get("/api/jobs/{name}", summary="Ask about a job", responses=_answer(JobState, _NO_JOB))
async def job(found: JobOfPath) -> Response:
    """Say how a job gets on; that somebody asks keeps it going."""
    return Response(job_json(found), media_type=JSON)


@router.delete("/api/jobs/{name}", summary="Give a job up", responses=_answer(JobState, _NO_JOB))
async def give_up(found: JobOfPath, services: ServicesOfApp) -> Response:
    """Return a job up: its search stops if nobody else waits for it. Twice is harmless."""
    services.jobs.give_up(found)
    return Response(job_json(found), media_type=JSON)


@router.get(
    "/api/jobs/{name}/events",
    summary="Follow a job",
    response_class=EventSourceResponse,
    responses=_in_json({**_REFUSALS, **_NO_JOB}),
)
async def events(found: JobOfPath, services: ServicesOfApp) -> AsyncIterator[ServerSentEvent]:
    """Tell how a job gets on as server-sent events: `progress`, and in the end its state.

    Of an analysis there are `moves`, too, as far as they are valued, best first.
    """
    async for event in services.desk.events(found):
        yield event
