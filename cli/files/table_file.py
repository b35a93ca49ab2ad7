"""The file of ``-o`` beside what a command prints: JSON Lines, or a flat table.

JSON Lines have the objects that ``--json`` prints. CSV and Parquet have a row for each answer, or
for each of its parts (moves, openings), with a column for every field: those of an object within it
are named after both, such as `estimate_win`. Formats and types are those of `cli.files.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cli.common.inputs import source_name
from cli.files.formats import (
    CSV,
    FORMATS,
    PARQUET,
    Csv,
    Form,
    JsonLines,
    Record,
    require_parquet,
    write_parquet,
)
from cli.files.run_files import OUTPUT
from cli.files.whole_file import WholeFile
from positions import InputError
from positions.errors import one_of

HEADING = ("name", "position", "game", "variants")
VALUE = ("result", "winner", "score", "distance", "par", "value")
STATUS = ("status", "reason", "detail")
COST = ("engine", "nodes", "seconds")
COUNTS = ("solutions", "random_play", "random_play_error")
ESTIMATE = ("estimate_win", "estimate_playouts", "estimate_best", "estimate_score")

table_option = click.option(
    "-o",
    "--output",
    "table_path",
    type=OUTPUT,
    metavar="FILE",
    help="Also write the answers to FILE: a table (.csv, .parquet) or JSON Lines (.jsonl).",
)

# Returns the rows of a record, whose fields may still have parts.
Rows = Callable[[Record], Iterable[Record]]


def rows_of(parts: str) -> Rows:
    """Return a function that yields a row for each part of a record, below the record's heading."""

    def rows(record: Record) -> Iterator[Record]:
        heading = {name: record[name] for name in HEADING if name in record}
        for part in _list(record[parts]):
            yield {**heading, **part}

    return rows


def _list(value: object) -> list[dict[str, object]]:
    return value if isinstance(value, list) else []


class TableFile:
    """Writes records to a file, in the format of its ending."""

    def __init__(
        self, file: WholeFile, form: Form | None, columns: tuple[str, ...], rows: Rows
    ) -> None:
        self._file = file
        self._form = form
        self._columns = columns
        self._rows = rows
        # Records with only an error wait for an answer: alone, they replace no earlier file.
        self._waiting: list[Record] = []
        self._lines: list[bytes] = []
        self._is_begun = False

    def add(self, record: Record) -> None:
        """Write the answer to a record."""
        waiting, self._waiting = self._waiting, []
        if not self._is_begun and self._form is not None:
            self._file.write(self._form.header)
        self._is_begun = True
        is_whole = isinstance(self._form, JsonLines)
        for row in (*waiting, *([record] if is_whole else map(_flat, self._rows(record)))):
            self._write(row)

    def fail(self, record: Record) -> None:
        """Write the entry of a bad record: its line and its error."""
        if self._is_begun:
            self._write(record)
        else:
            self._waiting.append(record)

    def close(self) -> None:
        """Write a table that can only be written as a whole."""
        if self._form is None and self._is_begun:
            write_parquet(self._lines, self._columns, self._file, {})

    def _write(self, row: Record) -> None:
        if self._form is None:
            self._lines.append(JsonLines().encode(row))
        else:
            self._file.write(self._form.encode(row))


def _flat(row: Record) -> dict[str, object]:
    """Return a row in which the fields of objects have names of their own, without empty ones."""
    flat: dict[str, object] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            flat |= {f"{name}_{inner}": part for inner, part in value.items()}
        elif value is not None:
            flat[name] = value
    return flat


@contextmanager
def table_file(
    path: Path | None, columns: tuple[str, ...], rows: Rows
) -> Iterator[TableFile | None]:
    """Yield a table to fill, if a file is named, and complete it at the end, also after Ctrl-C.

    Raises `InputError` at once for a name with another ending, or if the file cannot be created.
    """
    if path is None:
        yield None
        return
    form = _form_of(path, columns)
    with WholeFile(path, "-o") as file:
        table = TableFile(file, form, columns, rows)
        try:
            yield table
        finally:
            table.close()


def _form_of(path: Path, columns: tuple[str, ...]) -> Form | None:
    """Return the form of lines that an ending names; None for Parquet, which has no lines."""
    suffix = path.suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        expected = f"a name that ends in {one_of([f'.{name}' for name in FORMATS])}"
        raise InputError(f"-o {source_name(str(path))}: found another ending, expected {expected}")
    if suffix == PARQUET:
        require_parquet()
        return None
    return Csv(columns) if suffix == CSV else JsonLines()
