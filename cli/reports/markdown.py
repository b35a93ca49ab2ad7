"""Reports as Markdown (CommonMark with GitHub's tables); all text is escaped.

Boards and graphs are drawn with characters, as in the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch

from cli.reports.document import (
    Article,
    Block,
    Diagram,
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
    Words,
)
from cli.reports.terminal import graph
from cli.terminal.board import board
from cli.terminal.signs import UNICODE
from positions import format_position
from solver.version import version

# Characters that are markup anywhere in a line, and those that are so only at its beginning.
_MARKUP = re.compile(r"([\\`*_\[\]<>&|~])")
_AT_START = re.compile(r"^(\d*)([#+=.)-])")
_GRAPH_WIDTH = 96


def to_markdown(articles: Sequence[Article], title: str | None) -> str:
    """Return a document with all articles, under a title with a list if there are several."""
    parts = [] if title is None else [_heading(1, title), _contents(articles)]
    for article in articles:
        parts += _article(article, 1 if title is None else 2)
    return "\n\n".join([*parts, f"Made by proofplay {version()}."]) + "\n"


def _contents(articles: Sequence[Article]) -> str:
    lines = []
    for number, article in enumerate(articles, start=1):
        title = f"{article.title} — {article.summary}" if article.summary else article.title
        name = f" ({_escaped(article.name)})" if article.name else ""
        lines.append(f"{number}. {_escaped(title)}{name}")
    return "\n".join(lines)


def _article(article: Article, level: int) -> Iterator[str]:
    yield _heading(level, article.title)
    if article.name:
        yield _line(article.name)
    for number, block in enumerate(article.blocks):
        heading = "" if number == 0 and isinstance(block, Facts) else _heading_of(block)
        if heading:
            yield _heading(level + 1, heading)
        yield from _parts(block)


def _heading(level: int, text: str) -> str:
    return f"{'#' * level} {_escaped(text)}"


def _heading_of(block: Block) -> str:
    if isinstance(block, Facts):
        return block.heading
    return "" if isinstance(block, Sentences | Items) else block.caption


@singledispatch
def _parts(block: Block) -> Iterator[str]:
    """Yield the parts of a block, which blank lines separate."""
    raise TypeError(f"{type(block).__name__} is not a part of a report")


@_parts.register
def _facts(block: Facts) -> Iterator[str]:
    yield _drawing(block.diagram)
    yield f"`{format_position(block.diagram.position)}`"
    yield from map(_paragraph, block.groups)


@_parts.register
def _sentences(block: Sentences) -> Iterator[str]:
    yield _paragraph(block.sentences)


@_parts.register
def _gallery(block: Gallery) -> Iterator[str]:
    for diagram in block.diagrams:
        yield f"{_line(diagram.caption)}:"
        yield _drawing(diagram)


@_parts.register
def _table(block: Table) -> Iterator[str]:
    yield "\n".join(
        [
            _row(_escaped(column.title or column.label) for column in block.columns),
            _row("--:" if column.is_number else ":--" for column in block.columns),
            *(_row(map(_words, row)) for row in block.rows),
        ]
    )
    yield from _notes(block.notes)


@_parts.register
def _pairs(block: Pairs) -> Iterator[str]:
    yield "  \n".join(_line(f"{name}: {text}" if name else text) for name, text in block.pairs)


@_parts.register
def _square_map(block: SquareMap) -> Iterator[str]:
    files = range(block.board.width)
    names = _row(["", *(block.board.name(file)[0] for file in files)])
    rows = [names, _row(["--:"] * (len(files) + 1))]
    for rank in reversed(range(block.board.height)):
        cells = (block.cells.get(rank * block.board.width + file) for file in files)
        texts = ("" if words is None else _words(words) for words in cells)
        rows.append(_row([f"**{rank + 1}**", *texts]))
    yield "\n".join(rows)
    yield from _notes(block.legend)


@_parts.register
def _steps(block: Steps) -> Iterator[str]:
    numbered = (
        f"{number}. {' '.join(part for part in step if part)}"
        for number, step in enumerate(block.steps, start=1)
    )
    yield _line(" ".join(numbered))


@_parts.register
def _items(block: Items) -> Iterator[str]:
    yield f"**{_line(block.caption)}**"
    yield "\n".join(f"- {_escaped(item)}" for item in block.items)


@_parts.register
def _verbatim(block: Verbatim) -> Iterator[str]:
    yield _fenced(block.text)


@_parts.register
def _graph(block: Graph) -> Iterator[str]:
    yield _fenced(graph(block, UNICODE, _GRAPH_WIDTH).plain)


def _drawing(diagram: Diagram) -> str:
    return _fenced(board(diagram.position, UNICODE, diagram.effects).plain)


def _fenced(text: str) -> str:
    """Put text between fences that are longer than any in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join([f"{fence}text", *lines, fence])


def _paragraph(group: Iterable[Words]) -> str:
    return "  \n".join(f"**{_line(w.text)}**" if w.is_strong else _line(w.text) for w in group)


def _notes(notes: Sequence[str]) -> Iterator[str]:
    if notes:
        yield " · ".join(map(_escaped, notes))


def _words(words: Words) -> str:
    text = _escaped(words.text)
    return f"**{text}**" if words.is_strong and text else text


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _line(text: str) -> str:
    """Return text as a line of its own, escaped."""
    return _AT_START.sub(r"\1\\\2", _escaped(text))


def _escaped(text: str) -> str:
    """Return text on one line, with inline markup escaped."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
