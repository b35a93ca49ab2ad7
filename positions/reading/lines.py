"""Text files as a stream of numbered lines, whatever they were saved with.

UTF-8 with or without a byte order mark; LF, CRLF or CR; gzip, told by its content. Only these ends
of line count: other characters that some programs take for one may stand in a comment.
"""

from __future__ import annotations

import codecs
import io
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, cast

from positions.errors import Flaw, SourceError, quote

MAX_LINE = 1 << 20
_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
_GZIP_MEMBER = 16 + zlib.MAX_WBITS
# The bytes of the longest mark that tells an encoding.
_MARK = 4
# So many bytes of what stands where nothing should are quoted.
_SHOWN = 20
_OTHER_ENCODINGS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, without its end; `flaw` says what keeps it from being text.

    The `text` of such a line is good enough to tell what was meant to stand there.
    """

    number: int
    text: str
    flaw: Flaw | None = None


class _BreaksOffError(Exception):
    """Data that cannot be read any further; `is_behind_whole` as in `SourceError`."""

    def __init__(self, message: str, *, is_behind_whole: bool = False) -> None:
        super().__init__(message)
        self.is_behind_whole = is_behind_whole

    def on(self, line: int) -> SourceError:
        """Return what is told of it: it happened on this line."""
        return SourceError(str(self), line, is_behind_whole=self.is_behind_whole)


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a binary stream as they arrive.

    Raises `SourceError` where the file breaks off (packed data that is cut, something else behind
    it, a disk that fails), has a line of more than `MAX_LINE` bytes, or is in another encoding than
    UTF-8. A line before that which has no end is given only where nothing has been cut. Raises
    `OSError` where nothing at all can be read.
    """
    number = 0
    try:
        for number, raw in enumerate(_split(_plain(stream)), start=1):
            yield _decode(raw, number)
    except _BreaksOffError as error:
        raise error.on(number + 1) from error


def read_whole(stream: BinaryIO) -> tuple[bytes, SourceError | None]:
    """Return all of a binary stream as it is, unpacked if it is gzip, and what has cut it short.

    Raises `SourceError` for another encoding than UTF-8, `OSError` where nothing can be read.
    """
    read = bytearray()
    try:
        for chunk in _plain(stream):
            read += chunk
    except _BreaksOffError as error:
        lines = read.splitlines(keepends=True)
        has_ended = not lines or error.is_behind_whole or lines[-1].endswith((b"\n", b"\r"))
        return bytes(read), error.on(len(lines) + has_ended)
    return bytes(read), None


def _plain(stream: BinaryIO) -> Iterator[bytes]:
    """Return what a stream holds, unpacked if it is gzip; refuse other encodings than UTF-8."""
    # Not twice: a reader in a reader waits until its buffer is full.
    buffered = (
        stream
        if isinstance(stream, io.BufferedReader)
        else io.BufferedReader(cast(io.RawIOBase, stream))
    )
    chunks = _begun(_chunks(buffered))
    first = next(chunks, b"")
    if first.startswith(_GZIP):
        chunks = _begun(_unpacked(chain([first], chunks)))
        first = next(chunks, b"")
    for mark, name in _OTHER_ENCODINGS.items():
        if first.startswith(mark):
            raise SourceError(f"found {name}, expected UTF-8")
    return chain([first], chunks)


def _chunks(stream: io.BufferedReader) -> Iterator[bytes]:
    """Yield what there is, so that a pipe's first line is answered before its last is written."""
    is_begun = False
    try:
        while chunk := stream.read1(_CHUNK):
            is_begun = True
            yield chunk
    except OSError as error:
        if not is_begun:
            raise
        found = (error.strerror or str(error)).lower()
        raise _BreaksOffError(f"found {found}, expected more of the file") from error


def _begun(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield chunks of which the first tells what they are, however they arrive."""
    first = b""
    for chunk in chunks:
        first += chunk
        if len(first) >= _MARK:
            break
    if first:
        yield first
    yield from chunks


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack the members of a gzip stream, which may have zeros behind them.

    Unlike `gzip.GzipFile` it tells data that is cut from whole data with something behind it.
    """
    data = next(packed)
    while data:
        member = zlib.decompressobj(wbits=_GZIP_MEMBER)
        while not member.eof:
            text = _unpack(member, data)
            data = member.unconsumed_tail
            if text:
                yield text
            elif not data and not member.eof:
                data = next(packed, b"")
                if not data:
                    raise _BreaksOffError("the gzip data breaks off")
        behind = (part.lstrip(b"\0") for part in chain([member.unused_data], packed))
        data = next(filter(None, behind), b"")
        if not _GZIP.startswith(data[: len(_GZIP)]):
            found = quote(data[:_SHOWN].decode("latin-1"))
            message = f"found {found} behind the gzip data, expected its end"
            raise _BreaksOffError(message, is_behind_whole=True)


def _unpack(member: zlib._Decompress, data: bytes) -> bytes:
    try:
        return member.decompress(data, _CHUNK)
    except zlib.error as error:
        raise _BreaksOffError("the gzip data is damaged") from error


def _split(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Cut at LF, CRLF and CR. A last line needs no end, unless it may have been cut."""
    pending = b""
    try:
        for chunk in chunks:
            pending += chunk
            # A CR at the end may be the first half of a CRLF.
            held = b"\r" if pending.endswith(b"\r") else b""
            body = pending[: len(pending) - len(held)]
            *complete, rest = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
            yield from complete
            pending = rest + held
            if len(pending) > MAX_LINE:
                message = f"found a line of more than {MAX_LINE} bytes, expected a position"
                raise _BreaksOffError(message)
    except _BreaksOffError as error:
        if pending and (error.is_behind_whole or pending.endswith(b"\r")):
            yield pending.removesuffix(b"\r")
        raise
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
        flaw = Flaw(found, "UTF-8", column=column, line=number)
        return Line(number, raw.decode("utf-8", "replace"), flaw)
    for unwelcome, name in (("\ufeff", "a byte order mark"), ("\0", "a null character")):
        if unwelcome in text:
            column = text.index(unwelcome) + 1
            return Line(number, text, Flaw(name, "text", column=column, line=number))
    return Line(number, text)
