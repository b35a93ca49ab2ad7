"""Records of puzzles as they are read for checking: what they say, and whether it is so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from positions.errors import MoveError, quote
from positions.game import Move, Position
from positions.games import game_of
from positions.text import parse_move
from solver.certificates.checking.check import Size
from solver.certificates.checking.refused import Refused

FIRST_MOVE, WHOLE_LINE, TRANSPOSITION = "first move", "whole line", "up to transposition"
ANSWER = "answer"

PuzzleRecord = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """What a record was found to show, and how much was checked for that."""

    claim: str
    size: Size


def play(number: int, position: Position, moves: list[str]) -> Position:
    """Play a solution; give the position that it ends in."""
    for text in moves:
        position = game_of(position).rules.play(position, move_of(number, position, text))
    return position


def texts_of(number: int, record: PuzzleRecord) -> list[str]:
    """Return the moves of the solution."""
    moves = record.get("solution")
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        return moves
    raise Refused(number, 'expected a list of moves in "solution"')


def move_of(number: int, position: Position, text: str) -> Move:
    """Read a legal move."""
    try:
        return parse_move(position, text)
    except MoveError as error:
        raise Refused(number, str(error)) from None


def uniqueness_of(number: int, record: PuzzleRecord) -> PuzzleRecord:
    """Return what a record says of uniqueness: all counts of a puzzle are complete."""
    said = record.get("uniqueness")
    if not isinstance(said, dict):
        raise Refused(number, 'expected an object in "uniqueness"')
    expect(number, said, "complete", True)
    return said


def expect(number: int, record: PuzzleRecord, name: str, fact: object) -> None:
    """Refuse a record that says something else, or something of another type."""
    said = record.get(name)
    if said != fact or isinstance(said, bool) != isinstance(fact, bool):
        found = f"found {shown(record, name)} as {quote(name)}"
        raise Refused(number, f"{found}, and {quote(json.dumps(fact))} is true of the position")


def shown(record: PuzzleRecord, name: str) -> str:
    """Quote what a record says."""
    return quote(json.dumps(record.get(name)))
