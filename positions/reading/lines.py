"""Text files as a stream of numbered lines, in any common encoding of lines.

UTF-8 with or without a byte order mark; LF, CRLF or CR; gzip, recognised by its content. Other
characters that some programs treat as line ends are ordinary characters here.
"""

from __future__ import annotations

import codecs
import io
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, cast

from positions.errors import Flaw, SourceError, quote

MAX_LINE = 1 << 20
_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
_GZIP_MEMBER = 16 + zlib.MAX_WBITS
# The length of the longest byte order mark.
_MARK = 4
# How many bytes of unexpected data are quoted.
_SHOWN = 20
# Characters that are not text.
_UNWELCOME = {"\ufeff": "a byte order mark", "\0": "a null character"}
_OTHER_ENCODINGS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, without its end; `flaw` says why it is not text.

    The `text` of such a line is what can be read of it, by which its purpose is recognised.
    """

    number: int
    text: str
    flaw: Flaw | None = None


class _BreaksOffError(Exception):
    """Data that break off; `is_behind_whole` is as in `SourceError`."""

    def __init__(self, message: str, *, is_behind_whole: bool = False) -> None:
        super().__init__(message)
        self.is_behind_whole = is_behind_whole

    def on(self, line: int) -> SourceError:
        """Return the error to report, with the line where it happened."""
        return SourceError(str(self), line, is_behind_whole=self.is_behind_whole)


def fault(error: OSError) -> str:
    """Return what was found in place of a readable file."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "a directory"
    return (error.strerror or str(error)).lower()


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a binary stream as they arrive.

    Raises `SourceError` where the file breaks off (truncated compressed data, something else after
    it, a disk error), has a line of more than `MAX_LINE` bytes, or is not UTF-8. An unterminated
    line before that is yielded only if nothing was cut off. Raises `OSError` if nothing at all can
    be read.
    """
    number = 0
    try:
        for number, raw in enumerate(_split(_plain(stream)), start=1):
            yield _decode(raw, number)
    except _BreaksOffError as error:
        raise error.on(number + 1) from error


def read_whole(stream: BinaryIO) -> tuple[bytes, SourceError | None]:
    """Return all of a binary stream, decompressed if gzip, and any error that cut it short.

    Raises `SourceError` for an encoding other than UTF-8, `OSError` if nothing can be read.
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
    """Return a stream's content, decompressed if gzip; refuse encodings other than UTF-8."""
    # Not nested: a buffered reader in another one waits until its buffer is full.
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
    """Yield data as they arrive: a pipe's first line is answered before its last is written."""
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
    """Yield chunks, the first of which is long enough to recognise the format."""
    first = b""
    for chunk in chunks:
        first += chunk
        if len(first) >= _MARK:
            break
    if first:
        yield first
    yield from chunks


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    """Decompress the members of a gzip stream, which may be followed by zeros.

    Unlike `gzip.GzipFile`, it distinguishes truncated data from complete data with more after it.
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
            message = f"found {found} after the gzip data, expected the end"
            raise _BreaksOffError(message, is_behind_whole=True)


def _unpack(member: zlib._Decompress, data: bytes) -> bytes:
    try:
        return member.decompress(data, _CHUNK)
    except zlib.error as error:
        raise _BreaksOffError("the gzip data is damaged") from error


def _split(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Split at LF, CRLF and CR. The last line needs no end, unless it may have been cut."""
    pending = bytearray()
    try:
        for chunk in chunks:
            has_end = pending.endswith(b"\r") or b"\n" in chunk or b"\r" in chunk
            pending += chunk
            if has_end:
                # A CR at the end may be the first half of a CRLF.
                held = b"\r" if pending.endswith(b"\r") else b""
                body = bytes(pending.removesuffix(held))
                *complete, rest = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
                yield from complete
                pending = bytearray(rest + held)
            if len(pending) > MAX_LINE:
                message = f"found a line of more than {MAX_LINE} bytes, expected a position"
                raise _BreaksOffError(message)
    except _BreaksOffError as error:
        if pending and (error.is_behind_whole or pending.endswith(b"\r")):
            yield bytes(pending.removesuffix(b"\r"))
        raise
    if pending:
        yield bytes(pending.removesuffix(b"\r"))


def _decode(raw: bytes, number: int) -> Line:
    if number == 1:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode("utf-8", "replace")) + 1
        found = f"the byte 0x{raw[error.start]:02x}"
        flaw = Flaw(found, "UTF-8", column=column, line=number)
        return Line(number, _readable(raw.decode("utf-8", "ignore")), flaw)
    for unwelcome, name in _UNWELCOME.items():
        if unwelcome in text:
            column = text.index(unwelcome) + 1
            return Line(number, _readable(text), Flaw(name, "text", column=column, line=number))
    return Line(number, text)


def _readable(text: str) -> str:
    return text.translate(dict.fromkeys(map(ord, _UNWELCOME)))


def grouped(
    lines: Iterable[Line], begins: Callable[[Line, Sequence[Line]], bool]
) -> Iterator[list[Line]]:
    """Group lines into records, given whether a line begins another one after some lines.

    Blank lines are dropped, unless they are not text. These belong to the record around them;
    between records they are one of their own, so that they affect neither.
    """
    record: list[Line] = []
    blank: list[Line] = []
    try:
        for line in lines:
            if not line.text.strip():
                if line.flaw is not None:
                    blank.append(line)
                continue
            if not record or begins(line, record):
                yield from filter(None, (record, blank))
                record = []
            else:
                record += blank
            blank = []
            record.append(line)
    except SourceError as error:
        if error.is_behind_whole:
            yield from filter(None, (record, blank))
        raise
    yield from filter(None, (record, blank))
