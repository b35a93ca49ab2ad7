"""Reports as a self-contained HTML page: no network, no scripts, no other files.

All text is escaped, boards and graphs are part of the page, and its content security policy forbids
external content. It follows the reader's light or dark theme, and can be printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup, escape

from cli.reports.document import Article, Block, Diagram, Graph, Table
from cli.reports.page_graph import graph_svg
from cli.reports.page_share import share_svg
from cli.reports.templates import render
from positions import GAMES, format_position
from positions.lessons.courses import course_of
from positions.looks.drawing import draw
from positions.looks.picture import Pictures

# Up to this length, words such as moves are not broken at a hyphen.
_WHOLE = 16
# The number of a rule, such as NK3 or SR3a.
_NUMBER = re.compile(r"\b[A-Z]{2}\d{1,2}[a-z]?\b")


def to_html(articles: Sequence[Article], title: str | None) -> str:
    """Return a page with all articles, under a title with a list if there are several."""
    pictures, rules = Pictures(), _Rules()
    filters = {
        "board": lambda diagram: Markup(pictures.to_svg(draw(diagram.position, diagram.effects))),
        "drawing": _drawing,
        "kind": _kind,
        "line": _line,
        "share": _share,
        "whole": lambda text: _whole(text, rules),
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
        cited=rules.cited,
    )


def _kind(block: Block) -> str:
    return type(block).__name__


def _drawing(graph: Graph) -> Markup:
    return Markup(graph_svg(graph))


def _share(table: Table, row: int) -> Markup:
    return Markup(share_svg(table, row))


def _line(diagram: Diagram) -> str:
    return format_position(diagram.position)


def _whole(text: str, rules: _Rules) -> Markup:
    """Keep hyphenated words together: moves such as b2-b3, options such as --time."""
    return Markup(" ").join(
        Markup('<span class="whole">{}</span>').format(word)
        if "-" in word and len(word) <= _WHOLE
        else rules.link(word)
        for word in text.split(" ")
    )


class _Rules:
    """Links the numbers of rules in a report's texts, and gathers those that are cited."""

    def __init__(self) -> None:
        self._texts = {
            number: text for game in GAMES for number, text in course_of(game).rules.items()
        }
        self._cited: set[str] = set()

    def link(self, text: str) -> Markup:
        """Return a text, escaped, in which the number of each known rule leads to `cited`."""
        return Markup(_NUMBER.sub(self._link, str(escape(text))))

    def _link(self, match: re.Match[str]) -> str:
        number = match[0]
        if number not in self._texts:
            return number
        self._cited.add(number)
        return f'<a href="#rule-{number}">{number}</a>'

    def cited(self) -> list[tuple[str, str]]:
        """Return the number and the text of each rule that was linked so far, in their order."""
        return [(number, text) for number, text in self._texts.items() if number in self._cited]
