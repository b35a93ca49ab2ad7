"""Errors in user input, in one short hierarchy.

    InputError                 unusable input; the command line ends with exit code 2
    ├── FlawedInputError       input with flaws, as many as were found
    │   ├── PositionError      a position
    │   └── GameRecordError    a game record
    ├── MoveError              a move that is unreadable or illegal
    └── SourceError            a file that is unreadable or truncated

A message says where the error is, what was found (quoted literally) and what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LONGEST_QUOTE = 40
# The number of flaws that are listed; the rest are counted.
SHOWN_FLAWS = 5


def quote(text: str) -> str:
    """Return `text` for a message: in quotes, on one line, shortened if long."""
    shown = text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"
    return "'" + "".join(c if c.isprintable() else _escaped(c) for c in shown) + "'"


def _escaped(character: str) -> str:
    """Return a character as an escape; a surrogate for a byte of a file name as that byte."""
    code = ord(character)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else ascii(character)[1:-1]


def one_of(choices: Sequence[str], *others: str) -> str:
    """Return choices as a phrase, with `others` unquoted: "'w', 'b' or a number"."""
    phrases = [*(quote(choice) for choice in choices), *others]
    if len(phrases) < 2:
        return "".join(phrases)
    return ", ".join(phrases[:-1]) + " or " + phrases[-1]


class InputError(Exception):
    """The input cannot be used."""


def check_word(place: str, word: str, known: Sequence[str], title: str) -> None:
    """Raise `InputError` for a word at a place that the game of this title does not know."""
    if word not in known:
        expected = one_of(known) if known else "none"
        raise InputError(f"{place}: found {quote(word)}, expected {expected} ({title})")


@dataclass(frozen=True, slots=True)
class Flaw:
    """One error in a text, or in the position that it describes.

    `line` is the line in a file and `column` the character in that line, both from 1; `row` is the
    row of the board, from the top. They are None where they do not apply.
    """

    found: str
    expected: str
    row: int | None = None
    column: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        where = [
            f"{name} {value}"
            for name, value in (
                ("line", self.line),
                ("row", self.row),
                ("column", self.column),
            )
            if value is not None
        ]
        place = ", ".join(where) + ": " if where else ""
        return f"{place}found {self.found}, expected {self.expected}"


class FlawedInputError(InputError):
    """Unusable input; `flaws` lists what is wrong with it."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(str(flaw) for flaw in flaws))
        self.flaws = tuple(flaws)

    def __reduce__(self) -> tuple[type[FlawedInputError], tuple[tuple[Flaw, ...]]]:
        return type(self), (self.flaws,)


class PositionError(FlawedInputError):
    """An unusable position; `flaws` lists everything that is wrong with it."""


class GameRecordError(FlawedInputError):
    """An unusable game record; reading stops at the first flaw."""


class MoveError(InputError):
    """A move that is unreadable or illegal; `reason` says why."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{quote(text)} is illegal: {reason}")
        self.text, self.reason = text, reason

    def __reduce__(self) -> tuple[type[MoveError], tuple[str, str]]:
        return MoveError, (self.text, self.reason)


class SourceError(InputError):
    """A file that is unreadable or truncated.

    `line` is the line that could not be read, None if nothing was read at all. `is_behind_whole`
    says that everything before it is complete, as when something else follows compressed data: the
    last record then needs no line end. Otherwise that record may be cut off.
    """

    def __init__(
        self, message: str, line: int | None = None, *, is_behind_whole: bool = False
    ) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line, self.is_behind_whole = line, is_behind_whole


def summary(error: InputError) -> str:
    """Return an error on one line, with only the first few flaws."""
    if not isinstance(error, FlawedInputError):
        return str(error)
    hidden = len(error.flaws) - SHOWN_FLAWS
    more = [f"and {hidden:,} more"] if hidden > 0 else []
    return "; ".join([*map(str, error.flaws[:SHOWN_FLAWS]), *more])
