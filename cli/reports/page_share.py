"""Shares on a web page, as SVG: a bar in each row of a table, with its interval as a line.

A bar only repeats the cells beside it, so it is hidden from screen readers.
"""

from __future__ import annotations

from collections.abc import Iterator

import svg

from cli.reports.document import Share, Table

_WIDTH, _HEIGHT = 220, 18
_MIDDLE = _HEIGHT / 2
# The height of the marks at the ends of an interval.
_END = 8
# The width of the bar of the smallest share above 0.
_THINNEST = 1


def share_svg(table: Table, row: int) -> str:
    """Return the bar of a row; all bars of a table have the same scale."""
    share = table.shares[row]
    unit = (_WIDTH - 2) / (max(each.high for each in table.shares) or 1.0)
    width = max(round(share.share * unit, 1), _THINNEST) if share.share else 0
    bar = svg.Rect(x=1, y=3, width=width, height=_HEIGHT - 6, class_=["bar"])
    picture = svg.SVG(
        width=_WIDTH,
        height=_HEIGHT,
        viewBox=svg.ViewBoxSpec(0, 0, _WIDTH, _HEIGHT),
        extra={"aria-hidden": "true"},
        elements=[bar, *_interval(share, unit)],
    )
    return str(picture)


def _interval(share: Share, unit: float) -> Iterator[svg.Element]:
    if share.low == share.high:
        return
    low, high = (round(1 + end * unit, 1) for end in (share.low, share.high))
    yield svg.Line(x1=low, x2=high, y1=_MIDDLE, y2=_MIDDLE, class_=["axis"])
    for end in (low, high):
        yield svg.Line(
            x1=end, x2=end, y1=_MIDDLE - _END / 2, y2=_MIDDLE + _END / 2, class_=["axis"]
        )
