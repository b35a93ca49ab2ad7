"""Lines of moves in columns, tables, text beside a board: plain report data in, rich out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cli.boards import board, sign
from cli.output import Glyphs
from positions.drawing import title
from positions.game import Move, Position
from positions.games import game_of
from positions.text import format_move

STRONG = Style(bold=True)
FAINT = Style(dim=True)
PLAIN = Style()

# Text stands beside a board only where it has so many columns.
_LEAST_BESIDE = 34
_GAP = 3


def heading(position: Position, signs: Glyphs) -> Text:
    """Give the heading of a position: the game, the board and who moves."""
    return Text(title(position, signs.times), STRONG)


def record_heading(name: str) -> Group:
    """Give the heading of one record of several."""
    return Group(Rule(Text(name, FAINT), align="left", style=FAINT))


def beside(drawing: Text, text: RenderableType, width: int) -> RenderableType:
    """Put text beside a drawing, or under it where there is no room."""
    taken = max(cell_len(line) for line in drawing.plain.splitlines()) + _GAP
    if width - taken < _LEAST_BESIDE:
        return Group(drawing, Text(), text)
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(drawing, text)
    return grid


def paragraphs(texts: Iterable[Text | None]) -> RenderableType:
    """Put sentences under one another, leaving out those that say nothing."""
    return Group(*(text for text in texts if text is not None))


def boards(positions: Sequence[Position], signs: Glyphs) -> Columns:
    """Draw numbered boards side by side."""
    drawings = [
        Group(Text(f"Board {number}", FAINT), board(position, signs))
        for number, position in enumerate(positions, start=1)
    ]
    return Columns(drawings, padding=(1, _GAP))


def pairs(rows: Iterable[tuple[str, str]], style: Style = PLAIN) -> Table:
    """Put names and what belongs to them in two columns."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=style, no_wrap=True)
    grid.add_column()
    for name, text in rows:
        grid.add_row(Text(name), Text(text))
    return grid


def line(position: Position, moves: Sequence[Move], signs: Glyphs, width: int) -> Text:
    """Set out a line of moves in numbered columns.

    For two players a number counts a move of each, as in chess; in solitaire it counts removals,
    and a sign shows the colour.
    """
    if game_of(position).is_solitaire(position):
        return columns(_numbered_plies(position, moves, signs), width, cycle=2)
    return columns(_numbered_pairs(position, moves, signs), width)


def _numbered_plies(position: Position, moves: Sequence[Move], signs: Glyphs) -> list[Text]:
    turns = (position.turn, game_of(position).opponent(position.turn))
    names = [format_move(position, move) for move in moves]
    longest = max((len(name) for name in names), default=0)
    cells = []
    for number, name in enumerate(names, start=1):
        colour = sign(position, turns[(number - 1) % 2], signs)
        cells.append(numbered(number, len(moves), f"{colour} {name:<{longest}}"))
    return cells


def _numbered_pairs(position: Position, moves: Sequence[Move], signs: Glyphs) -> list[Text]:
    names = [format_move(position, move) for move in moves]
    if names and position.turn != next(iter(game_of(position).players)):
        names.insert(0, signs.before)
    firsts, seconds = names[::2], names[1::2]
    longest = [max((len(name) for name in side), default=0) for side in (firsts, seconds)]
    return [
        numbered(number, len(firsts), f"{first:<{longest[0]}}  {second:<{longest[1]}}")
        for number, (first, second) in enumerate(
            zip_longest(firsts, seconds, fillvalue=""), start=1
        )
    ]


def numbered(number: int, last: int, text: str) -> Text:
    """Number a cell of columns that run to the number `last`."""
    return Text.assemble((f"{number:>{len(str(last))}}. ", FAINT), text)


def columns(cells: Sequence[Text], width: int, cycle: int = 1) -> Text:
    """Set out cells of one width in as many columns as there is room for, reading downwards.

    The number of rows is a multiple of `cycle`, so that cells of a kind stand in the same row.
    """
    out = Text(no_wrap=True, overflow="ignore")
    if not cells:
        return out
    each = max(cell.cell_len for cell in cells)
    across = max(1, (width + _GAP) // (each + _GAP))
    rows = -(-len(cells) // (across * cycle)) * cycle
    for row in range(rows):
        gap = "\n" if row else ""
        for cell in cells[row::rows]:
            out.append(gap)
            out.append_text(cell)
            gap = " " * (each - cell.cell_len + _GAP)
    return out
