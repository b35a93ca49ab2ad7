"""Rich renderables for report data: lines of moves in columns, tables, text beside a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cli.reports.document import Tone, Words
from cli.terminal.output import Glyphs
from positions import Position
from positions.looks.drawing import title

STRONG = Style(bold=True)
FAINT = Style(dim=True)
PLAIN = Style()
STYLES = {
    Tone.PLAIN: PLAIN,
    Tone.FAINT: FAINT,
    Tone.GOOD: Style(color="green"),
    Tone.BAD: Style(color="red"),
    Tone.OPEN: Style(color="yellow"),
    Tone.GUESS: Style(color="cyan", italic=True),
}

# Text stands beside a board only if it has this many columns.
_MIN_BESIDE = 34
GAP = 3


def style(words: Words) -> Style:
    """Return the style of words; colour only adds to what they say."""
    return STYLES[words.tone] + STRONG if words.is_strong else STYLES[words.tone]


def text(words: Words) -> Text:
    """Return words as rich text."""
    return Text(words.text, style(words))


def heading(position: Position, signs: Glyphs) -> Text:
    """Return the heading of a position: the game, the board and the player to move."""
    return Text(title(position, signs.times), STRONG)


def record_heading(name: str) -> Group:
    """Return the heading of one record of several."""
    return Group(Rule(Text(name, FAINT), align="left", style=FAINT))


def beside(drawing: Text, text: RenderableType, width: int) -> RenderableType:
    """Put text beside a drawing, or below it if there is no room."""
    taken = max(cell_len(line) for line in drawing.plain.splitlines()) + GAP
    if width - taken < _MIN_BESIDE:
        return Group(drawing, Text(), text)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(drawing, text)
    return grid


def paragraphs(texts: Iterable[Text | None]) -> RenderableType:
    """Put sentences below one another, leaving out empty ones."""
    return Group(*(text for text in texts if text is not None))


def pairs(rows: Iterable[tuple[str, str]], style: Style = PLAIN) -> Table:
    """Put names and their values in two columns."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=style, no_wrap=True)
    grid.add_column()
    for name, text in rows:
        grid.add_row(Text(name), Text(text))
    return grid


def numbered(number: int, last: int, text: str) -> Text:
    """Number a cell; `last` is the largest number."""
    return Text.assemble((f"{number:>{len(str(last))}}. ", FAINT), text)


def columns(cells: Sequence[Text], width: int, cycle: int = 1) -> Text:
    """Arrange cells of one width in as many columns as there is room for, reading downwards.

    The number of rows is a multiple of `cycle`, so that cells of a kind share rows.
    """
    out = Text(no_wrap=True, overflow="ignore")
    if not cells:
        return out
    each = max(cell.cell_len for cell in cells)
    across = max(1, (width + GAP) // (each + GAP))
    rows = -(-len(cells) // (across * cycle)) * cycle
    for row in range(rows):
        gap = "\n" if row else ""
        for cell in cells[row::rows]:
            out.append(gap)
            out.append_text(cell)
            gap = " " * (each - cell.cell_len + GAP)
    return out
