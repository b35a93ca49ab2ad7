"""Records as rows of a Parquet file: numbers are numbers, and lists of words are lists.

A Parquet file is not readable before it is closed, and cannot be continued. So records are
collected as JSON Lines and converted at the end. The metadata hold the questions, so that a
finished file identifies itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import RawIOBase
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.files.formats import LAST_COLUMNS, NUMBERS, WORD_LISTS, JsonLines, as_record, as_row
from cli.files.whole_file import WholeFile
from positions import InputError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

ROWS_A_GROUP = 10_000
_QUESTIONS = b"proofplay"


def require() -> None:
    """Raise `InputError` if pyarrow is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        message = "pyarrow is missing, install it with: pip install 'proofplay[parquet]'"
        raise InputError(f"--format parquet: {message}") from None


def write(
    lines: Iterable[bytes], columns: Sequence[str], file: WholeFile, questions: Mapping[str, object]
) -> None:
    """Write records, given as lines of JSON; `questions` says what they answer."""
    import pyarrow as pa
    from pyarrow import parquet

    names = [*columns, *LAST_COLUMNS]
    schema = pa.schema([(name, _type(name)) for name in names], {_QUESTIONS: _encoded(questions)})
    rows = (as_row(json.loads(line), names) for line in lines)
    try:
        with parquet.ParquetWriter(_Stream(file), schema) as writer:
            while group := list(islice(rows, ROWS_A_GROUP)):
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
    except BaseException:
        file.discard()
        raise


class _Stream(RawIOBase):
    """A file for the Parquet writer, which also asks for the position in it."""

    def __init__(self, file: WholeFile) -> None:
        self._file = file
        self._written = 0

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Write all bytes, and return their number."""
        written = bytes(data)
        self._file.write(written)
        self._written += len(written)
        return len(written)

    def tell(self) -> int:
        """Return the number of bytes written."""
        return self._written


def finished(path: Path, questions: Mapping[str, object]) -> Callable[[], Iterator[bytes]] | None:
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

    if column in ("score", "distance", "par", "nodes", "error_line", *NUMBERS):
        return pa.int64()
    if column in ("seconds", "random_play", "random_play_error"):
        return pa.float64()
    return pa.list_(pa.string()) if column in WORD_LISTS else pa.string()
