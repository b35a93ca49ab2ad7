"""Sheets typeset by Typst: pages as PDF, or one long page as SVG.

Both contain their fonts, embedded or as outlines, and the same sheet gives the same bytes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from cli.sheets.layout import ANSWER, GUTTER, MARGIN, SIZES, lay_out
from cli.sheets.sheet import PROMISE, Entry, Sheet

_TEMPLATE = Path(__file__).with_name("sheet.typ")


def to_pdf(sheet: Sheet) -> bytes:
    """Return a sheet as a PDF."""
    return _typeset(sheet, "pdf")


def to_svg(sheet: Sheet) -> bytes:
    """Return a sheet as one SVG page, as wide as the paper and as long as necessary."""
    return _typeset(sheet, "svg")


def _typeset(sheet: Sheet, form: Literal["pdf", "svg"]) -> bytes:
    import typst

    width, height = SIZES[sheet.paper]
    layout = lay_out(sheet.paper, [entry.extent for entry in sheet.entries])
    data = {
        "title": sheet.title,
        "origin": sheet.origin,
        "promise": PROMISE,
        "width": width,
        "height": height,
        "endless": form == "svg",
        "margin": MARGIN,
        "gutter": GUTTER,
        "answer": ANSWER,
        "columns": layout.columns,
        "puzzles": [_puzzle(entry, layout.scale) for entry in sheet.entries],
    }
    return typst.compile(
        _TEMPLATE,
        # The default is the current folder, which may no longer exist.
        root=_TEMPLATE.parent,
        format=form,
        ignore_system_fonts=True,
        sys_inputs={"sheet": json.dumps(data)},
    )


def _puzzle(entry: Entry, scale: float) -> dict[str, object]:
    return {
        "number": entry.number,
        "grade": entry.grade,
        "setting": entry.setting,
        "goal": entry.goal,
        "picture": entry.picture,
        "width": entry.extent[0] * scale,
        "words": entry.words,
        "moves": entry.moves,
        "solved": entry.solved,
        "proof": entry.proof,
    }
