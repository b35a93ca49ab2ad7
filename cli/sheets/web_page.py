"""Sheets as one page of HTML, which can be read on a screen and printed; it needs nothing else."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from cli.reports.templates import render
from cli.sheets.layout import ANSWER, GUTTER, MARGIN, SIZES, lay_out
from cli.sheets.sheet import PROMISE, Sheet

# Boards are so much smaller than they could be, since fonts are the browser's.
_SHARE = 0.9


def to_html(sheet: Sheet) -> str:
    """Return a sheet as a document."""
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
