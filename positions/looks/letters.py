"""Letters and digits as outlines of a font, so that pictures need no font where they are shown.

A font in a picture is one to browsers alone: other viewers, Typst and what makes PNG of SVG pass
over it, and pages that let nothing be fetched or run would have to let fonts in. `letters.json` is
made by `tools/letters.py` of Source Sans Semibold; its license is `letters-OFL.txt`.
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
    """A letter in a text: what it looks like, and where on the line it begins.

    The outline is path data of SVG in the font's own units, whose origin is where the letter begins
    and whose y grows downwards; a unit of it is `scale` units of the picture.
    """

    outline: str
    x: float
    y: float
    scale: float


def write(text: str, size: float, x: float, y: float) -> Iterator[Letter]:
    """Yield a text of ASCII letters and digits whose capitals are `size` high, around x and y."""
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
