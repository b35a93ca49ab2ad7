"""The text form of certificates: canonical lines, and a digest at the end.

    proofplay certificate 1
    position GAME:ROWS:TURN
    claim WHAT
    TITLE: N                a section: its title, and how many lines follow that belong to it
    …
    sha256 HEX              over all lines of the certificate above, each with its newline

A proof may well remain valid if a move is replaced, and a solution if two moves are exchanged. The
digest ensures that what is accepted is what was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from positions.errors import PositionError, quote
from positions.game import Position
from positions.text import format_position, parse_position

NAME = "proofplay certificate"
VERSION = f"{NAME} 1"
POSITION, CLAIM, DIGEST = "position ", "claim ", "sha256 "

_DIGEST_LINE = re.compile(b"^" + DIGEST.encode() + b".*\n", re.MULTILINE)
_HEADING = re.compile(r"([^:]+): (0|[1-9][0-9]{0,8})")


class Refusal(Exception):  # noqa: N818 - not a program error: this is the checker's purpose
    """A certificate is refused; `line` counts the lines of its file from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, numbered from 1; only the last line can lack its newline."""

    number: int
    text: str
    has_newline: bool = True


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a proof: its heading, with the title that identifies it, and its lines."""

    heading: Line
    title: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The content of a certificate; `end` is the line of its digest."""

    position: Position
    claim: Line
    sections: Sequence[Section]
    end: Line


def certificate_text(
    position: Position, claim: str, sections: Iterable[tuple[str, Sequence[str]]]
) -> str:
    """Return the text of a certificate, given the titles and lines of its sections."""
    lines = [VERSION, POSITION + format_position(position), CLAIM + claim]
    for title, body in sections:
        lines += [f"{title}: {len(body)}", *body]
    lines.append(DIGEST + digest(lines))
    return "".join(line + "\n" for line in lines)


def digest(lines: Iterable[str]) -> str:
    """Return the digest of lines."""
    return sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def is_certificate(data: bytes) -> bool:
    """Return whether a file appears to hold certificates, possibly damaged."""
    return data.startswith(NAME.encode()) or b"\n" + DIGEST.encode() in data


def whole_certificates(data: bytes) -> bytes:
    """Return the complete certificates of a file: the last one may be cut off."""
    digests = list(_DIGEST_LINE.finditer(data))
    return data[: digests[-1].end()] if digests else b""


def split(data: bytes) -> Iterator[Sequence[Line]]:
    """Yield the lines of each certificate of a file."""
    *lines, rest = data.split(b"\n")
    numbered = [Line(number, _text(raw)) for number, raw in enumerate(lines, start=1)]
    if rest:
        numbered.append(Line(len(numbered) + 1, _text(rest), has_newline=False))
    starts = [at for at, line in enumerate(numbered) if at and line.text.startswith(NAME)]
    for start, end in zip([0, *starts], [*starts, len(numbered)], strict=True):
        yield numbered[start:end]


def _text(raw: bytes) -> str:
    """Decode a line; non-ASCII bytes become escapes, which are refused later."""
    return raw.decode("ascii", "backslashreplace")


def read(lines: Sequence[Line]) -> Certificate:
    """Parse the lines of one certificate; raises `Refusal` at the first invalid one."""
    reader = _Reader(lines)
    reader.take(VERSION)
    position = _read_position(reader.take_after(POSITION))
    claim = reader.take_after(CLAIM)
    sections = []
    while not reader.line.text.startswith(DIGEST):
        sections.append(reader.take_section())
    end = reader.take_after(DIGEST)
    if reader.lines_left:
        raise Refusal(reader.line.number, f"found {quote(reader.line.text)}, expected the end")
    return Certificate(position, claim, sections, end)


def check_digest(lines: Sequence[Line]) -> None:
    """Raise `Refusal` unless the digest is that of the lines above it."""
    *above, end = lines
    if end.text != DIGEST + digest(line.text for line in above):
        raise Refusal(end.number, "the digest is not that of the lines above")
    if not end.has_newline:
        raise Refusal(end.number, "the line breaks off before its newline")


def _read_position(line: Line) -> Position:
    """Parse a position, which must be in its canonical form."""
    try:
        position = parse_position(line.text)
    except PositionError as error:
        raise Refusal(line.number, str(error.flaws[0])) from None
    if format_position(position) != line.text:
        expected = quote(format_position(position))
        raise Refusal(line.number, f"found {quote(line.text)}, expected it as {expected}")
    return position


class _Reader:
    """Reads one line after the other."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._at = 0

    @property
    def lines_left(self) -> int:
        """The number of lines not yet read."""
        return len(self._lines) - self._at

    @property
    def line(self) -> Line:
        """The next line."""
        if not self.lines_left:
            last = self._lines[-1].number if self._lines else 0
            raise Refusal(last, f"the certificate breaks off, expected {quote(DIGEST.strip())}")
        return self._lines[self._at]

    def take(self, text: str) -> None:
        """Read a line with this text."""
        if self.line.text != text:
            raise self._unexpected(quote(text))
        self._at += 1

    def take_after(self, start: str) -> Line:
        """Read a line with this prefix, and return the rest."""
        line = self.line
        if not line.text.startswith(start):
            raise self._unexpected(quote(start.strip()))
        self._at += 1
        return Line(line.number, line.text.removeprefix(start))

    def take_section(self) -> Section:
        """Read a heading and the lines that belong to it."""
        heading = self.line
        match = _HEADING.fullmatch(heading.text)
        if match is None:
            raise self._unexpected(f"a heading such as 'line: 30', or {quote(DIGEST.strip())}")
        self._at += 1
        count = int(match[2])
        if count > self.lines_left:
            raise Refusal(
                heading.number, f"{count} lines belong here, but {self.lines_left} are left"
            )
        lines = self._lines[self._at : self._at + count]
        self._at += count
        return Section(heading, match[1], lines)

    def _unexpected(self, expected: str) -> Refusal:
        return Refusal(self.line.number, f"found {quote(self.line.text)}, expected {expected}")
