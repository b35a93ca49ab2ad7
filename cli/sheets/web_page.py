"""Sheets as one self-contained HTML page, to read on a screen or to print."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from cli.reports.page import render
from cli.sheets.layout import ANSWER, GUTTER, MARGIN, SIZES, lay_out
from cli.sheets.sheet import PROMISE, Sheet

# Boards are scaled by this factor, to leave room for the browser's own fonts.
_SHARE = 0.9


def to_html(sheet: Sheet) -> str:
    """Return a sheet as an HTML document."""
    layout = lay_out(sheet.paper, [entry.extent for entry in sheet.entries])
    return render(
        Path(__file__).with_name("sheet.html"),
        {"drawn": Markup},
        sheet=sheet,
        title=sheet.title,
        promise=PROMISE,
        size=SIZES[sheet.paper],
        margin=MARGIN,
        gutter=GUTTER,
        columns=layout.columns,
        answer=ANSWER,
        scale=layout.scale * _SHARE,
    )
