"""Reports in the terminal: each part as a rich renderable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import zip_longest

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from cli.reports.document import (
    Block,
    Facts,
    Gallery,
    Graph,
    Items,
    Pairs,
    Sentences,
    SquareMap,
    Steps,
    Table,
    Verbatim,
)
from cli.reports.terminal_graph import graph
from cli.reports.terminal_table import table
from cli.terminal import render
from cli.terminal.board import board
from cli.terminal.output import Glyphs
from cli.terminal.render import FAINT, GAP, STRONG
from cli.terminal.square_map import board_map


def drawn(blocks: Iterable[Block], signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Yield renderables for the parts of a report, with blank lines between them."""
    for number, block in enumerate(blocks):
        if number:
            yield Text()
        yield _drawn(block, signs, width)


def heading(title: str) -> Text:
    """Return the heading of a report."""
    return Text(title, STRONG)


@singledispatch
def _drawn(block: Block, signs: Glyphs, width: int) -> RenderableType:
    raise TypeError(f"{type(block).__name__} is not a part of a report")


@_drawn.register
def _facts(block: Facts, signs: Glyphs, width: int) -> RenderableType:
    lines = [Text(block.heading, STRONG)]
    for group in block.groups:
        lines += [Text(), *map(render.text, group)]
    drawing = board(block.diagram.position, signs, block.diagram.effects)
    return render.beside(drawing, Group(*lines), width)


@_drawn.register
def _sentences(block: Sentences, signs: Glyphs, width: int) -> RenderableType:
    return Group(*map(render.text, block.sentences))


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
    return _captioned(block.caption, render.pairs(block.pairs, FAINT))


@_drawn.register
def _square_map(block: SquareMap, signs: Glyphs, width: int) -> RenderableType:
    cells = {square: render.text(words) for square, words in block.cells.items()}
    return Group(board_map(block.board, cells, width), Text("   ".join(block.legend), FAINT))


@_drawn.register
def _steps(block: Steps, signs: Glyphs, width: int) -> RenderableType:
    wide = [max(map(len, parts)) for parts in zip_longest(*block.steps, fillvalue="")]
    cells = [
        render.numbered(
            number,
            len(block.steps),
            "  ".join(f"{part:<{width}}" for part, width in zip(step, wide, strict=False)),
        )
        for number, step in enumerate(block.steps, start=1)
    ]
    return _captioned(block.caption, render.columns(cells, width, block.cycle))


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
