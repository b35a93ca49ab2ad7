"""Records as a Parquet file, a row each and typed: lists are lists, and moves are structures.

A Parquet file is not readable before it is closed, and cannot be gone on with. So the records are
gathered as JSON Lines, and turned into it when all are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cli.formats import ERROR_COLUMNS, as_row
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

    schema = pa.schema([(name, _type(name)) for name in (*columns, *ERROR_COLUMNS)])
    unfinished = path.with_name(path.name + ".unfinished")
    rows = (as_row(json.loads(line)) for line in lines)
    with parquet.ParquetWriter(unfinished, schema) as writer:
        while group := list(islice(rows, ROWS_A_GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
    unfinished.replace(path)


def _type(column: str) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
    import pyarrow as pa

    text, whole, number = pa.string(), pa.int64(), pa.float64()
    words = pa.list_(text)
    move = {"move": text, "result": text, "distance": whole, "score": whole, "value": text}
    change = {"squares": words, "position": text, "outcome_class": text}
    set_up = {"status": text, "reason": text, "outcome_class": text, "squares": whole}
    others = {
        **dict.fromkeys(("score", "distance", "par", "nodes", "error_line"), whole),
        **dict.fromkeys(("seconds", "random_play", "random_play_error"), number),
        **dict.fromkeys(("variants", "line"), words),
        "moves": pa.list_(_structure({**move, "best": pa.bool_()})),
        "fair": _structure(
            {**set_up, "rearrangements": pa.list_(_structure(change)), "tried": whole}
        ),
    }
    return others.get(column, text)


def _structure(fields: dict[str, Any]) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return pa.struct(list(fields.items()))
