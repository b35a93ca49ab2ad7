"""Files of certificates, of answers with lines, and of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from positions.errors import SourceError, quote
from positions.reading.lines import fault, read_whole
from positions.values import Instances, check
from solver.certificates.checking.check import CheckResult, check_file
from solver.certificates.checking.solution import are_solutions, check_solutions, whole_answers
from solver.certificates.checking.text import VERSION, is_certificate, whole_certificates

_READABLE = Instances(Callable, "a path or a binary stream")


def verify(source: str | Path | BinaryIO) -> Iterator[CheckResult]:
    """Check a file of certificates, or of answers with lines, given as a path or a stream.

    Raises `SourceError` if it holds neither, or breaks off after the complete ones are checked;
    for a path also if the file cannot be read.
    """
    if not isinstance(source, str | Path):
        check("source", getattr(source, "read", source), _READABLE)
        return _checked(source)
    return _read(Path(source))


def _read(path: Path) -> Iterator[CheckResult]:
    try:
        with path.open("rb") as stream:
            yield from _checked(stream)
    except OSError as error:
        name = str(path) if str(path).isprintable() else quote(str(path))
        raise SourceError(f"{name}: found {fault(error)}, expected a file") from error


def _checked(source: BinaryIO) -> Iterator[CheckResult]:
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
