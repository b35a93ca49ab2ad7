"""Reading records of puzzles for checking: what they claim, and whether it is true."""

from __future__ import annotations

import json
from collections.abc import Mapping

from positions.errors import MoveError, quote
from positions.game import Move, Position
from positions.games import rules_of
from positions.text import parse_move
from solver.certificates.checking.check import Size
from solver.certificates.checking.text import Refusal

FIRST_MOVE, WHOLE_LINE, TRANSPOSITION = "first move", "whole line", "up to transposition"
ANSWER = "answer"

PuzzleRecord = Mapping[str, object]


# What a record was shown to prove, and how much was checked for that.
Checked = tuple[str, Size]


class TooManyPositions(Exception):  # noqa: N818 - not an error: the check is reported as skipped
    """There are too many positions to list."""


def play(number: int, position: Position, moves: list[str]) -> Position:
    """Play a solution; return its final position."""
    for text in moves:
        position = rules_of(position).play(position, move_of(number, position, text))
    return position


def texts_of(number: int, record: PuzzleRecord, name: str = "solution") -> list[str]:
    """Return the moves of a solution or a line."""
    moves = record.get(name)
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        return moves
    raise Refusal(number, f'expected a list of moves in "{name}"')


def move_of(number: int, position: Position, text: str) -> Move:
    """Parse a legal move."""
    try:
        return parse_move(position, text)
    except MoveError as error:
        raise Refusal(number, str(error)) from None


def uniqueness_of(number: int, record: PuzzleRecord) -> PuzzleRecord:
    """Return a record's claims of uniqueness; all counts of a puzzle are complete."""
    uniqueness = record.get("uniqueness")
    if not isinstance(uniqueness, dict):
        raise Refusal(number, 'expected an object in "uniqueness"')
    expect(number, uniqueness, "complete", True)
    return uniqueness


def expect(number: int, record: PuzzleRecord, name: str, fact: object) -> None:
    """Refuse a record with a different value, or one of another type."""
    value = record.get(name)
    if value != fact or isinstance(value, bool) != isinstance(fact, bool):
        found = f"found {shown(record, name)} as {quote(name)}"
        raise Refusal(number, f"{found}, expected {quote(json.dumps(fact))} for the position")


def shown(record: PuzzleRecord, name: str) -> str:
    """Return a quoted value of a record."""
    return quote(json.dumps(record.get(name)))
