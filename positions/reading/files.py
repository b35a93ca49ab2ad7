"""Files of positions, in one of three formats that are recognised by their content.

These are lines of position text, JSON Lines with a ``"position"`` field, and diagrams. Records are
read one by one, so that a file of a million positions needs no more memory than one of ten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, takewhile
from typing import BinaryIO

from positions.errors import Flaw, PositionError, quote
from positions.game import Position
from positions.reading.diagram import SEPARATOR, is_header, parse_diagram
from positions.reading.lines import Line, grouped, read_lines
from positions.text import parse_position

Parse = Callable[[str], Position]
_Reader = Callable[[list[Line]], "Record"]


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file: a position or an error.

    `line` is the line of the file where the record begins, from 1.
    """

    line: int
    position: Position | None = None
    error: PositionError | None = None


def read_records(stream: BinaryIO, parse: Parse = parse_position) -> Iterator[Record]:
    """Yield the records of a binary stream in order; `parse` parses the text of a position.

    Raises `SourceError` where the file breaks off, after yielding what comes before.
    """
    return (read(lines) for lines, read in split_records(stream, parse))


def split_records(
    stream: BinaryIO, parse: Parse = parse_position
) -> Iterator[tuple[list[Line], _Reader]]:
    """Yield the lines of each record with their parser; raises `SourceError` in between."""
    lines = _significant(read_lines(stream))
    begun: list[Line] = []
    for line in lines:
        begun.append(line)
        if line.text:
            break
    else:
        yield from (([line], partial(_read_line, parse)) for line in begun)
        return
    first, rest = begun[-1], chain(begun, lines)
    if first.text.lstrip().startswith("{"):
        yield from (([line], partial(_read_line, partial(_parse_json, parse))) for line in rest)
    elif is_header(first.text) or _separates(first):
        yield from ((diagram, _read_diagram) for diagram in _diagrams(rest))
    else:
        yield from (([line], partial(_read_line, parse)) for line in rest)


def _significant(lines: Iterable[Line]) -> Iterator[Line]:
    """Drop comments and blank lines; a line that is not text is kept, to be reported."""
    for line in lines:
        # In JSON a '#' may be part of a string, so it does not start a comment there.
        text = line.text if line.text.lstrip().startswith("{") else line.text.partition("#")[0]
        if text.strip() or line.flaw is not None:
            yield replace(line, text=text.rstrip())


def _read_line(parse: Parse, lines: list[Line]) -> Record:
    (line,) = lines
    try:
        if line.flaw is not None:
            raise PositionError([line.flaw])
        indent = len(line.text) - len(line.text.lstrip())
        try:
            return Record(line.number, parse(line.text.strip()))
        except PositionError as error:
            flaws = [_in_file(flaw, line.number, indent) for flaw in error.flaws]
            raise PositionError(flaws) from error
    except PositionError as error:
        return Record(line.number, error=error)


def _in_file(flaw: Flaw, line: int, indent: int) -> Flaw:
    """Locate a flaw in the file, with columns counted from the start of the line."""
    column = None if flaw.column is None else flaw.column + indent
    return replace(flaw, line=line, column=column)


def _parse_json(parse: Parse, text: str) -> Position:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        column = error.colno if isinstance(error, json.JSONDecodeError) else None
        raise PositionError([Flaw("no JSON", "one JSON object per line", column=column)]) from error
    if not isinstance(data, dict) or "position" not in data:
        raise PositionError([Flaw(quote(text), 'a JSON object with a "position" field')])
    if not isinstance(data["position"], str):
        found = quote(json.dumps(data["position"]))
        raise PositionError([Flaw(found, 'a string in "position"')])
    try:
        return parse(data["position"].strip())
    except PositionError as error:
        # A column would count characters of the string, not of the line.
        raise PositionError([replace(flaw, column=None) for flaw in error.flaws]) from error


def _diagrams(lines: Iterable[Line]) -> Iterator[list[Line]]:
    for first, *others in grouped(lines, lambda line, _: _separates(line)):
        diagram = others if _separates(first) and first.flaw is None else [first, *others]
        blank = list(takewhile(lambda line: not line.text, diagram))
        yield from filter(None, (blank, diagram[len(blank) :]))


def _separates(line: Line) -> bool:
    return SEPARATOR.fullmatch(line.text) is not None


def _read_diagram(lines: list[Line]) -> Record:
    try:
        return Record(lines[0].number, parse_diagram(lines))
    except PositionError as error:
        return Record(lines[0].number, error=error)
