"""Files of positions, in one of five formats that are recognised by their content.

These are lines of position text, JSON Lines with a ``"position"`` field, diagrams, tables with a
column of positions, and boards without the name of a game (`positions.reading.plain`). Records are
read one by one, so that a file of a million positions needs no more memory than one of ten.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, takewhile
from typing import BinaryIO, NamedTuple

from positions.errors import Flaw, PositionError, SourceError, one_of, quote
from positions.game import Position
from positions.grid import EMPTY
from positions.reading.diagram import SEPARATOR, is_header, parse_diagram
from positions.reading.lines import Line, grouped, read_lines
from positions.reading.plain import (
    NOTHING,
    Block,
    Supplied,
    blocks,
    is_board,
    known_of,
    names_game,
    parse_block,
)
from positions.text import parse_position

Parse = Callable[[str], Position]
_Reader = Callable[[], "Record"]

# How many lines are looked at for one that tells the format of a file.
_FIRST_LINES = 200
_DELIMITERS = ",;\t"
_COLUMN, _NAME = "position", "name"
_LABELS = (_NAME, "puzzle")


class _Labelled(NamedTuple):
    """A position, and what a line says of it besides."""

    position: Position
    name: str | None = None
    puzzle: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file: a position or an error.

    `line` is the line of the file where the record begins, from 1, `name` the heading that it has
    there, and `puzzle` the kind of puzzle, if it says so.
    """

    line: int
    position: Position | None = None
    error: PositionError | None = None
    name: str | None = None
    puzzle: str | None = None


def read_records(
    stream: BinaryIO, parse: Parse = parse_position, supplied: Supplied = NOTHING
) -> Iterator[Record]:
    """Yield the records of a binary stream in order; `parse` parses the text of a position.

    What the text lacks is `supplied`. Raises `SourceError` where the file breaks off, after
    yielding what comes before, and for a file that needs more to be supplied.
    """
    return (read() for read in split_records(stream, parse, supplied))


def split_records(
    stream: BinaryIO, parse: Parse = parse_position, supplied: Supplied = NOTHING
) -> Iterator[_Reader]:
    """Yield a parser for each record; raises `SourceError` in between."""
    raw = read_lines(stream)
    begun: list[Line] = []
    first = ""
    for line in raw:
        begun.append(line)
        first = _without_comment(line)
        if first:
            break
    rest = _significant(chain(begun, raw))
    if first.startswith("{"):
        yield from (partial(_read_line, partial(_json, parse, supplied), line) for line in rest)
    elif is_header(first) or SEPARATOR.fullmatch(first):
        yield from (partial(_read_diagram, diagram, supplied) for diagram in _diagrams(rest))
    elif names_game(first) or not first:
        yield from (partial(_read_line, partial(_line, parse, supplied), line) for line in rest)
    else:
        yield from _undecided(begun, raw, parse, supplied)


def _undecided(
    begun: list[Line], raw: Iterator[Line], parse: Parse, supplied: Supplied
) -> Iterator[_Reader]:
    """Find the format of a file that does not begin with the name of a game."""
    begun += islice(raw, _FIRST_LINES)
    rest = chain(begun, raw)
    texts = [text for line in begun if (text := _without_comment(line))]
    table = _table(texts[0])
    if table is not None:
        rows = islice(_significant(rest), int(table.has_header), None)
        yield from (partial(_read_line, partial(table.read, parse, supplied), row) for row in rows)
    elif any(map(names_game, texts)) or any(line.flaw is not None for line in begun):
        lines = _significant(rest)
        yield from (partial(_read_line, partial(_line, parse, supplied), line) for line in lines)
    elif not any(is_board(line.text, supplied) for line in begun):
        raise _unknown(begun, supplied)
    else:
        for number, block in enumerate(blocks(rest, supplied)):
            if not number:
                known_of(block, supplied)
            yield partial(_read_block, block, supplied)


def _unknown(lines: Sequence[Line], supplied: Supplied) -> SourceError:
    """Return the error for a file that has neither positions nor boards."""
    line, text = next((line, text) for line in lines if (text := _without_comment(line)))
    expected = (
        "positions such as nakatta:start:5x5, or boards with --game, and --letters if need be"
    )
    if supplied.game is not None:
        expected = (
            f"rows of {one_of([*supplied.game.pieces, EMPTY])}, or --letters for other letters"
        )
    return SourceError(f"found {quote(text)}, expected {expected}", line.number)


def _line(parse: Parse, supplied: Supplied, text: str) -> _Labelled:
    is_complete = supplied.game is None or names_game(text)
    return _Labelled(parse(text) if is_complete else _inside(parse, supplied, text))


def _significant(lines: Iterable[Line]) -> Iterator[Line]:
    """Drop comments and blank lines; a line that is not text is kept, to be reported."""
    for line in lines:
        text = _without_comment(line, strip=False)
        if text.strip() or line.flaw is not None:
            yield replace(line, text=text.rstrip())


def _read_line(parse: Callable[[str], _Labelled], line: Line) -> Record:
    try:
        if line.flaw is not None:
            raise PositionError([line.flaw])
        indent = len(line.text) - len(line.text.lstrip())
        try:
            found = parse(line.text.strip())
            return Record(line.number, found.position, name=found.name, puzzle=found.puzzle)
        except PositionError as error:
            flaws = [_in_file(flaw, line.number, indent) for flaw in error.flaws]
            raise PositionError(flaws) from error
    except PositionError as error:
        return Record(line.number, error=error)


def _in_file(flaw: Flaw, line: int, indent: int) -> Flaw:
    """Locate a flaw in the file, with columns counted from the start of the line."""
    column = None if flaw.column is None else flaw.column + indent
    return replace(flaw, line=line, column=column)


def _json(parse: Parse, supplied: Supplied, text: str) -> _Labelled:
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
    labels = {name: data[name] for name in _LABELS if isinstance(data.get(name), str)}
    return _Labelled(_inside(parse, supplied, data["position"]), **labels)


def _inside(parse: Parse, supplied: Supplied, text: str) -> Position:
    """Parse the text of a position that is a part of a line."""
    try:
        return parse(supplied.completed(text.strip()))
    except PositionError as error:
        # A column would count characters of the text, not of the line.
        raise PositionError([replace(flaw, column=None) for flaw in error.flaws]) from error


def _diagrams(lines: Iterable[Line]) -> Iterator[list[Line]]:
    for first, *others in grouped(lines, lambda line, _: _separates(line)):
        diagram = others if _separates(first) and first.flaw is None else [first, *others]
        blank = list(takewhile(lambda line: not line.text, diagram))
        yield from filter(None, (blank, diagram[len(blank) :]))


def _separates(line: Line) -> bool:
    return SEPARATOR.fullmatch(line.text) is not None


def _read_diagram(lines: list[Line], supplied: Supplied) -> Record:
    try:
        return Record(lines[0].number, parse_diagram(lines, supplied))
    except PositionError as error:
        return Record(lines[0].number, error=error)


@dataclass(frozen=True, slots=True)
class _Table:
    """How a table is read: the columns of the positions and, if there is one, of their names."""

    delimiter: str
    position: int
    name: int | None
    has_header: bool

    def read(self, parse: Parse, supplied: Supplied, text: str) -> _Labelled:
        """Parse a row."""
        cells = next(csv.reader([text], delimiter=self.delimiter))
        if len(cells) <= max(self.position, self.name or 0):
            found = f"{len(cells)} cells" if len(cells) != 1 else "1 cell"
            raise PositionError([Flaw(found, f"a position in cell {self.position + 1}")])
        name = None if self.name is None else cells[self.name]
        return _Labelled(_inside(parse, supplied, cells[self.position]), name or None)


def _table(header: str) -> _Table | None:
    """Return how to read a table by its first line; None if it is none."""
    for delimiter in _DELIMITERS:
        cells = next(csv.reader([header], delimiter=delimiter))
        names = [cell.strip().lower() for cell in cells]
        if len(cells) > 1 and _COLUMN in names:
            name = names.index(_NAME) if _NAME in names else None
            return _Table(delimiter, names.index(_COLUMN), name, True)
        positions = [number for number, cell in enumerate(cells) if names_game(cell)]
        if len(cells) > 1 and len(positions) == 1:
            return _Table(delimiter, positions[0], None, False)
    return None


def _read_block(block: Block, supplied: Supplied) -> Record:
    line = block.first.number
    flaws = [each.flaw for each in (*block.heading, *block.rows) if each.flaw is not None]
    try:
        if flaws:
            raise PositionError(flaws)
        return Record(line, parse_block(block, supplied), name=block.name)
    except PositionError as error:
        return Record(line, error=error, name=block.name)
    except SourceError:
        flaw = Flaw("a board of another game", "the game of the first board", line=line)
        return Record(line, error=PositionError([flaw]), name=block.name)


def _without_comment(line: Line, *, strip: bool = True) -> str:
    """Return a line without its comment."""
    # In JSON a '#' may be part of a string, so it does not start a comment there.
    is_json = line.text.lstrip().startswith("{")
    text = line.text if is_json else line.text.partition("#")[0]
    return text.strip() if strip else text
