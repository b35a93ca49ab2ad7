"""Where the records of `batch`, `generate` and `census` go, and in which form."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import click

from cli import parquet
from cli.formats import CSV, FORMATS, JSON_LINES, PARQUET, Csv, Form, JsonLines
from cli.inputs import is_position
from cli.interrupts import Interrupts
from cli.journal import Journal
from cli.output import write_bytes
from positions.errors import InputError, quote


class Lines(Protocol):
    """Takes lines; `kept` are those that an earlier run has left."""

    def write(self, line: bytes) -> None:
        """Write a line with its end."""

    def kept(self) -> Iterator[bytes]:
        """Give the lines that are there, without their ends."""


class StandardOutput:
    """Hands lines on at once, and keeps none."""

    def write(self, line: bytes) -> None:
        """Write a line with its end."""
        write_bytes(line)

    def kept(self) -> Iterator[bytes]:
        """Give nothing."""
        return iter(())


class Gathered:
    """Lines for a file that is made of them at the end: those of a journal.

    As long as no other is written, they are those of the file that an earlier run has `finished`.
    """

    def __init__(
        self, journal: Journal, finished: Callable[[], Iterator[bytes]] | None = None
    ) -> None:
        self._journal = journal
        self._finished = finished

    @property
    def is_finished(self) -> bool:
        """Whether the file has all the lines already."""
        return self._finished is not None

    def write(self, line: bytes) -> None:
        """Write a line with its end, those of the file before it."""
        finished, self._finished = self._finished, None
        for kept in finished() if finished is not None else ():
            self._journal.write(kept + b"\n")
        self._journal.write(line)

    def kept(self) -> Iterator[bytes]:
        """Give the lines that are there, without their ends."""
        return self._journal.kept() if self._finished is None else self._finished()


@dataclass(frozen=True, slots=True)
class Output:
    """Lines, the form that records have in them, and a context that is not interrupted."""

    lines: Lines
    form: Form
    held: Callable[[], AbstractContextManager[None]]

    def kept(self) -> Iterator[bytes]:
        """Give the lines of records that are there, without their ends, and begin what is empty.

        Raises `InputError` if they stand below another header.
        """
        lines = self.lines.kept()
        if self.form.header:
            self._begin(next(lines, None))
        yield from lines

    def _begin(self, header: bytes | None) -> None:
        if header is None:
            self.lines.write(self.form.header)
        elif header + b"\n" != self.form.header:
            found, expected = quote(header.decode(errors="replace")), self.form.header.decode()
            raise InputError(f"--resume: found {found}, expected {quote(expected.rstrip())}")


@dataclass(frozen=True, slots=True)
class Target:
    """What the options say about the output: a file or None, a format, and whether to go on."""

    path: Path | None
    format: str
    resume: bool

    def check(self, arguments: Sequence[str]) -> None:
        """Refuse what cannot be meant, and what is not installed."""
        if self.resume and self.path is None:
            raise click.UsageError("found --resume alone, expected -o FILE with it")
        if self.format == PARQUET:
            if self.path is None:
                raise click.UsageError(f"found --format {PARQUET} alone, expected -o FILE with it")
            parquet.require()
        for argument in arguments:
            if self.path is not None and self.path.exists() and _is_same(argument, self.path):
                raise InputError(
                    f"-o {quote(str(self.path))}: found one of the inputs, expected another file"
                )


def format_of(name: str | None, as_json: bool, path: Path | None) -> str:
    """Give the format by its name, by ``--json``, or by what the name of the file ends in."""
    if as_json:
        if name not in (None, JSON_LINES):
            raise click.UsageError(f"found --json with --format {name}, expected one of them")
        name = JSON_LINES
    suffix = "" if path is None else path.suffix.removeprefix(".").lower()
    if name is None:
        return suffix if suffix in FORMATS else JSON_LINES
    if suffix in FORMATS and suffix != name:
        message = f"found -o {path} with --format {name}, expected the same format"
        raise click.UsageError(message)
    return name


@contextmanager
def opened(
    target: Target, columns: Sequence[str], questions: Mapping[str, object], interrupts: Interrupts
) -> Iterator[Output]:
    """Open what a run writes to; what `columns` may be filled is written as Parquet at its end."""
    form: Form = Csv(columns) if target.format == CSV else JsonLines()
    if target.path is None:
        yield Output(StandardOutput(), form, nullcontext)
        return
    if target.format != PARQUET:
        with Journal(target.path, target.path, questions, target.resume) as journal:
            yield Output(journal, form, interrupts.held)
        return
    part = target.path.with_name(target.path.name + ".part")
    with Journal(part, target.path, questions, target.resume) as journal:
        goes_on = target.resume and journal.is_empty
        lines = Gathered(journal, parquet.finished(target.path, questions) if goes_on else None)
        yield Output(lines, form, interrupts.held)
        if not lines.is_finished:
            parquet.write(journal.kept(), columns, target.path, questions)
        part.unlink()


def _is_same(argument: str, path: Path) -> bool:
    return not is_position(argument) and os.path.exists(argument) and path.samefile(argument)  # noqa: PTH110
