"""Reports as a self-contained HTML page: no network, no scripts, no other files.

All text is escaped, boards and graphs are part of the page, and its content security policy forbids
external content. It follows the reader's light or dark theme, and can be printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import svg
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from cli.reports.document import Article, Bar, Graph, Share, Table
from positions import GAMES, format_position
from positions.lessons.courses import course_of
from positions.looks.drawing import draw
from positions.looks.picture import Pictures
from solver.version import version

# Up to this length, words such as moves are not broken at a hyphen.
_WHOLE = 16
# The number of a rule, such as NK3 or SR3a.
_RULE_NUMBER = re.compile(r"\b[A-Z]{2}\d{1,2}[a-z]?\b")

# Graphs; lengths are in units of about one pixel.
_HEIGHT = 110
_LEFT, _RIGHT, _TOP, _BOTTOM = 120, 8, 24, 50
_ROOM = 640
_LARGEST_STEP = 32
# The maximum number of bars side by side; more are split into parts, one below the other.
_MAX_BARS = 44
# The minimum room for a number below the bars.
_NUMBER = 28

_Anchor = Literal["start", "middle", "end"]

# The bars of shares in tables.
_BAR_WIDTH, _BAR_HEIGHT = 220, 18
_BAR_MIDDLE = _BAR_HEIGHT / 2
# The height of the marks at the ends of an interval.
_END = 8
# The width of the bar of the smallest share above 0.
_THINNEST = 1

# Characters that HTML does not allow, not even as references.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def to_html(articles: Sequence[Article], title: str | None) -> str:
    """Return a page with all articles, under a title with a list if there are several."""
    pictures, rules = Pictures(), _Rules()
    filters = {
        "board": lambda diagram: Markup(pictures.to_svg(draw(diagram.position, diagram.effects))),
        "drawing": lambda graph: Markup(graph_svg(graph)),
        "kind": lambda block: type(block).__name__,
        "line": lambda diagram: format_position(diagram.position),
        "share": lambda table, row: Markup(share_svg(table, row)),
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
        return Markup(_RULE_NUMBER.sub(self._link, str(escape(text))))

    def _link(self, match: re.Match[str]) -> str:
        number = match[0]
        if number not in self._texts:
            return number
        self._cited.add(number)
        return f'<a href="#rule-{number}">{number}</a>'

    def cited(self) -> list[tuple[str, str]]:
        """Return the number and the text of each rule that was linked so far, in their order."""
        return [(number, text) for number, text in self._texts.items() if number in self._cited]


def graph_svg(graph: Graph) -> str:
    """Return a graph as markup, in several pictures if it is long.

    The side, and a tooltip in words, show who is ahead; a bar of unknown length is dashed. Colour
    carries no information, and comes from the page's style.
    """
    count = len(graph.bars)
    across = -(-count // -(-count // _MAX_BARS))
    parts = [graph.bars[start : start + across] for start in range(0, count, across)]
    return "".join(str(_Picture(graph, bars).document()) for bars in parts)


class _Picture:
    """Makes the picture of some bars, in the scale of the whole graph."""

    def __init__(self, graph: Graph, bars: Sequence[Bar]) -> None:
        self._graph = graph
        self._bars = bars
        self._step = min(_ROOM // len(bars), _LARGEST_STEP)
        self._width = _LEFT + _RIGHT + self._step * len(bars)
        self._zero = _TOP + _HEIGHT
        self._height = self._zero + (_HEIGHT if graph.below else 0) + _BOTTOM

    def document(self) -> svg.SVG:
        """Return the whole picture, with a description in words."""
        return svg.SVG(
            width=self._width,
            height=self._height,
            viewBox=svg.ViewBoxSpec(0, 0, self._width, self._height),
            extra={"role": "img"},
            elements=[
                svg.Title(text=svg.escape(self._graph.caption)),
                svg.Desc(text=svg.escape("; ".join(bar.says for bar in self._bars))),
                *self._scale(),
                *(self._bar(at, bar) for at, bar in enumerate(self._bars)),
                self._line(self._zero, "axis"),
                *self._numbers(),
            ],
        )

    def _scale(self) -> Iterator[svg.Element]:
        """Yield the names of the sides, and a line at the end of the graph's largest bar."""
        graph = self._graph
        has_sizes = any(bar.size is not None for bar in graph.bars)
        for side, name in ((1, graph.above), (-1, graph.below)):
            if not name:
                continue
            end = self._zero - side * _HEIGHT
            if has_sizes:
                yield self._line(end, "grid")
                yield _label(_LEFT - 8, end + 4, str(graph.largest), "end", "scale")
            yield _label(_LEFT - 8, self._zero - side * _HEIGHT // 2 + 4, name, "end")
        if has_sizes:
            yield _label(_LEFT - 8, self._zero + 4, "0", "end", "scale")

    def _line(self, y: int, name: str) -> svg.Element:
        return svg.Line(x1=_LEFT, x2=self._width - _RIGHT, y1=y, y2=y, class_=[name])

    def _bar(self, at: int, bar: Bar) -> svg.Element:
        """Return a bar with its mark, or a sign on the line, with a tooltip."""
        middle, zero = _LEFT + (at + 0.5) * self._step, self._zero
        says = svg.Title(text=svg.escape(bar.says))
        if not bar.side:
            sign = _label(middle, zero - 5, "?" if bar.side is None else "=", "middle")
            return svg.G(elements=[says, sign])
        share = 1 if bar.size is None else float(bar.size / self._graph.largest)
        length, wide = round(share * _HEIGHT, 1), round(self._step * 0.7, 1)
        shape = svg.Rect(
            x=round(middle - wide / 2, 1),
            y=zero - length if bar.side > 0 else zero,
            width=wide,
            height=length,
            class_=["bar", *(["some"] if bar.size is None else [])],
        )
        end = zero - length - 5 if bar.side > 0 else zero + length + 14
        mark = [_label(middle, end, bar.mark, "middle")] if bar.mark else []
        return svg.G(elements=[says, shape, *mark])

    def _numbers(self) -> Iterator[svg.Element]:
        """Yield as many of the move numbers as there is room for."""
        y, free = self._height - 12, 0.0
        for at, bar in enumerate(self._bars):
            x = _LEFT + (at + 0.5) * self._step
            if bar.number and x >= free:
                yield _label(x, y, bar.number, "middle", "scale")
                free = x + _NUMBER


def _label(x: float, y: float, text: str, anchor: _Anchor, *classes: str) -> svg.Element:
    return svg.Text(
        x=round(x, 1),
        y=round(y, 1),
        text=svg.escape(text),
        text_anchor=anchor,
        class_=list(classes) or None,
    )


def share_svg(table: Table, row: int) -> str:
    """Return the bar of a row, with its interval as a line; all of a table have the same scale.

    It only repeats the cells beside it, so it is hidden from screen readers.
    """
    share = table.shares[row]
    unit = (_BAR_WIDTH - 2) / (max(each.high for each in table.shares) or 1.0)
    width = max(round(share.share * unit, 1), _THINNEST) if share.share else 0
    bar = svg.Rect(x=1, y=3, width=width, height=_BAR_HEIGHT - 6, class_=["bar"])
    picture = svg.SVG(
        width=_BAR_WIDTH,
        height=_BAR_HEIGHT,
        viewBox=svg.ViewBoxSpec(0, 0, _BAR_WIDTH, _BAR_HEIGHT),
        extra={"aria-hidden": "true"},
        elements=[bar, *_interval(share, unit)],
    )
    return str(picture)


def _interval(share: Share, unit: float) -> Iterator[svg.Element]:
    if share.low == share.high:
        return
    low, high = (round(1 + end * unit, 1) for end in (share.low, share.high))
    yield svg.Line(x1=low, x2=high, y1=_BAR_MIDDLE, y2=_BAR_MIDDLE, class_=["axis"])
    for end in (low, high):
        yield svg.Line(
            x1=end, x2=end, y1=_BAR_MIDDLE - _END / 2, y2=_BAR_MIDDLE + _END / 2, class_=["axis"]
        )


def render(template: Path, filters: Mapping[str, Any], **facts: object) -> str:
    """Render a template, which may include those of this folder; all text is escaped."""
    environment = Environment(
        loader=FileSystemLoader([template.parent, Path(__file__).parent]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= filters
    page = environment.get_template(template.name)
    return _NO_TEXT.sub("\ufffd", page.render(maker=f"proofplay {version()}", **facts))
