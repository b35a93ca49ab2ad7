"""Where the records of `batch` go, and in which form."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import click

from cli import parquet
from cli.formats import Csv, Form, JsonLines
from cli.inputs import is_position
from cli.interrupts import Interrupts
from cli.journal import Journal
from cli.output import write_bytes
from positions.errors import InputError, quote

JSON_LINES, CSV, PARQUET = FORMATS = ("jsonl", "csv", "parquet")


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


@dataclass(frozen=True, slots=True)
class Output:
    """Lines, the form that records have in them, and a context that is not interrupted."""

    lines: Lines
    form: Form
    held: Callable[[], AbstractContextManager[None]]


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


def format_of(name: str | None, path: Path | None) -> str:
    """Give the format by its name, or by what the name of the file ends in."""
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
    is_parquet = target.format == PARQUET
    path = target.path.with_name(target.path.name + ".part") if is_parquet else target.path
    with Journal(path, target.path, questions, target.resume) as journal:
        yield Output(journal, form, interrupts.held)
        if is_parquet:
            parquet.write(journal.kept(), columns, target.path)
            path.unlink()


def _is_same(argument: str, path: Path) -> bool:
    return not is_position(argument) and os.path.exists(argument) and path.samefile(argument)  # noqa: PTH110
