"""What a sheet is made of: files of puzzles, positions and games, recognised by their content.

Everything is checked as it is read, since people edit these files by hand: the solution of a puzzle
is played, and the first fault of a file ends the run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any, BinaryIO

from cli.common.inputs import (
    Sources,
    UnreadableSource,
    read_arguments,
    read_file,
    source_name,
)
from positions import InputError, Position
from positions.errors import one_of, quote, summary
from positions.games import game_of
from positions.reading.files import read_records
from positions.reading.game_reading import read_games
from positions.reading.game_records import GameRecord, player_tag
from positions.reading.lines import read_whole
from positions.reading.plain import Supplied
from positions.reading.puzzle_text import parse_puzzle
from positions.reading.sgf import is_sgf
from solver import verify
from solver.puzzles.words import Grade

_TAG = re.compile(r'\s*\[[A-Za-z][A-Za-z0-9_]*\s+"')
_LIST = re.compile(r"\s*\[\s*[{\]]")
# What follows a JSON object: space, or the punctuation of a list, and then the next object.
_BEGINNING = re.compile(r"[^\s\[\],]")
_NAMES = ("name", "note")
WHAT = "puzzle, position or game"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The record of a puzzle, whose solution works."""

    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Named:
    """A position or a game, with its name, if it has one."""

    content: Position | GameRecord
    name: str | None


Piece = Puzzle | Named


def read_pieces(sources: Sources) -> Iterator[Piece]:
    """Yield everything that the arguments name; raises `InputError` at the first fault."""
    for argument in sources.arguments:
        if sources.is_position(argument):
            for item in read_arguments(Sources((argument,), sources.supplied), parse_puzzle):
                if not isinstance(item, UnreadableSource):
                    yield Named(item.require(), None)
            continue
        name, supplied = source_name(argument), sources.supplied
        for piece in read_file(
            argument, partial(_read, name, supplied), "puzzle, position or game"
        ):
            if isinstance(piece, UnreadableSource):
                raise InputError(piece.message)
            yield piece


def _read(source: str, supplied: Supplied, stream: BinaryIO) -> Iterator[Piece]:
    data, broken = read_whole(stream)
    if broken is not None:
        raise broken
    text = data.decode("utf-8-sig", errors="replace")
    if text.lstrip().startswith("{") or _LIST.match(text):
        yield from _objects(source, supplied, text)
    elif _TAG.match(text) or is_sgf(text):
        yield from _games(source, data)
    else:
        yield from _positions(source, supplied, data, 1)


def _objects(source: str, supplied: Supplied, text: str) -> Iterator[Piece]:
    """Yield the objects of JSON Lines, or of a list of JSON, however its lines are broken."""
    decoder, at = json.JSONDecoder(), 0
    while (begun := _BEGINNING.search(text, at)) is not None:
        at = begun.start()
        line = text.count("\n", 0, at) + 1
        try:
            record, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            line = text.count("\n", 0, getattr(error, "pos", at)) + 1
            raise _fault(source, line, "found no JSON, expected one object per puzzle") from None
        if not isinstance(record, dict) or "position" not in record:
            raise _fault(source, line, 'expected an object with a "position"')
        if "puzzle" in record:
            yield Puzzle(_checked(source, line, record))
        else:
            yield from _positions(source, supplied, json.dumps(record).encode(), line)


def _checked(source: str, line: int, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a puzzle whose solution works; raises `InputError`."""
    (result,) = verify(BytesIO(json.dumps(record).encode()))
    if result.refused is not None:
        raise _fault(source, line, str(result.refused))
    grade, difficulty = record.get("grade"), record.get("difficulty", 0)
    if grade is not None and grade not in list(Grade):
        found = f'found {quote(json.dumps(grade))} as "grade"'
        raise _fault(source, line, f"{found}, expected {one_of(list(Grade), 'null')}")
    if grade is not None and (
        isinstance(difficulty, bool) or not isinstance(difficulty, int | float)
    ):
        raise _fault(source, line, 'expected a number as "difficulty"')
    for name in _NAMES:
        if not isinstance(record.get(name), str | None):
            raise _fault(source, line, f"expected a text as {quote(name)}")
    return {**record, "grade": grade}


def _positions(source: str, supplied: Supplied, data: bytes, first: int) -> Iterator[Piece]:
    for item in read_records(BytesIO(data), parse_puzzle, supplied):
        if item.position is None:
            raise _fault(source, first + item.line - 1, summary(item.error or InputError("")))
        yield Named(item.position, item.name)


def _games(source: str, data: bytes) -> Iterator[Piece]:
    for entry in read_games(BytesIO(data)):
        if entry.record is None:
            raise _fault(source, entry.line, summary(entry.error or InputError("")))
        yield Named(entry.record, _players(entry.record))


def _players(record: GameRecord) -> str | None:
    """Return who played, None if a record does not say."""
    game = game_of(record.start)
    names = [record.tag(player_tag(game, symbol)) for symbol in game.players]
    return " – ".join(name or "?" for name in names) if any(names) else record.tag("Event")


def _fault(source: str, line: int, message: str) -> InputError:
    return InputError(f"{source}: line {line}: {message}")
