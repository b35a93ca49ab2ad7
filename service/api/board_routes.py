"""Additional routes for the board in the browser."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from positions import InputError
from positions.looks.drawing import Drawing
from positions.looks.picture import to_png, to_svg
from positions.reading.puzzle_text import parse_puzzle
from positions.text import parse_arrangement
from service.api.answers import Board, FoundPositions, Numbers, SetUp
from service.api.board import (
    board_record,
    drawing_after,
    numbers_record,
    positions_record,
    setup_record,
)
from service.api.game_trees import GameTree, read_trees, write_tree
from service.api.requests import MovesRequest, PositionText, Request, read_position
from service.api.routes import ServicesOfApp
from service.moves_limit import MovesLimit
from service.settings import MAX_PLIES, check_size
from solver.answers.model import Record

# The maximum length of a record in characters: thousands of moves.
MAX_RECORD = 32_000
# Characters of the moves in an address.
MAX_MOVES = 16 * MAX_PLIES

EMBED = Path(__file__).parents[1] / "static" / "embed.html"

router = APIRouter()


class SetupRequest(Request):
    """The body of `/api/setup` and of `/api/numbers`."""

    position: PositionText


class RecordRequest(Request):
    """The body of `/api/records/read`."""

    text: Annotated[
        str,
        Field(
            max_length=MAX_RECORD,
            description="Records of games, one after another.",
            examples=['[Position "nakatta:start:3x3"]\n\n1. b2\n'],
        ),
    ]


class PositionsRequest(Request):
    """The body of `/api/positions/read`."""

    text: Annotated[
        str,
        Field(
            max_length=MAX_RECORD,
            description="Positions in any form that `proofplay solve` reads.",
            examples=["Nakatta, 3×3, White to move\n. . .\n. b .\n. . .\n"],
        ),
    ]


@router.post(
    "/api/board", responses={200: {"model": Board}}, summary="Play moves and draw the board"
)
async def board(body: MovesRequest, services: ServicesOfApp) -> Record:
    """Play moves from a position: the answer of `/api/moves` with a picture of the board."""
    position = read_position(body.position)
    return await services.moves.run(partial(board_record, position, body.moves))


@router.post("/api/setup", responses={200: {"model": SetUp}}, summary="Draw a board being set up")
def setup(body: SetupRequest) -> Record:
    """Draw a board, and list everything that keeps it from being a position of its game."""
    position, flaws = parse_arrangement(body.position)
    check_size(position)
    return setup_record(position, flaws)


@router.post(
    "/api/numbers",
    responses={200: {"model": Numbers}},
    summary="Draw the board of a puzzle that is solved by numbers",
)
def numbers(body: SetupRequest) -> Record:
    """Draw the board of a puzzle that is solved by numbers, without the given ones."""
    position = parse_puzzle(body.position)
    check_size(position)
    return numbers_record(position)


@router.post("/api/records/read", summary="Read game records")
async def read_records(body: RecordRequest, services: ServicesOfApp) -> dict[str, list[GameTree]]:
    """Return the games of a text as trees of moves."""
    return {"games": await services.records.run(partial(read_trees, body.text))}


@router.post(
    "/api/positions/read",
    responses={200: {"model": FoundPositions}},
    summary="Read positions in any form",
)
async def read_positions(body: PositionsRequest, services: ServicesOfApp) -> Record:
    """Return the positions of a text in any form that `solve` reads, such as a file of puzzles."""
    return await services.records.run(partial(positions_record, body.text))


@router.post("/api/records/write", summary="Write the record of a game")
async def write_record(tree: GameTree, services: ServicesOfApp) -> dict[str, str]:
    """Return the record of a tree of moves, all of which are checked."""
    return {"text": await services.records.run(partial(write_tree, tree))}


class PictureQuery(BaseModel):
    """The query of `/api/picture.svg` and of `/api/picture.png`."""

    position: PositionText
    moves: Annotated[
        str,
        Field(
            max_length=MAX_MOVES,
            description="Moves from there, with commas between; what the last one did is marked.",
            examples=["b1,a1"],
        ),
    ] = ""

    def drawing(self, limit: MovesLimit) -> Drawing:
        """Return the drawing; raises `InputError` and `MoveError`."""
        moves = [move for move in self.moves.split(",") if move]
        if len(moves) > MAX_PLIES:
            raise InputError(f"found {len(moves)} moves, expected at most {MAX_PLIES}")
        # In a query a plus means a space, which no position or move contains.
        moves = [move.replace(" ", "+") for move in moves]
        return drawing_after(read_position(self.position.replace(" ", "+")), moves, limit)


PictureParameters = Annotated[PictureQuery, Query()]


def _image(kind: str) -> dict[int | str, dict[str, object]]:
    return {200: {"content": {kind: {}}, "description": "The picture."}}


@router.get(
    "/api/picture.svg",
    response_class=Response,
    responses=_image("image/svg+xml"),
    summary="Draw a position as SVG",
)
async def picture_svg(parameters: PictureParameters, services: ServicesOfApp) -> Response:
    """Draw a position, as the command `show` does, to be seen by itself or in another page."""
    svg = await services.moves.run(lambda limit: to_svg(parameters.drawing(limit)))
    return Response(svg, media_type="image/svg+xml")


@router.get(
    "/api/picture.png",
    response_class=Response,
    responses=_image("image/png"),
    summary="Draw a position as PNG",
)
async def picture_png(parameters: PictureParameters, services: ServicesOfApp) -> Response:
    """Draw a position, as the command `show` does, on white."""
    png = await services.moves.run(lambda limit: to_png(parameters.drawing(limit)))
    return Response(png, media_type="image/png")


@router.get("/embed", include_in_schema=False)
def embed() -> FileResponse:
    """Return the page that others may frame: a position, or a game to step through."""
    return FileResponse(EMBED)
