"""Records as a Parquet file, a row each: numbers are numbers, and lists of words are lists.

A Parquet file is not readable before it is closed, and cannot be gone on with. So the records are
gathered as JSON Lines, and turned into it when all are there. What they answer stands in its
metadata: so a file that is finished is known by itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from cli.formats import LAST_COLUMNS, NUMBERS, WORD_LISTS, JsonLines, as_record, as_row
from cli.inputs import source_name
from positions.errors import InputError

ROWS_A_GROUP = 10_000
_QUESTIONS = b"proofplay"


def require() -> None:
    """Raise `InputError` if what writes Parquet is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        message = "found no pyarrow, expected it from: pip install 'proofplay[parquet]'"
        raise InputError(f"--format parquet: {message}") from None


def write(
    lines: Iterable[bytes], columns: Sequence[str], path: Path, questions: Mapping[str, object]
) -> None:
    """Write records, given as lines of JSON, to a file that appears when it is whole.

    `questions` says what they answer. Raises `OSError` that names the file.
    """
    import pyarrow as pa
    from pyarrow import parquet

    names = [*columns, *LAST_COLUMNS]
    schema = pa.schema([(name, _type(name)) for name in names], {_QUESTIONS: _noted(questions)})
    unfinished = path.with_name(path.name + ".unfinished")
    rows = (as_row(json.loads(line), names) for line in lines)
    try:
        with parquet.ParquetWriter(unfinished, schema) as writer:
            while group := list(islice(rows, ROWS_A_GROUP)):
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
        unfinished.replace(path)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OSError(error.errno, reason, source_name(str(path))) from error
    finally:
        unfinished.unlink(missing_ok=True)


def finished(path: Path, questions: Mapping[str, object]) -> Callable[[], Iterator[bytes]] | None:
    """Give what reads the records of a file as lines; None if it does not answer the questions."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        metadata = parquet.read_schema(path).metadata or {}
    except (OSError, pa.ArrowInvalid):
        return None
    return partial(_lines, path) if metadata.get(_QUESTIONS) == _noted(questions) else None


def _lines(path: Path) -> Iterator[bytes]:
    """Give the records of a file as lines of JSON, without their ends."""
    from pyarrow import parquet

    form = JsonLines()
    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(ROWS_A_GROUP):
            for row in batch.to_pylist():
                yield form.encode(as_record(row)).removesuffix(b"\n")


def _noted(questions: Mapping[str, object]) -> bytes:
    return json.dumps(questions).encode()


def _type(column: str) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
    import pyarrow as pa

    if column in ("score", "distance", "par", "nodes", "error_line", *NUMBERS):
        return pa.int64()
    if column in ("seconds", "random_play", "random_play_error"):
        return pa.float64()
    return pa.list_(pa.string()) if column in WORD_LISTS else pa.string()
