"""Positions of puzzles as text: positions of the games, and knight's tours in the same form.

    minelayers:5/5/5/5/5:A:tour=open:given=c3=1,a1=9

The board of a tour is empty and may have more squares than the game allows; ``tour`` says whether
the end must be a knight's move from the start, and ``given`` numbers some squares, in the order of
the numbers. Positions of the game do not have these keys.
"""

from __future__ import annotations

import re

from positions.errors import Flaw, PositionError, quote
from positions.game import Position
from positions.games.minelayers import MINELAYERS, A
from positions.games.minelayers_tour import (
    CLOSED,
    GIVEN,
    OPEN,
    TOUR,
    TourPuzzle,
    flaws_of_puzzle,
    parse_given,
)
from positions.grid import EMPTY, Board
from positions.text import MAX_CELLS, format_position, parse_position

FORM = f"{MINELAYERS.name}:5/5/5/5/5:{A}:{TOUR}={OPEN}:{GIVEN}=c3=1,a1=9"

_LINE = re.compile(
    rf"{MINELAYERS.name}:(?P<rows>[1-9][0-9]?(?:/[1-9][0-9]?)*):{A}:"
    rf"{TOUR}=(?P<form>{OPEN}|{CLOSED})(?::{GIVEN}=(?P<given>[^:]+))?"
)


def parse_puzzle(text: str) -> Position:
    """Parse the position in the record of a puzzle; raises `PositionError`."""
    return parse_tour(text) if looks_like_tour(text) else parse_position(text)


def looks_like_tour(text: str) -> bool:
    """Return whether a line looks like a tour puzzle."""
    return text.startswith(f"{MINELAYERS.name}:") and f":{TOUR}=" in text


def tour_position(puzzle: TourPuzzle) -> Position:
    """Return the position that represents a puzzle; `format_position` prints its line."""
    board = Board(puzzle.width, puzzle.height, EMPTY * puzzle.size)
    keys = [(TOUR, CLOSED if puzzle.closed else OPEN)]
    if puzzle.given:
        numbered = sorted(puzzle.given.items(), key=lambda pair: pair[1])
        keys.append((GIVEN, ",".join(f"{board.name(s)}={number}" for s, number in numbered)))
    return Position(MINELAYERS.name, board, A, keys=tuple(keys))


def parse_tour(text: str) -> Position:
    """Parse a puzzle from its line; raises `PositionError`."""
    match = _LINE.fullmatch(text)
    if match is None:
        raise PositionError([Flaw(quote(text), f"a tour puzzle, such as {FORM}")])
    rows = match["rows"].split("/")
    width, height = int(rows[0]), len(rows)
    if len(set(rows)) > 1 or width * height > MAX_CELLS:
        raise PositionError([Flaw(quote(match["rows"]), "rows of one length, such as 5/5/5")])
    givens = match["given"]
    numbers: dict[int, int] = {}
    for part in [] if givens is None else givens.split(","):
        square, number = parse_given(part, width, height)
        if square in numbers:
            raise PositionError([Flaw(f"{quote(part)} after another number", "one number each")])
        numbers[square] = number
    puzzle = TourPuzzle(width, height, match["form"] == CLOSED, numbers)
    flaws = flaws_of_puzzle(puzzle)
    if flaws:
        raise PositionError(flaws)
    position = tour_position(puzzle)
    if format_position(position) != text:
        expected = f"squares in the order of their numbers: {format_position(position)}"
        raise PositionError([Flaw(quote(text), expected)])
    return position
