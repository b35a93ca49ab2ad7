"""The parts of a report: plain data, independent of how they are drawn.

Commands build reports from these parts; the terminal, HTML and Markdown each draw them in their own
way. Text is plain: nothing in it is markup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from positions import Position
from positions.game import Effect
from positions.grid import Board


class Tone(StrEnum):
    """The tone of words. It only adds to what they say, for example as a colour."""

    PLAIN = "plain"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    OPEN = "open"
    GUESS = "guess"


@dataclass(frozen=True, slots=True)
class Words:
    """Text in one tone."""

    text: str
    tone: Tone = Tone.PLAIN
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board; the `effects` of a move are marked, if given."""

    position: Position
    effects: tuple[Effect, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """A board with a heading and groups of sentences beside it."""

    diagram: Diagram
    heading: str
    groups: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences, one below the other."""

    sentences: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Gallery:
    """Boards side by side, each with a caption."""

    caption: str
    diagrams: tuple[Diagram, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `label` names it for screen readers if `title` is empty.

    With `is_head`, its cells name their rows; with `is_fixed`, they are not wrapped; with
    `is_optional`, it may be left out if there is no room.
    """

    title: str
    label: str = ""
    is_number: bool = False
    is_head: bool = False
    is_fixed: bool = False
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """A share from 0 to 1, shown as a bar, with its interval; None if unknown."""

    share: float | None
    low: float
    high: float
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, one for each column, and notes that explain them.

    `shares` has a bar for each row, which repeats a cell. The caption of a table that
    `stands_alone` is always shown.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Words, ...], ...]
    notes: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    stands_alone: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """Names, each with its value."""

    caption: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SquareMap:
    """A board with words on its squares, and a legend."""

    caption: str
    board: Board
    cells: Mapping[int, Words]
    legend: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """Numbered steps, each of one or two parts: a line of moves.

    If steps are arranged in columns, those with the same number modulo `cycle` share rows.
    """

    caption: str
    steps: tuple[tuple[str, ...], ...]
    cycle: int = 1


@dataclass(frozen=True, slots=True)
class Items:
    """A list of short texts that are not wrapped."""

    caption: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Preformatted text."""

    caption: str
    text: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a graph for one move.

    `side` is 1 above the line, -1 below, 0 for neither, None if unknown; `size` is the length, None
    if only the side is known. `number` stands below the first move of a number, `mark` at the end
    of the bar; `says` is all of this in words.
    """

    says: str
    number: str
    mark: str
    side: int | None
    size: Fraction | None


@dataclass(frozen=True, slots=True)
class Graph:
    """A bar for each move, up or down from a line; `above` and `below` name the sides."""

    caption: str
    above: str
    below: str
    bars: tuple[Bar, ...]

    @property
    def largest(self) -> Fraction:
        """The size of the largest bar, at least 1."""
        return max([Fraction(1), *(bar.size for bar in self.bars if bar.size is not None)])


Block = Facts | Sentences | Gallery | Table | Pairs | SquareMap | Steps | Items | Verbatim | Graph


@dataclass(frozen=True, slots=True)
class Article:
    """The report of one record; `record` is the object that ``--json`` prints for it.

    `summary` is the result in one sentence, and `name` says where the record came from, if there
    were several.
    """

    title: str
    summary: str
    blocks: tuple[Block, ...]
    record: Mapping[str, object]
    name: str = ""


def failure(name: str, record: Mapping[str, object]) -> Article:
    """Return the article for a bad record; `record` has its ``error``."""
    message = Words(str(record["error"]), Tone.BAD)
    return Article("No answer", "", (Sentences((message,)),), record, name)
