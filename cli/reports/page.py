"""Reports as a self-contained HTML page: no network, no scripts, no other files.

All text is escaped, boards and graphs are part of the page, and its content security policy forbids
external content. It follows the reader's light or dark theme, and can be printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup, escape

from cli.reports.document import Article, Block, Diagram, Graph, Table
from cli.reports.page_graph import graph_svg
from cli.reports.page_share import share_svg
from cli.reports.templates import render
from positions import format_position
from positions.looks.drawing import draw
from positions.looks.picture import Pictures

# Up to this length, words such as moves are not broken at a hyphen.
_WHOLE = 16


def to_html(articles: Sequence[Article], title: str | None) -> str:
    """Return a page with all articles, under a title with a list if there are several."""
    pictures = Pictures()
    filters = {
        "board": lambda diagram: Markup(pictures.to_svg(draw(diagram.position, diagram.effects))),
        "drawing": _drawing,
        "kind": _kind,
        "line": _line,
        "share": _share,
        "whole": _whole,
    }
    template = Path(__file__).with_name("page.html")
    head = title or articles[0].title
    return render(
        template,
        filters,
        articles=articles,
        title=head,
        has_list=title is not None,
        shared=lambda: Markup(pictures.shared()),
    )


def _kind(block: Block) -> str:
    return type(block).__name__


def _drawing(graph: Graph) -> Markup:
    return Markup(graph_svg(graph))


def _share(table: Table, row: int) -> Markup:
    return Markup(share_svg(table, row))


def _line(diagram: Diagram) -> str:
    return format_position(diagram.position)


def _whole(text: str) -> Markup:
    """Keep hyphenated words together: moves such as b2-b3, options such as --time."""
    return Markup(" ").join(
        Markup('<span class="whole">{}</span>').format(word)
        if "-" in word and len(word) <= _WHOLE
        else escape(word)
        for word in text.split(" ")
    )
