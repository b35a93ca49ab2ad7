"""The forms in which records are written one after the other: JSON Lines, and rows of CSV.

A row has a column for every field that some record may have; what a record has not is empty. Words
in a list are separated by blanks, and what is deeper is JSON. Of a bad record a row has the message
and, as `error_line`, the line of the file where the record begins: `line` is a line of play.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Protocol

Record = dict[str, object]

ERROR_COLUMNS = ("error", "error_line")


class Form(Protocol):
    """A form of records, each one line."""

    header: bytes

    def encode(self, record: Record) -> bytes:
        """Give the line of a record, with its end."""

    def decode(self, line: bytes) -> Record:
        """Give what a line, without its end, says; raises `ValueError` if it is of another form."""


class JsonLines:
    """One JSON object a line."""

    header = b""

    def encode(self, record: Record) -> bytes:
        """Give the line of a record."""
        return json.dumps(record, allow_nan=False).encode() + b"\n"

    def decode(self, line: bytes) -> Record:
        """Give the record of a line."""
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ValueError("no JSON object")
        return record


class Csv:
    """Comma-separated values, with a header."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = [*columns, *ERROR_COLUMNS]
        self.header = self._row(self._columns)

    def encode(self, record: Record) -> bytes:
        """Give the row of a record."""
        row = as_row(record)
        return self._row([_cell(row.get(column)) for column in self._columns])

    def decode(self, line: bytes) -> Record:
        """Give the filled cells of a row as text; the line of a bad record is a number again."""
        (cells,) = csv.reader([line.decode()])
        row: Record = {
            column: cell or None for column, cell in zip(self._columns, cells, strict=True)
        }
        message, line_number = row.pop("error"), row.pop("error_line")
        if message is not None:
            return {"line": int(str(line_number)), "error": message}
        if row.get("fair") is not None:
            row["fair"] = json.loads(str(row["fair"]))
        return row

    @staticmethod
    def _row(cells: Sequence[str]) -> bytes:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue().encode()


def as_row(record: Record) -> Record:
    """Give the fields of a record by the columns of a table."""
    if "error" in record:
        return {"error": record["error"], "error_line": record["line"]}
    return record


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return " ".join(value)
    return json.dumps(value) if isinstance(value, list | dict) else str(value)
