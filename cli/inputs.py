"""What the arguments of a command name: positions, files of positions, or standard input.

An argument with a ``:`` that names no existing file is a position; ``-`` is standard input. Records
come in the order of the arguments, one by one as they are read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO

import click

from positions.errors import Flaw, InputError, PositionError, SourceError, quote
from positions.files import Parse, read_records, split_records
from positions.game import Position
from positions.games.minelayers_tour_text import looks_like_tour
from positions.text import parse_position

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Given:
    """One record: a position, or what is wrong with it.

    `source` names the file or the argument in messages, `line` is the line of the file where the
    record begins, and `is_alone` says that an argument gave it, without a file around it.
    """

    source: str
    line: int
    position: Position | None = None
    error: PositionError | None = None
    is_alone: bool = False

    def require(self) -> Position:
        """Give the position, or raise what is wrong with it."""
        if self.position is None:
            raise self.error or InputError("found no position")
        return self.position


@dataclass(frozen=True, slots=True)
class Broken:
    """A source that cannot be read, or not to its end; `message` names it."""

    message: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A file that was read as a whole; `source` names it in messages."""

    source: str
    data: bytes


def name_of(given: Given) -> str:
    """Name a record, such as "deals.txt: line 3"."""
    return given.source if given.is_alone else f"{given.source}: line {given.line}"


def check_arguments(
    arguments: Sequence[str], what: str = "position", others: str = "a position, "
) -> None:
    """Raise `click.UsageError` if the arguments cannot be meant so."""
    context = click.get_current_context(silent=True)
    if not arguments:
        expected = f"{others}a file or - (standard input)"
        raise click.UsageError(f"no {what} given, expected {expected}", context)
    if arguments.count(STANDARD_INPUT) > 1:
        raise click.UsageError("found '-' twice, expected standard input once", context)


def parse_played(text: str) -> Position:
    """Read a position that can be played on, which the board of a knight's tour is not."""
    if looks_like_tour(text):
        expected = "a position of a game: tours are read by show and verify"
        raise PositionError([Flaw("a knight's tour", expected)])
    return parse_position(text)


def read_arguments(
    arguments: Sequence[str], parse: Parse = parse_played
) -> Iterator[Given | Broken]:
    """Give the records that the arguments name, and the sources that cannot be read.

    `parse` reads the text of a position.
    """
    for number, argument in enumerate(arguments, start=1):
        if is_position(argument):
            name = "the position" if len(arguments) == 1 else f"argument {number}"
            yield _read_text(argument, name, parse)
        else:
            yield from _read_file(argument, parse)


def is_position(argument: str) -> bool:
    """Say whether an argument is a position, not the name of a file."""
    return ":" in argument and not os.path.exists(argument)  # noqa: PTH110 - never raises


def count_records(arguments: Sequence[str]) -> int | None:
    """Count the records that the arguments name; None if that cannot be known beforehand."""
    count = 0
    for argument in arguments:
        if is_position(argument):
            count += 1
        elif not os.path.isfile(argument):  # noqa: PTH113 - never raises
            return None
        else:
            with suppress(SourceError, OSError), _open(argument) as stream:
                count += sum(1 for _ in split_records(stream))
    return count


def read_files(arguments: Sequence[str]) -> Iterator[Whole | Broken]:
    """Give the content of each file that the arguments name."""
    for argument in arguments:
        name = source_name(argument)
        try:
            with _open(argument) as stream:
                yield Whole(name, stream.read())
        except OSError as error:
            yield Broken(f"{name}: found {fault(error)}, expected a file or - (standard input)")


def _read_text(text: str, name: str, parse: Parse) -> Given:
    try:
        return Given(name, 1, parse(text), is_alone=True)
    except PositionError as error:
        return Given(name, 1, error=error, is_alone=True)


def _read_file(argument: str, parse: Parse) -> Iterator[Given | Broken]:
    name = source_name(argument)
    count = 0
    try:
        with _open(argument) as stream:
            for record in read_records(stream, parse):
                count += 1
                yield Given(name, record.line, record.position, record.error)
    except SourceError as error:
        place = f"line {error.line}: " if error.line else ""
        yield Broken(f"{name}: {place}{error}")
    except OSError as error:
        expected = "a file, - (standard input) or a position such as GAME:ROWS:TURN"
        yield Broken(f"{name}: found {fault(error)}, expected {expected}")
    else:
        if not count:
            yield Broken(f"{name}: found no position, expected at least one")


def source_name(argument: str) -> str:
    """Give a file's name as messages show it: as it is, or quoted where it would not show."""
    if argument == STANDARD_INPUT:
        return "standard input"
    return argument if argument and argument.isprintable() else quote(argument)


def fault(error: OSError) -> str:
    """Say what was found in place of a file."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "a directory"
    return (error.strerror or str(error)).lower()


@contextmanager
def _open(argument: str) -> Iterator[BinaryIO]:
    if argument == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("a closed standard input")
        with _standard_input() as stream:
            yield stream
        return
    # Not by way of Path, which takes an empty name for the current directory.
    with open(argument, "rb") as stream:  # noqa: PTH123
        yield stream


@contextmanager
def _standard_input() -> Iterator[BinaryIO]:
    """Open standard input once more: a thread that waits for `sys.stdin` would hold up the end."""
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError):  # it stands for something else
        yield sys.stdin.buffer
        return
    with open(number, "rb", closefd=False) as stream:
        yield stream
