"""Make the page's PNG icons, `service/static/icons/`, from its SVG icon.

python tools/icons.py
"""

from pathlib import Path

import resvg_py

STATIC = Path(__file__).parents[1] / "service" / "static"
SIDES = (192, 512)
# A system that cuts icons to its own shape keeps at least the middle four fifths; the checkerboard
# in the background extends to the edges.
MASKABLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40">'
    '<path fill="#ecdcb8" d="M-4-4h40v40h-40z"/>'
    '<path fill="#cdb285" d="M16-4h20v20H16zM-4 16h20v20H-4z"/>{inner}</svg>'
)


def main() -> None:
    """Write the icons."""
    icons = STATIC / "icons"
    icons.mkdir(exist_ok=True)
    source = (STATIC / "icon.svg").read_text(encoding="utf-8")
    for side in SIDES:
        (icons / f"{side}.png").write_bytes(png(source, side))
    inner = source[source.index("<circle") : source.index("</svg>")]
    (icons / "maskable.png").write_bytes(png(MASKABLE.format(inner=inner), SIDES[-1]))


def png(source: str, side: int) -> bytes:
    """Return a square picture as PNG, `side` pixels wide."""
    picture: bytes = resvg_py.svg_to_bytes(svg_string=source, width=side, height=side)
    return picture


if __name__ == "__main__":
    main()
