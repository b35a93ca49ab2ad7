"""The routes for learning a game: its course, and why a move is not legal."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, Field

from positions import GAMES
from positions.errors import one_of, quote
from positions.lessons.courses import course_of
from positions.playing import refusal
from positions.text import parse_position
from service.api.answers import Problem
from service.api.board import board_record
from service.api.requests import PositionText, Request, read_position
from service.moves_limit import MovesLimit
from solver.answers.model import Record
from solver.games.catalogue import game_record

router = APIRouter()


class CourseCard(BaseModel):
    """A game in a list of games: its picture, and what its course has."""

    game: str
    title: str | None = Field(description="What the picture shows, in words.")
    svg: str | None = Field(description="The picture; null where no position is at hand.")
    rules: list[str] = Field(description="The numbers of the rules.")
    lessons: int


class Rule(BaseModel):
    """A rule in a sentence or two."""

    number: str
    text: str


class LessonRecord(BaseModel):
    """A board on which one rule is tried."""

    title: str
    text: str
    position: str
    task: str
    done: str = Field(description="What is said when the lesson is done.")
    wanted: list[str] = Field(
        description="The moves that finish the lesson; none where any legal move does."
    )
    to_the_end: bool = Field(
        description="Whether the game is played to its end, by both sides, and a solitaire solved."
    )
    tries: list[str] = Field(
        description="Picks that the rules refuse and the text invites, squares apart by blanks."
    )


class CourseRecord(BaseModel):
    """The course in a game."""

    game: str
    rules: list[Rule]
    lessons: list[LessonRecord]


class RefusalRequest(Request):
    """The body of `/api/refusal`."""

    position: PositionText
    squares: Annotated[
        list[Annotated[str, Field(max_length=8)]],
        Field(min_length=1, max_length=4, examples=[["a1"]]),
    ]


class RefusalRecord(BaseModel):
    """Why squares that were picked are not a legal move; both null if they are one."""

    rule: str | None
    reason: str | None = Field(description="In words, with the number of the rule.")


@router.get("/api/courses", summary="List the courses")
async def courses() -> list[CourseCard]:
    """List the games with a picture of each, and what its course has."""
    return [_card(game) for game in GAMES]


@router.get(
    "/api/courses/{game}",
    summary="Return the course in a game",
    responses={404: {"model": Problem, "description": "There is no such game."}},
)
async def course(game: str) -> CourseRecord:
    """Return the lessons of a game, and its rules by their numbers."""
    if game not in GAMES:
        raise HTTPException(404, f"found {quote(game)}, expected a game: {one_of(list(GAMES))}")
    content = course_of(game)
    rules = [Rule(number=number, text=text) for number, text in content.rules.items()]
    lessons = [
        LessonRecord(
            title=lesson.title,
            text=lesson.text,
            position=lesson.position,
            task=lesson.task,
            done=lesson.done,
            wanted=list(lesson.wanted),
            to_the_end=lesson.to_the_end,
            tries=list(lesson.tries),
        )
        for lesson in content.lessons
    ]
    return CourseRecord(game=game, rules=rules, lessons=lessons)


@router.post(
    "/api/refusal", responses={200: {"model": RefusalRecord}}, summary="Say why a move is not legal"
)
def refused(body: RefusalRequest) -> Record:
    """Say which rule is broken by squares that were picked one after another."""
    position = read_position(body.position)
    cause = refusal(position, body.squares)
    reason = None if cause is None else cause.describe(position.board)
    return {"rule": None if cause is None else cause.rule, "reason": reason}


@cache
def _card(game: str) -> CourseCard:
    content = course_of(game)
    sample = content.sample or game_record(GAMES[game])["start"]
    title = svg = None
    if isinstance(sample, str):
        drawn = board_record(parse_position(sample), (), MovesLimit())
        title, svg = str(drawn["title"]), str(drawn["svg"])
    return CourseCard(
        game=game, title=title, svg=svg, rules=list(content.rules), lessons=len(content.lessons)
    )
