"""Graphs in the terminal: a bar for each move, up or down from a line, in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from cli.reports.document import Bar, Graph
from cli.terminal.output import Glyphs, GraphSigns
from cli.terminal.render import FAINT

# The rows on each side of the line, and the columns of a bar including the gap after it.
_ROWS = 4
_WIDE = 3
# The minimum number of bars side by side, however narrow the terminal.
_MIN_BARS = 4


def graph(block: Graph, signs: Glyphs, width: int) -> Text:
    """Draw a graph, in several parts below one another if it is too wide."""
    margin = max(len(name) for name in (block.above, block.below, str(block.largest)))
    room = max((width - margin - 2) // _WIDE, _MIN_BARS)
    across = -(-len(block.bars) // -(-len(block.bars) // room))
    text = Text(no_wrap=True, overflow="ignore")
    for start in range(0, len(block.bars), across):
        part = block.bars[start : start + across]
        for label, line in _lines(block, part, signs.graph):
            text.append("\n" if text else "")
            text.append(f"{label:>{margin}} ", FAINT).append(line)
    return text


def _lines(block: Graph, bars: Sequence[Bar], signs: GraphSigns) -> Iterator[tuple[str, str]]:
    """Yield the lines of a part of a graph, each with its label on the left."""
    rows = _rows(block, 1)
    for row in range(rows, 0, -1):
        cells = "".join(_cell(block, bar, 1, row, signs) for bar in bars)
        yield _label(block, 1, row, rows), signs.side + cells
    yield "", signs.corner + "".join(_foot(bar, signs) for bar in bars)
    rows = _rows(block, -1) if block.below else 0
    for row in range(1, rows + 1):
        cells = "".join(_cell(block, bar, -1, row, signs) for bar in bars)
        yield _label(block, -1, row, rows), signs.side + cells
    yield "", " " + "".join(f"{bar.number:<{_WIDE}}" for bar in bars)
    if any(bar.mark for bar in bars):
        yield "", " " + "".join(f"{bar.mark:<{_WIDE}}" for bar in bars)


def _rows(block: Graph, side: int) -> int:
    """Return the number of rows that the bars on a side need; the side's name needs one."""
    halves = max((_halves(block, bar) for bar in block.bars if bar.side == side), default=0)
    return max((halves + 1) // 2, 1)


def _label(block: Graph, side: int, row: int, rows: int) -> str:
    """Return a row's label: a side's name or number, beside its last two rows."""
    sizes = [bar.size for bar in block.bars if bar.side == side and bar.size is not None]
    if row == rows and rows > 1 and sizes:
        return str(max(sizes))
    is_name = row == max(rows - 1, 1)
    return (block.above if side > 0 else block.below) if is_name else ""


def _halves(block: Graph, bar: Bar) -> int:
    """Return the length of a bar in half rows; a non-zero length is at least one."""
    if bar.size is None:
        return 2 * _ROWS
    return max(round(2 * _ROWS * bar.size / block.largest), 1 if bar.size else 0)


def _cell(block: Graph, bar: Bar, side: int, row: int, signs: GraphSigns) -> str:
    """Return the cell of a bar in a row, counted from the line, on one side."""
    return (_sign(block, bar, row, signs, side) * (_WIDE - 1)).ljust(_WIDE)


def _sign(block: Graph, bar: Bar, row: int, signs: GraphSigns, side: int) -> str:
    halves = _halves(block, bar)
    if bar.side != side or halves < 2 * row - 1:
        return " "
    if bar.size is None:
        return signs.some
    return signs.full if halves >= 2 * row else signs.lower if side > 0 else signs.upper


def _foot(bar: Bar, signs: GraphSigns) -> str:
    sign = {None: "?", 0: "="}.get(bar.side, signs.line)
    return (sign * (_WIDE - 1)).ljust(_WIDE, signs.line)
