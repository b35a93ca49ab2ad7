"""The arguments of a command: positions, files of positions, or standard input.

An argument with a ``:`` that names no existing file is a position, and so are rows such as
``wbb/bbw`` if an option says which game they are of; ``-`` is standard input. Records are yielded
in the order of the arguments, as they are read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import BinaryIO, TypeVar

import click

from positions import InputError, Position
from positions.errors import Flaw, PositionError, SourceError, quote
from positions.reading.files import Parse, read_records, split_records
from positions.reading.lines import Line, fault
from positions.reading.plain import NOTHING, Block, Supplied, is_whole, parse_block
from positions.reading.puzzle_text import looks_like_tour
from positions.text import parse_position

STANDARD_INPUT = "-"

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Sources:
    """The arguments that name positions, and what options supply that the text of these lacks."""

    arguments: tuple[str, ...]
    supplied: Supplied = NOTHING

    def check(self) -> None:
        """Raise `click.UsageError` if there is no argument, or ``-`` twice."""
        check_arguments(self.arguments)

    @property
    def options(self) -> list[str] | None:
        """The options that supply something, in a fixed order; None if none does."""
        known = self.supplied
        given = {
            "game": known.game and known.game.name,
            "variant": " ".join(known.variants),
            "turn": known.turn,
            "size": known.size and "{}x{}".format(*known.size),
            "letters": " ".join(map("=".join, known.letters.items())),
        }
        return [f"--{name} {value}" for name, value in given.items() if value] or None

    def is_position(self, argument: str) -> bool:
        """Return whether an argument is a position rather than the name of a file."""
        return is_position(argument) or self._is_board(argument)

    def read_text(self, argument: str, parse: Parse) -> Position:
        """Parse an argument that is a position; raises `PositionError`."""
        if not self._is_board(argument):
            return parse(self.supplied.completed(argument))
        try:
            return parse_block(Block(rows=[Line(1, argument)]), self.supplied)
        except PositionError as error:
            raise PositionError([replace(flaw, line=None) for flaw in error.flaws]) from error

    def _is_board(self, argument: str) -> bool:
        is_whole_board = self.supplied.game is not None and is_whole(argument, self.supplied)
        return is_whole_board and not os.path.exists(argument)  # noqa: PTH110 - never raises


@dataclass(frozen=True, slots=True)
class InputRecord:
    """One record: a position, or the error in its place.

    `source` names the file or the argument in messages, `line` is the line of the file where the
    record begins, `name` the heading that it has there, and `puzzle` the kind of puzzle that it
    says it is. `is_argument` marks a position given directly as an argument.
    """

    source: str
    line: int
    position: Position | None = None
    error: PositionError | None = None
    is_argument: bool = False
    name: str | None = None
    puzzle: str | None = None

    def require(self) -> Position:
        """Return the position, or raise its error."""
        if self.position is None:
            raise self.error or InputError("found no position")
        return self.position


@dataclass(frozen=True, slots=True)
class UnreadableSource:
    """A source that cannot be read, or not to its end; `message` names it and says why."""

    message: str


def name_of(record: InputRecord) -> str:
    """Return the name of a record, such as "deals.txt: line 3", with its heading."""
    if record.is_argument:
        return record.source
    place = f"{record.source}: line {record.line}"
    return place if record.name is None else f"{place} ({record.name})"


def reported_name(record: InputRecord) -> str:
    """Return the name of a record for readers elsewhere, without the folder of its file."""
    return name_of(replace(record, source=file_name(record.source)))


def file_name(source: str) -> str:
    """Return a source without the folder of its file; a position stays as it is."""
    return source if is_position(source) else os.path.basename(source)  # noqa: PTH119 - any text


def check_arguments(
    arguments: Sequence[str], what: str = "position", others: str = "a position, "
) -> None:
    """Raise `click.UsageError` if there is no argument, or ``-`` twice."""
    context = click.get_current_context(silent=True)
    if not arguments:
        expected = f"{others}a file or - (standard input)"
        raise click.UsageError(f"no {what} given, expected {expected}", context)
    if arguments.count(STANDARD_INPUT) > 1:
        raise click.UsageError("found '-' twice, expected standard input only once", context)


def parse_played(text: str) -> Position:
    """Parse a position to play from; a knight's tour is refused."""
    if looks_like_tour(text):
        expected = "a position of a game: only show and verify read tours"
        raise PositionError([Flaw("a knight's tour", expected)])
    return parse_position(text)


def read_arguments(
    sources: Sources, parse: Parse = parse_played
) -> Iterator[InputRecord | UnreadableSource]:
    """Yield the records that the arguments name, and any unreadable sources.

    `parse` parses the text of a position.
    """
    for number, argument in enumerate(sources.arguments, start=1):
        if sources.is_position(argument):
            name = "the position" if len(sources.arguments) == 1 else f"argument {number}"
            yield _read_text(sources, argument, name, parse)
        else:
            yield from _read_file(argument, parse, sources.supplied)


def is_position(argument: str) -> bool:
    """Return whether an argument is a position rather than the name of a file."""
    return ":" in argument and not os.path.exists(argument)  # noqa: PTH110 - never raises


def count_records(sources: Sources) -> int | None:
    """Count the records that the arguments name; None if that cannot be known in advance."""
    count = 0
    for argument in sources.arguments:
        if sources.is_position(argument):
            count += 1
        elif not os.path.isfile(argument):  # noqa: PTH113 - never raises
            return None
        else:
            with suppress(SourceError, OSError), _open(argument) as stream:
                count += sum(1 for _ in split_records(stream, supplied=sources.supplied))
    return count


def read_file(
    argument: str,
    read: Callable[[BinaryIO], Iterator[Item]],
    what: str,
    expected: str = "a file or - (standard input)",
) -> Iterator[Item | UnreadableSource]:
    """Yield what `read` makes of a file, and any error that stops it before the end.

    `what` names the contents of a file, and `expected` the arguments allowed.
    """
    name, is_empty = source_name(argument), True
    try:
        with _open(argument) as stream:
            for item in read(stream):
                is_empty = False
                yield item
    except SourceError as error:
        yield UnreadableSource(f"{name}: {error}")
    except OSError as error:
        yield UnreadableSource(f"{name}: found {fault(error)}, expected {expected}")
    else:
        if is_empty:
            yield UnreadableSource(f"{name}: found no {what}, expected at least one")


def _read_text(sources: Sources, argument: str, name: str, parse: Parse) -> InputRecord:
    try:
        return InputRecord(name, 1, sources.read_text(argument, parse), is_argument=True)
    except PositionError as error:
        return InputRecord(name, 1, error=error, is_argument=True)


def _read_file(
    argument: str, parse: Parse, supplied: Supplied
) -> Iterator[InputRecord | UnreadableSource]:
    name = source_name(argument)

    def read(stream: BinaryIO) -> Iterator[InputRecord]:
        for record in read_records(stream, parse, supplied):
            yield InputRecord(
                name,
                record.line,
                record.position,
                record.error,
                name=record.name,
                puzzle=record.puzzle,
            )

    expected = "a file, - (standard input) or a position such as GAME:ROWS:TURN"
    return read_file(argument, read, "position", expected)


def source_name(argument: str) -> str:
    """Return a file's name for messages, quoted if it has invisible characters."""
    if argument == STANDARD_INPUT:
        return "standard input"
    return argument if argument and argument.isprintable() else quote(argument)


@contextmanager
def _open(argument: str) -> Iterator[BinaryIO]:
    if argument == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("a closed standard input")
        with _standard_input() as stream:
            yield stream
        return
    # Not Path, which takes an empty name for the current directory.
    with open(argument, "rb") as stream:  # noqa: PTH123
        yield stream


@contextmanager
def _standard_input() -> Iterator[BinaryIO]:
    """Reopen standard input: a thread waiting for `sys.stdin` would delay the exit."""
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError):  # it was replaced by an object that is not a file
        yield sys.stdin.buffer
        return
    with open(number, "rb", closefd=False) as stream:
        yield stream
