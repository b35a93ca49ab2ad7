"""Reports in the terminal: each part as a rich renderable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import zip_longest

from rich import box
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from cli.reports.document import (
    Bar,
    Block,
    Column,
    Facts,
    Gallery,
    Graph,
    Items,
    Pairs,
    Sentences,
    Share,
    SquareMap,
    Steps,
    Table,
    Tone,
    Verbatim,
    Words,
)
from cli.terminal.board import FAINT, STRONG, board, board_map
from cli.terminal.signs import Glyphs, GraphSigns
from positions import Position
from positions.looks.drawing import title

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

_LONGEST_BAR = 40
# Shorter bars are left out.
_SHORTEST_BAR = 8

# The rows on each side of the line, and the columns of a bar including the gap after it.
_ROWS = 4
_WIDE = 3
# The minimum number of bars side by side, however narrow the terminal.
_MIN_BARS = 4


def drawn(blocks: Iterable[Block], signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Yield renderables for the parts of a report, with blank lines between them."""
    for number, block in enumerate(blocks):
        if number:
            yield Text()
        yield _drawn(block, signs, width)


@singledispatch
def _drawn(block: Block, signs: Glyphs, width: int) -> RenderableType:
    raise TypeError(f"{type(block).__name__} is not a part of a report")


@_drawn.register
def _facts(block: Facts, signs: Glyphs, width: int) -> RenderableType:
    lines = [Text(block.heading, STRONG)]
    for group in block.groups:
        lines += [Text(), *map(text, group)]
    drawing = board(block.diagram.position, signs, block.diagram.effects)
    return beside(drawing, Group(*lines), width)


@_drawn.register
def _sentences(block: Sentences, signs: Glyphs, width: int) -> RenderableType:
    return Group(*map(text, block.sentences))


@_drawn.register
def _gallery(block: Gallery, signs: Glyphs, width: int) -> RenderableType:
    drawings = [
        Group(Text(diagram.caption, FAINT), board(diagram.position, signs, diagram.effects))
        for diagram in block.diagrams
    ]
    return _captioned(block.caption, Columns(drawings, padding=(1, GAP)))


@_drawn.register
def _table(block: Table, signs: Glyphs, width: int) -> RenderableType:
    drawing: RenderableType = table(block, signs, width)
    if block.notes:
        drawing = Group(drawing, Text("   ".join(block.notes), FAINT))
    return _captioned(block.caption if block.stands_alone else "", drawing)


@_drawn.register
def _pairs(block: Pairs, signs: Glyphs, width: int) -> RenderableType:
    return _captioned(block.caption, pairs(block.pairs, FAINT))


@_drawn.register
def _square_map(block: SquareMap, signs: Glyphs, width: int) -> RenderableType:
    cells = {square: text(words) for square, words in block.cells.items()}
    return Group(board_map(block.board, cells, width), Text("   ".join(block.legend), FAINT))


@_drawn.register
def _steps(block: Steps, signs: Glyphs, width: int) -> RenderableType:
    wide = [max(map(len, parts)) for parts in zip_longest(*block.steps, fillvalue="")]
    cells = [
        numbered(
            number,
            len(block.steps),
            "  ".join(f"{part:<{width}}" for part, width in zip(step, wide, strict=False)),
        )
        for number, step in enumerate(block.steps, start=1)
    ]
    return _captioned(block.caption, columns(cells, width, block.cycle))


@_drawn.register
def _items(block: Items, signs: Glyphs, width: int) -> RenderableType:
    lines = [Text(item, overflow="ignore", no_wrap=True) for item in block.items]
    return _captioned(block.caption, Group(*lines))


@_drawn.register
def _verbatim(block: Verbatim, signs: Glyphs, width: int) -> RenderableType:
    return _captioned(block.caption, Text(block.text, overflow="ignore", no_wrap=True))


@_drawn.register
def _graph(block: Graph, signs: Glyphs, width: int) -> RenderableType:
    return _captioned(block.caption, graph(block, signs, width))


def _captioned(caption: str, drawing: RenderableType) -> RenderableType:
    return Group(Text(caption, STRONG), drawing) if caption else drawing


def text(words: Words) -> Text:
    """Return words as rich text; colour only adds to what they say."""
    style = STYLES[words.tone] + STRONG if words.is_strong else STYLES[words.tone]
    return Text(words.text, style)


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
    grid = Grid.grid(padding=(0, GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(drawing, text)
    return grid


def paragraphs(texts: Iterable[Text | None]) -> RenderableType:
    """Put sentences below one another, leaving out empty ones."""
    return Group(*(text for text in texts if text is not None))


def pairs(rows: Iterable[tuple[str, str]], style: Style = PLAIN) -> Grid:
    """Put names and their values in two columns."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
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


def table(block: Table, signs: Glyphs, width: int) -> Grid:
    """Draw a table."""
    shown = [at for at, column in enumerate(block.columns) if not column.is_optional]
    if _room(block, range(len(block.columns)), width) >= 0:
        shown = list(range(len(block.columns)))
    longest = min(_room(block, shown, width) - GAP, _LONGEST_BAR) if block.shares else 0
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
        taken += max(map(cell_len, texts)) + GAP
    return width - taken + GAP


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
