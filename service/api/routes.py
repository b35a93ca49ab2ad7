"""The HTTP API: every route with its parameters and answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from prometheus_client import CONTENT_TYPE_LATEST

from positions import GAMES, format_position
from positions.deals import deals, fresh_seed
from positions.errors import PositionError
from positions.games import rules_of
from service.api.answers import (
    Deal,
    GameDescription,
    Health,
    JobState,
    PositionAfterMoves,
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
from service.lanes import Lane
from service.metrics import Metrics
from service.searching.answering import JSON, AnswerService, job_json
from service.searching.jobs import Job, Jobs
from service.settings import MAX_BODY, MAX_PLIES, MAX_SQUARES, Settings
from solver.answers.model import Analysis, Annotation, Answer, Opponent, Record, Reply, record
from solver.games.catalogue import game_record
from solver.opponent import OPPONENT
from solver.version import version

_REFUSALS = {
    400: "Invalid JSON, or an unknown host name.",
    408: "The body arrived too slowly.",
    413: "The body is too large.",
    415: "The content type is not JSON.",
    422: "The request is invalid.",
}
_FAILURES = {429: "Too many searches: try again later.", 503: "The search was ended."}
_NO_JOB = {404: "There is no such job."}
_OTHER_SITE = {403: "The request comes from a page of another site."}
# How a browser describes requests of our own pages, and of the user.
OWN = ("none", "same-origin")

Described = dict[int | str, dict[str, Any]]


def _described(refusals: Mapping[int, str]) -> Described:
    return {code: {"model": Problem, "description": text} for code, text in refusals.items()}


def _answer(model: Any, refusals: Mapping[int, str] = MappingProxyType({})) -> Described:  # noqa: ANN401
    """Describe a direct answer, and how it may be refused."""
    return {200: {"model": model, "description": "The answer."}, **_described(refusals)}


def _answers(model: type) -> Described:
    """Describe the answers to a question: a direct one, a job, or a refusal."""
    job = {"model": JobState, "description": "The answer takes longer: ask about this job."}
    return {**_answer(model, _FAILURES), 202: job}


def _in_json(refusals: Mapping[int, str]) -> Described:
    """Describe the refusals of a route that otherwise answers with events."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {code: {"content": content, "description": text} for code, text in refusals.items()}


router = APIRouter(responses=_described(_REFUSALS))


@dataclass(frozen=True, slots=True)
class Services:
    """What the endpoints need; `moves` and `records` are the threads that play and read games."""

    settings: Settings
    answers: AnswerService
    jobs: Jobs
    metrics: Metrics
    stop: Callable[[], None]
    moves: Lane
    records: Lane


async def _services(request: Request) -> Services:  # `async`: else it would run in a thread
    services: Services = request.app.state.services
    return services


ServicesOfApp = Annotated[Services, Depends(_services)]


async def _job(name: str, services: ServicesOfApp) -> Job:
    """Find a job; unknown and expired ones are 404."""
    job = services.jobs.get(name)
    if job is None:
        raise HTTPException(404, "found no such job, expected a recent one")
    return job


JobOfPath = Annotated[Job, Depends(_job)]


async def _refuse_other_sites(request: Request, services: ServicesOfApp) -> None:
    """Refuse a request by which a page of another site would begin a search, such as a picture.

    A page needs a preflight request for a POST in JSON, but not for a GET. Browsers say who asks;
    other clients do not, and may ask.
    """
    site = request.headers.get("sec-fetch-site", OWN[0])
    if site not in OWN and request.headers.get("origin") not in services.settings.origins:
        expected = "one of this service's own pages, or POST /api/analyse"
        raise HTTPException(403, f"found a request from another site, expected {expected}")


@router.get("/api/health", summary="Report the state of the service", responses=_answer(Health))
async def health(services: ServicesOfApp) -> Record:
    """Report that the service is up, and its caps."""
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
    summary="Return metrics in Prometheus format",
    response_class=PlainTextResponse,
)
async def metrics(services: ServicesOfApp) -> Response:
    """Return metrics in Prometheus format."""
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api/games", summary="List the games", responses=_answer(list[GameDescription]))
async def games() -> list[Record]:
    """List the games with their variants, boards and pieces."""
    return [game_record(game) for game in GAMES.values()]


@router.post("/api/solve", summary="Solve a position", responses=_answers(Answer))
async def solve(request: Request, body: SolveRequest, services: ServicesOfApp) -> Response:
    """Prove the exact value of a position, with a line of best play."""
    return await services.answers.answer(request, body.task(services.settings), body.wait)


@router.post(
    "/api/analyse",
    summary="Evaluate every legal move of a position",
    responses=_answers(Analysis),
)
async def analyse(request: Request, body: AnalyseRequest, services: ServicesOfApp) -> Response:
    """Evaluate every legal move of a position."""
    return await services.answers.answer(request, body.task(services.settings), body.wait)


@router.get(
    "/api/position/{text:path}",
    summary="Analyse the position in the path",
    responses={**_answers(Analysis), **_described(_OTHER_SITE)},
    dependencies=[Depends(_refuse_other_sites)],
)
async def position(
    request: Request,
    text: PositionText,
    parameters: Annotated[PositionQuery, Query()],
    services: ServicesOfApp,
) -> Response:
    """Evaluate every legal move of the position in the path."""
    task = parameters.task_for(text, services.settings)
    return await services.answers.answer(request, task, parameters.wait)


@router.post("/api/annotate", summary="Annotate a game", responses=_answers(Annotation))
async def annotate(request: Request, body: AnnotateRequest, services: ServicesOfApp) -> Response:
    """Annotate a game: what each move gave away."""
    return await services.answers.answer(request, body.task(services.settings), body.wait)


@router.get("/api/opponent", summary="List the levels", responses=_answer(Opponent))
async def levels() -> Record:
    """List the levels of the opponent with descriptions, and its thinking times."""
    return record(OPPONENT)


@router.post("/api/opponent", summary="Choose a move to play", responses=_answers(Reply))
async def opponent(request: Request, body: OpponentRequest, services: ServicesOfApp) -> Response:
    """Choose the move of an opponent at a level, and return what it is based on."""
    return await services.answers.answer(request, body.task(services.settings), body.waits)


@router.post("/api/moves", summary="Play moves", responses=_answer(PositionAfterMoves))
async def moves(body: MovesRequest, services: ServicesOfApp) -> Record:
    """Play moves from a position: where they lead, their effects, and all legal moves there."""
    position = read_position(body.position)
    return await services.moves.run(partial(play, position, body.moves))


@router.post("/api/deal", summary="Deal a random position", responses=_answer(Deal))
async def deal(body: DealRequest, services: ServicesOfApp) -> Record:
    """Deal a random position; a seed gives the same one as with the command `deal`."""
    seed = fresh_seed() if body.seed is None else body.seed
    order = body.order()
    dealt = await services.moves.run(lambda limit: next(deals(order, seed, 1, limit)))
    flaws = rules_of(dealt).flaws(dealt)
    if flaws:
        raise PositionError(flaws)
    return {"position": format_position(dealt), "seed": seed}


@router.get("/api/puzzles", summary="List the kinds of puzzles", responses=_answer(PuzzleMenu))
async def puzzles() -> Record:
    """List the kinds of puzzles by game, their grades, and what can be made quickly."""
    return catalogue()


@router.post("/api/puzzle", summary="Make a puzzle", responses=_answers(Puzzle))
async def puzzle(request: Request, body: PuzzleRequest, services: ServicesOfApp) -> Response:
    """Make the puzzle of a seed: the same for everybody, with a proved solution."""
    return await services.answers.answer(request, body.task(services.settings), body.wait)


@router.get("/api/jobs/{name}", summary="Ask about a job", responses=_answer(JobState, _NO_JOB))
async def job(job: JobOfPath) -> Response:
    """Return the state of a job; asking keeps it alive."""
    return Response(job_json(job), media_type=JSON)


@router.delete("/api/jobs/{name}", summary="Give up a job", responses=_answer(JobState, _NO_JOB))
async def give_up(job: JobOfPath, services: ServicesOfApp) -> Response:
    """Give up a job: its search stops if no one else waits for it. Repeating this is harmless."""
    services.jobs.give_up(job)
    return Response(job_json(job), media_type=JSON)


@router.get(
    "/api/jobs/{name}/events",
    summary="Follow a job",
    response_class=EventSourceResponse,
    responses=_in_json({**_REFUSALS, **_NO_JOB}),
)
async def events(job: JobOfPath, services: ServicesOfApp) -> AsyncIterator[ServerSentEvent]:
    """Follow a job with server-sent events: `progress`, and finally its state.

    An analysis also sends `moves`: the moves evaluated so far, best first.
    """
    async for event in services.answers.events(job):
        yield event
