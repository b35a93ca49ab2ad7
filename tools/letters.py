"""Make `positions/looks/letters.json`, outlines of letters and digits for pictures, from a font.

    pip install fonttools font-source-sans-pro && python tools/letters.py

Source Sans by Adobe has the SIL Open Font License, which is kept beside the outlines.
"""

import json
import string
from pathlib import Path

import font_source_sans_pro
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

LOOKS = Path(__file__).parents[1] / "positions" / "looks"
DOWNWARDS = (1, 0, 0, -1, 0, 0)


def main() -> None:
    """Write the outlines, and the license."""
    fonts = Path(font_source_sans_pro.__file__).with_name("files")
    font = TTFont(fonts / "SourceSansPro-Semibold.otf")
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    outlines = {}
    for character in string.digits + string.ascii_letters:
        glyph, pen = glyphs[names[ord(character)]], SVGPathPen(glyphs)
        glyph.draw(TransformPen(pen, DOWNWARDS))
        outlines[character] = {"advance": glyph.width, "outline": pen.getCommands()}
    bounds = BoundsPen(glyphs)
    glyphs["H"].draw(bounds)
    letters = {"capitals": bounds.bounds[3], "glyphs": outlines}
    (LOOKS / "letters.json").write_text(json.dumps(letters, indent=1) + "\n", encoding="ascii")
    terms = (fonts / "LICENSE.txt").read_text(encoding="ascii")
    (LOOKS / "letters-OFL.txt").write_text(terms, encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
