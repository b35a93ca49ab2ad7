"""Records as a Parquet file, a row each: numbers are numbers, and lists of words are lists.

A Parquet file is not readable before it is closed, and cannot be gone on with. So the records are
gathered as JSON Lines, and turned into it when all are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cli.formats import LAST_COLUMNS, WORD_LISTS, as_row
from positions.errors import InputError

ROWS_A_GROUP = 10_000


def require() -> None:
    """Raise `InputError` if what writes Parquet is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        message = "found no pyarrow, expected it from: pip install 'proofplay[parquet]'"
        raise InputError(f"--format parquet: {message}") from None


def write(lines: Iterable[bytes], columns: Sequence[str], path: Path) -> None:
    """Write records, given as lines of JSON, to a file that appears when it is whole."""
    import pyarrow as pa
    from pyarrow import parquet

    names = [*columns, *LAST_COLUMNS]
    schema = pa.schema([(name, _type(name)) for name in names])
    unfinished = path.with_name(path.name + ".unfinished")
    rows = (as_row(json.loads(line), names) for line in lines)
    with parquet.ParquetWriter(unfinished, schema) as writer:
        while group := list(islice(rows, ROWS_A_GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
    unfinished.replace(path)


def _type(column: str) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
    import pyarrow as pa

    if column in ("score", "distance", "par", "nodes", "error_line"):
        return pa.int64()
    if column in ("seconds", "random_play", "random_play_error"):
        return pa.float64()
    return pa.list_(pa.string()) if column in WORD_LISTS else pa.string()
