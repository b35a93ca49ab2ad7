"""Letters and digits as outlines, so that pictures do not depend on fonts.

Only browsers honour a font embedded in an SVG: other viewers, Typst and the PNG renderer ignore it,
and a strict content security policy would have to allow fonts. `letters.json` is made by
`tools/letters.py` from Source Sans Semibold; its licence is `letters-OFL.txt`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter in a text: its outline, and where on the line it begins.

    The outline is SVG path data in font units, with the origin where the letter begins and y
    pointing down; a font unit is `scale` units of the picture.
    """

    outline: str
    x: float
    y: float
    scale: float


def write(text: str, size: float, x: float, y: float) -> Iterator[Letter]:
    """Yield the letters of an ASCII text, centred on x and y, with capitals `size` high."""
    font = _font()
    glyphs = [font["glyphs"][character] for character in text]
    scale = size / font["capitals"]
    left = x - scale * sum(glyph["advance"] for glyph in glyphs) / 2
    for glyph in glyphs:
        yield Letter(glyph["outline"], left, y + size / 2, scale)
        left += scale * glyph["advance"]


@cache
def _font() -> dict[str, Any]:
    text = Path(__file__).with_name("letters.json").read_text(encoding="ascii")
    return dict(json.loads(text))
