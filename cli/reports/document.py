"""What a report consists of: plain data, without a word on how it looks.

The commands make reports of these parts once; the terminal, a page in HTML and Markdown each have
their own way to show them. Text is given as it is: nothing in it is markup.
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
    """How words are meant. A tone only adds to what they say: it may be shown as a colour."""

    PLAIN = "plain"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    OPEN = "open"
    GUESS = "guess"


@dataclass(frozen=True, slots=True)
class Words:
    """A text in one tone."""

    text: str
    tone: Tone = Tone.PLAIN
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board; what a move did to it is marked, if `effects` are given."""

    position: Position
    effects: tuple[Effect, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """A board, and beside it a heading and groups of sentences."""

    diagram: Diagram
    heading: str
    groups: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences under one another."""

    sentences: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Gallery:
    """Boards side by side, each with its caption."""

    caption: str
    diagrams: tuple[Diagram, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `label` names it to those who cannot see it where `title` is empty.

    The cells of one that `is_head` name their rows; what `is_fixed` is not broken into lines, and
    what `is_optional` may be left out where there is no room.
    """

    title: str
    label: str = ""
    is_number: bool = False
    is_head: bool = False
    is_fixed: bool = False
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """A share from 0 to 1, to be shown as a bar, and between which it may be; None if not known."""

    share: float | None
    low: float
    high: float
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, one for each column, and notes that explain them.

    `shares` has a bar for each row, which shows what a cell says. The caption of one that
    `stands_alone` is needed where the report would not say what the table has.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Words, ...], ...]
    notes: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    stands_alone: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """Names, each with what belongs to it."""

    caption: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SquareMap:
    """A board with words on its squares, and a legend that explains them."""

    caption: str
    board: Board
    cells: Mapping[int, Words]
    legend: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """Numbered steps, each of one or two parts: a line of moves.

    Where steps are set out in columns, `cycle` of a kind stand in the same row.
    """

    caption: str
    steps: tuple[tuple[str, ...], ...]
    cycle: int = 1


@dataclass(frozen=True, slots=True)
class Items:
    """A list of short texts, which are not broken into lines."""

    caption: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A text as it is, line by line."""

    caption: str
    text: str


@dataclass(frozen=True, slots=True)
class Bar:
    """What a graph shows of one move.

    `side` is 1 for who is above the line, -1 for who is below, 0 for neither, None if that is not
    known; `size` is how far, None if only the side is known. `number` stands under the first move
    of a number, `mark` at the end of the bar; `says` is all that in words.
    """

    says: str
    number: str
    mark: str
    side: int | None
    size: Fraction | None


@dataclass(frozen=True, slots=True)
class Graph:
    """A bar for each move, up or down from a line; who is `above` and `below` it is named."""

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
    """The report of one record; `record` is the object that ``--json`` prints of it.

    `summary` says in a sentence what came out, and `name` where the record stood, if it was not
    alone.
    """

    title: str
    summary: str
    blocks: tuple[Block, ...]
    record: Mapping[str, object]
    name: str = ""


def failure(name: str, record: Mapping[str, object]) -> Article:
    """Return the article that stands in the place of a bad record; `record` has its ``error``."""
    message = Words(str(record["error"]), Tone.BAD)
    return Article("No answer", "", (Sentences((message,)),), record, name)
