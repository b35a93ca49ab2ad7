"""Tables in the terminal, with bars for shares if there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.cells import cell_len
from rich.table import Table as Grid
from rich.text import Text

from cli.reports.document import Column, Share, Table
from cli.terminal.output import Glyphs
from cli.terminal.render import FAINT, STYLES, text

_GAP = 3
_LONGEST_BAR = 40
# Shorter bars are left out.
_SHORTEST_BAR = 8


def table(block: Table, signs: Glyphs, width: int) -> Grid:
    """Draw a table."""
    shown = [at for at, column in enumerate(block.columns) if not column.is_optional]
    if _room(block, range(len(block.columns)), width) >= 0:
        shown = list(range(len(block.columns)))
    longest = min(_room(block, shown, width) - _GAP, _LONGEST_BAR) if block.shares else 0
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=FAINT)
    for at in shown:
        _add_column(grid, block.columns[at])
    has_bars = longest >= _SHORTEST_BAR
    if has_bars:
        grid.add_column("", no_wrap=True)
    bars = _bars(block.shares, signs, longest) if has_bars else [[]] * len(block.rows)
    for row, bar in zip(block.rows, bars, strict=True):
        grid.add_row(*(text(row[at]) for at in shown), *bar)
    return grid


def _room(block: Table, shown: Iterable[int], width: int) -> int:
    """Return the terminal columns left free by the shown columns of a table."""
    taken = 0
    for at in shown:
        texts = [block.columns[at].title, *(row[at].text for row in block.rows)]
        taken += max(map(cell_len, texts)) + _GAP
    return width - taken + _GAP


def _add_column(grid: Grid, column: Column) -> None:
    grid.add_column(
        column.title,
        justify="right" if column.is_number else "left",
        no_wrap=column.is_fixed,
        overflow="fold",
    )


def _bars(shares: Sequence[Share], signs: Glyphs, longest: int) -> list[list[Text]]:
    """Draw bars for shares, scaled so that the largest fills the room; only 0 has none."""
    unit = longest / (max(share.share or 0.0 for share in shares) or 1.0)
    lengths = [max(round(share.share * unit), 1) if share.share else 0 for share in shares]
    return [
        [Text(signs.graph.full * length, STYLES[share.tone])]
        for share, length in zip(shares, lengths, strict=True)
    ]
