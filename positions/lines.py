"""Text files as a stream of numbered lines, whatever they were saved with.

UTF-8 with or without a byte order mark; LF, CRLF or CR; gzip, told by its content. Only these ends
of line count: other characters that some programs take for one may stand in a comment.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, cast

from positions.errors import Flaw, SourceError

MAX_LINE = 1 << 20
_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
_OTHER_ENCODINGS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, without its end; `flaw` says what keeps it from being text."""

    number: int
    text: str
    flaw: Flaw | None = None


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """Give the lines of a binary stream as they arrive.

    Raises `SourceError` where the file breaks off (a truncated gzip file), has a line of more than
    `MAX_LINE` bytes, or is in another encoding than UTF-8.
    """
    number = 0
    try:
        for number, raw in enumerate(_split(_plain(stream)), start=1):
            yield _decode(raw, number)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(f"the gzip data breaks off or is damaged ({error})", number) from error
    except OSError as error:
        raise SourceError(error.strerror or str(error), number) from error


def read_whole(stream: BinaryIO) -> bytes:
    """Give all of a binary stream as it is, unpacked if it is gzip; raises `SourceError`."""
    try:
        return _plain(stream).read()
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(f"the gzip data breaks off or is damaged ({error})") from error


def _plain(stream: BinaryIO) -> io.BufferedReader:
    """Unpack a stream if it is gzip, and refuse it if it is in another encoding."""
    # Not twice: a reader in a reader waits until its buffer is full.
    buffered = (
        stream
        if isinstance(stream, io.BufferedReader)
        else io.BufferedReader(cast(io.RawIOBase, stream))
    )
    start = buffered.peek(4)
    if start.startswith(_GZIP):
        return _plain(cast(BinaryIO, gzip.GzipFile(fileobj=buffered)))
    for mark, name in _OTHER_ENCODINGS.items():
        if start.startswith(mark):
            raise SourceError(f"found {name}, expected UTF-8")
    return buffered


def _split(stream: io.BufferedReader) -> Iterator[bytes]:
    """Cut at LF, CRLF and CR. A last line needs no end."""
    pending = b""
    # What there is, so that a pipe's first line is answered before its last is written.
    while chunk := stream.read1(_CHUNK):
        pending += chunk
        # A CR at the end may be the first half of a CRLF.
        held = b"\r" if pending.endswith(b"\r") else b""
        body = pending[: len(pending) - len(held)]
        *complete, rest = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        yield from complete
        pending = rest + held
        if len(pending) > MAX_LINE:
            raise SourceError(f"found a line of more than {MAX_LINE} bytes, expected a position")
    if pending:
        yield pending.removesuffix(b"\r")


def _decode(raw: bytes, number: int) -> Line:
    if number == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode("utf-8", "replace")) + 1
        found = f"the byte 0x{raw[error.start]:02x}"
        return Line(number, "", Flaw(found, "UTF-8", column=column, line=number))
    for unwelcome, name in (("\ufeff", "a byte order mark"), ("\0", "a null character")):
        if unwelcome in text:
            column = text.index(unwelcome) + 1
            return Line(number, "", Flaw(name, "text", column=column, line=number))
    return Line(number, text)
