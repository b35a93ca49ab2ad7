"""Graphs on a web page, as SVG: a bar for each move, up or down from a line.

The side, and a tooltip in words, show who is ahead; a bar of unknown length is dashed. Colour
carries no information, and comes from the page's style.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import svg

from cli.reports.document import Bar, Graph

# Lengths are in units of about one pixel.
_HEIGHT = 110
_LEFT, _RIGHT, _TOP, _BOTTOM = 120, 8, 24, 50
_ROOM = 640
_LARGEST_STEP = 32
# The maximum number of bars side by side; more are split into parts, one below the other.
_MAX_BARS = 44
# The minimum room for a number below the bars.
_NUMBER = 28

_Anchor = Literal["start", "middle", "end"]


def graph_svg(graph: Graph) -> str:
    """Return a graph as markup, in several pictures if it is long."""
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
                yield _text(_LEFT - 8, end + 4, str(graph.largest), "end", "scale")
            yield _text(_LEFT - 8, self._zero - side * _HEIGHT // 2 + 4, name, "end")
        if has_sizes:
            yield _text(_LEFT - 8, self._zero + 4, "0", "end", "scale")

    def _line(self, y: int, name: str) -> svg.Element:
        return svg.Line(x1=_LEFT, x2=self._width - _RIGHT, y1=y, y2=y, class_=[name])

    def _bar(self, at: int, bar: Bar) -> svg.Element:
        """Return a bar with its mark, or a sign on the line, with a tooltip."""
        middle, zero = _LEFT + (at + 0.5) * self._step, self._zero
        says = svg.Title(text=svg.escape(bar.says))
        if not bar.side:
            sign = _text(middle, zero - 5, "?" if bar.side is None else "=", "middle")
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
        mark = [_text(middle, end, bar.mark, "middle")] if bar.mark else []
        return svg.G(elements=[says, shape, *mark])

    def _numbers(self) -> Iterator[svg.Element]:
        """Yield as many of the move numbers as there is room for."""
        y, free = self._height - 12, 0.0
        for at, bar in enumerate(self._bars):
            x = _LEFT + (at + 0.5) * self._step
            if bar.number and x >= free:
                yield _text(x, y, bar.number, "middle", "scale")
                free = x + _NUMBER


def _text(x: float, y: float, text: str, anchor: _Anchor, *classes: str) -> svg.Element:
    return svg.Text(
        x=round(x, 1),
        y=round(y, 1),
        text=svg.escape(text),
        text_anchor=anchor,
        class_=list(classes) or None,
    )
