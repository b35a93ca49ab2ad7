"""Reports as a page in HTML, which needs nothing else: no network, no script, no file beside it.

All text is escaped, boards and graphs are part of the page, and a policy in it forbids whatever
would come from elsewhere. It follows the reader's light or dark colours, and can be printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cli.reports.document import Article, Block, Diagram, Graph
from cli.reports.page_graph import to_svg as graph_to_svg
from positions.drawing import draw
from positions.picture import to_svg
from positions.text import format_position
from solver.version import version

# What HTML has no place for, not even as a reference.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def to_html(articles: Sequence[Article], title: str) -> str:
    """Give a page with all articles, and a table of contents if there are several."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"board": _board, "drawing": _drawing, "kind": _kind, "line": _line}
    page = environment.get_template("page.html")
    text = page.render(articles=articles, title=title, maker=f"proofplay {version()}")
    return _NO_TEXT.sub("\ufffd", text)


def _kind(block: Block) -> str:
    return type(block).__name__


def _board(diagram: Diagram) -> Markup:
    return Markup(to_svg(draw(diagram.position, diagram.effects)))


def _drawing(graph: Graph) -> Markup:
    return Markup(graph_to_svg(graph))


def _line(diagram: Diagram) -> str:
    return format_position(diagram.position)
