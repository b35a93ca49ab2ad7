"""Files of certificates, of answers with lines, and of puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from positions.errors import SourceError
from positions.reading.lines import read_whole
from solver.certificates.checking.check import CheckResult, check_file
from solver.certificates.checking.solution import are_solutions, check_solutions, whole_answers
from solver.certificates.checking.text import VERSION, is_certificate, whole_certificates


def verify(source: str | Path | BinaryIO) -> Iterator[CheckResult]:
    """Check a file of certificates, or of answers with lines, given as a path or a stream.

    Raises `SourceError` if it holds neither, or breaks off after the complete ones are checked.
    """
    if isinstance(source, str | Path):
        with Path(source).open("rb") as stream:
            yield from verify(stream)
        return
    data, broken = read_whole(source)
    if are_solutions(data):
        yield from check_solutions(data if _is_whole(broken) else whole_answers(data))
    elif is_certificate(data):
        yield from check_file(data if _is_whole(broken) else whole_certificates(data))
    elif broken is None:
        found = "no certificate" if data else "an empty file"
        raise SourceError(f"found {found}, expected one, with {VERSION!r} on its first line")
    if broken is not None:
        raise broken


def _is_whole(broken: SourceError | None) -> bool:
    """Return whether the data before the break are complete."""
    return broken is None or broken.is_behind_whole
