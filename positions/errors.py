"""Everything that can be wrong with what a user gives, in one short tree.

    InputError                 what was given cannot be used; the command line ends with exit code 2
    ├── FlawedInputError       what has flaws, all of those that were found
    │   ├── PositionError      a position
    │   └── GameRecordError    a record of a game
    ├── MoveError              a move that is unreadable or against the rules
    └── SourceError            a file that cannot be read, or that breaks off

A message says where, what was found (quoted literally) and what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LONGEST_QUOTE = 40
# So many flaws are told, and how many more there are.
SHOWN_FLAWS = 5


def quote(text: str) -> str:
    """Return `text` as it is seen in messages: in quotes, on one line, cut where it is long."""
    shown = text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"
    return "'" + "".join(c if c.isprintable() else _escaped(c) for c in shown) + "'"


def _escaped(character: str) -> str:
    """Return a character as an escape; one that stands for a byte in a file's name as that byte."""
    code = ord(character)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else ascii(character)[1:-1]


def one_of(choices: Sequence[str], *others: str) -> str:
    """Return choices as a phrase, the others unquoted: "'w', 'b' or a number"."""
    phrases = [*(quote(choice) for choice in choices), *others]
    if len(phrases) < 2:
        return "".join(phrases)
    return ", ".join(phrases[:-1]) + " or " + phrases[-1]


class InputError(Exception):
    """What was given cannot be used."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a text, or with the position that it gives.

    `line` counts the lines of a file and `column` the characters of that line, both from 1;
    `row` counts the rows of the board from the top. None where they say nothing.
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
    """Something that cannot be used; `flaws` names what is wrong with it."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(str(flaw) for flaw in flaws))
        self.flaws = tuple(flaws)

    def __reduce__(self) -> tuple[type[FlawedInputError], tuple[tuple[Flaw, ...]]]:
        return type(self), (self.flaws,)


class PositionError(FlawedInputError):
    """A position that cannot be used; `flaws` names everything that is wrong with it."""


class GameRecordError(FlawedInputError):
    """A record of a game that cannot be used; what follows the first flaw is not read."""


class MoveError(InputError):
    """A move that cannot be read or that the rules refuse; `reason` says why."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"found the move {quote(text)}: {reason}")
        self.text, self.reason = text, reason

    def __reduce__(self) -> tuple[type[MoveError], tuple[str, str]]:
        return MoveError, (self.text, self.reason)


class SourceError(InputError):
    """A file that cannot be read, or that breaks off.

    `line` is the line that could not be read, None if nothing was read at all. `is_behind_whole`
    says that what was read before is whole, as where something else follows packed data: the last
    record needs no end then. Else the file may have been cut inside of it.
    """

    def __init__(
        self, message: str, line: int | None = None, *, is_behind_whole: bool = False
    ) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line, self.is_behind_whole = line, is_behind_whole


def summary(error: InputError) -> str:
    """Return what is wrong on one line, with the first few of many flaws."""
    if not isinstance(error, FlawedInputError):
        return str(error)
    hidden = len(error.flaws) - SHOWN_FLAWS
    more = [f"and {hidden:,} more"] if hidden > 0 else []
    return "; ".join([*map(str, error.flaws[:SHOWN_FLAWS]), *more])
