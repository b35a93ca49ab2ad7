"""Sheets as one page of HTML, which can be read on a screen and printed; it needs nothing else."""

from __future__ import annotations

from importlib import resources

from cli.sheets.layout import GUTTER, MARGIN, SIZES, lay_out
from cli.sheets.sheet import PROMISE, Sheet

# Boards are so much smaller than they could be, since fonts are the browser's.
_SHARE = 0.9


def to_html(sheet: Sheet) -> bytes:
    """Give a sheet as a document."""
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    source = resources.files("cli.sheets").joinpath("sheet.html").read_text(encoding="utf-8")
    layout = lay_out(sheet.paper, [entry.extent for entry in sheet.entries])
    page = environment.from_string(source).render(
        sheet=sheet,
        promise=PROMISE,
        size=SIZES[sheet.paper],
        margin=MARGIN,
        gutter=GUTTER,
        columns=layout.columns,
        scale=layout.scale * _SHARE,
    )
    return page.encode()
