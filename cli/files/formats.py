"""Formats of records: lines of JSON or CSV, and Parquet, which is made from lines of JSON.

The columns of a table are fixed before its rows: missing fields are empty, and the column `more`
holds fields without a column, as JSON. A structured value is a JSON cell too, except for a list of
words, which are separated by spaces. A bad record's row has the message and, as `error_line`, the
line of the file where the record begins (`line` is a line of play); a failed puzzle's row has its
number.

In Parquet, numbers are numbers, and lists of words are lists. A Parquet file is not readable before
it is closed, and cannot be continued. So records are collected as JSON Lines and converted at the
end. The metadata hold the questions, so that a finished file identifies itself.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import RawIOBase
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cli.files.whole_file import WholeFile
from positions import InputError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

Record = dict[str, object]

JSON_LINES, CSV, PARQUET = FORMATS = ("jsonl", "csv", "parquet")

WORD_LISTS = ("variants", "line", "solution")
# Columns that are read back as structured values, and as integers.
STRUCTURED = ("fair", "uniqueness", "measure")
# Columns whose names end like this have integers, and real numbers.
WHOLE = (
    *("score", "distance", "par", "nodes", "ply", "plies", "playouts", "rank"),
    *("tempting", "turns", "given", "gap", "count", "cases", "unknown"),
)
REAL = (
    *("seconds", "win", "before", "after", "amount", "low", "high"),
    *("mistakes", "mistake", "bits"),
)
YES_OR_NO = (
    *("best", "swap", "measured", "forced", "only_move", "lost_result"),
    "uniqueness_complete",
)
NUMBERS = ("seed", "difficulty", "number", "candidate", "generator")
MORE = "more"
LAST_COLUMNS = (MORE, "error", "error_line")

ROWS_A_GROUP = 10_000
_QUESTIONS = b"proofplay"


class Form(Protocol):
    """A format with one line per record."""

    header: bytes

    def encode(self, record: Record) -> bytes:
        """Return the line of a record, with its line end."""

    def decode(self, line: bytes) -> Record:
        """Parse a line without its line end; raises `ValueError` if it has another format."""


class JsonLines:
    """One JSON object per line."""

    header = b""

    def encode(self, record: Record) -> bytes:
        """Return the line of a record."""
        return json.dumps(record, allow_nan=False).encode() + b"\n"

    def decode(self, line: bytes) -> Record:
        """Return the record of a line."""
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ValueError("not a JSON object")
        return record


class Csv:
    """Comma-separated values, with a header."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = [*columns, *LAST_COLUMNS]
        self.header = self._row(self._columns)

    def encode(self, record: Record) -> bytes:
        """Return the row of a record."""
        row = as_row(record, self._columns)
        return self._row([_cell(row[column]) for column in self._columns])

    def decode(self, line: bytes) -> Record:
        """Return the record of a row; anything but a list or an integer is text."""
        (cells,) = csv.reader([line.decode()])
        row: Record = {
            column: cell or None for column, cell in zip(self._columns, cells, strict=True)
        }
        return as_record(row)

    @staticmethod
    def _row(cells: Sequence[str]) -> bytes:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue().encode()


def as_row(record: Record, columns: Sequence[str]) -> Record:
    """Return the cells of a record, by column."""
    if "error" in record and "line" in record:
        record = {"error": record["error"], "error_line": record["line"]}
    more = {name: value for name, value in record.items() if name not in columns}
    row = {column: _flat(column, record.get(column)) for column in columns}
    return {**row, MORE: json.dumps(more) if more else None}


def as_record(row: Record) -> Record:
    """Return the record of a row of cells; JSON stays text, except in `STRUCTURED` columns."""
    message, line_number = row.pop("error"), row.pop("error_line")
    if message is not None:
        place = ("number", row["number"]) if line_number is None else ("line", line_number)
        return {place[0]: int(str(place[1])), "error": message}
    row |= json.loads(str(row.pop(MORE) or "{}"))
    return {name: _read(name, value) for name, value in row.items()}


def _read(column: str, value: object) -> object:
    if column in WORD_LISTS and not isinstance(value, list):
        return str(value or "").split()
    if column in STRUCTURED and value is not None:
        return json.loads(str(value))
    return int(str(value)) if column in NUMBERS and value is not None else value


def _flat(column: str, value: object) -> object:
    """Return a plain value, or a list of words."""
    has_parts = isinstance(value, list | dict) and column not in WORD_LISTS
    return json.dumps(value) if has_parts else value


def _cell(value: object) -> str:
    if isinstance(value, list):
        return " ".join(value)
    return "" if value is None else str(value)


def require_parquet() -> None:
    """Raise `InputError` if pyarrow is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        message = "pyarrow is missing, install it with: pip install 'proofplay[parquet]'"
        raise InputError(f"--format parquet: {message}") from None


def write_parquet(
    lines: Iterable[bytes], columns: Sequence[str], file: WholeFile, questions: Mapping[str, object]
) -> None:
    """Write records, given as lines of JSON; `questions` says what they answer."""
    import pyarrow as pa
    from pyarrow import parquet

    names = [*columns, *LAST_COLUMNS]
    schema = pa.schema([(name, _type(name)) for name in names], {_QUESTIONS: _encoded(questions)})
    rows = (as_row(json.loads(line), names) for line in lines)
    try:
        with parquet.ParquetWriter(_ParquetStream(file), schema) as writer:
            while group := list(islice(rows, ROWS_A_GROUP)):
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
    except BaseException:
        file.discard()
        raise


class _ParquetStream(RawIOBase):
    """A file for the Parquet writer, which also asks for the position in it."""

    def __init__(self, file: WholeFile) -> None:
        self._file = file
        self._written = 0

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        written = bytes(data)
        self._file.write(written)
        self._written += len(written)
        return len(written)

    def tell(self) -> int:
        return self._written


def finished_parquet(
    path: Path, questions: Mapping[str, object]
) -> Callable[[], Iterator[bytes]] | None:
    """Return an iterator over a file's records as lines; None if they answer other questions."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        metadata = parquet.read_schema(path).metadata or {}
    except (OSError, pa.ArrowInvalid):
        return None
    return partial(_lines, path) if metadata.get(_QUESTIONS) == _encoded(questions) else None


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the records of a file as lines of JSON, without line ends."""
    from pyarrow import parquet

    form = JsonLines()
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(ROWS_A_GROUP):
            for row in batch.to_pylist():
                yield form.encode(as_record(row)).removesuffix(b"\n")


def _encoded(questions: Mapping[str, object]) -> bytes:
    return json.dumps(questions).encode()


def _type(column: str) -> Any:  # noqa: ANN401 - pyarrow is untyped
    import pyarrow as pa

    last = column.rpartition("_")[2]
    if last in WHOLE or column in ("error_line", "uniqueness_first_moves", *NUMBERS):
        return pa.int64()
    if last in REAL or column.endswith("random_play") or column == "random_play_error":
        return pa.float64()
    if column in YES_OR_NO:
        return pa.bool_()
    return pa.list_(pa.string()) if column in WORD_LISTS else pa.string()
