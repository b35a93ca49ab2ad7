"""The signs for boards, graphs and reports: Unicode, or ASCII if the output has nothing else."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from positions import Position
from positions.looks.drawing import draw
from positions.looks.signs import ASCII_BOARD, UNICODE_BOARD, BoardSigns, edge_sign, piece_sign


@dataclass(frozen=True, slots=True)
class GraphSigns:
    """The signs for drawing graphs: full and half cells of bars, and lines.

    `some` is the cell of a bar of unknown length.
    """

    full: str
    lower: str
    upper: str
    some: str
    side: str
    corner: str
    line: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs of reports and drawings."""

    board: BoardSigns
    graph: GraphSigns
    best: str
    before: str
    times: str
    between: str


UNICODE = Glyphs(
    UNICODE_BOARD,
    GraphSigns("█", "▄", "▀", "░", "│", "├", "─"),
    best="★",
    before="…",
    times="×",
    between=" · ",
)
ASCII = Glyphs(
    ASCII_BOARD,
    GraphSigns("#", "#", "#", ":", "|", "+", "-"),
    best="*",
    before="...",
    times="x",
    between=", ",
)


def glyphs() -> Glyphs:
    """Return the signs that standard output can encode."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        repr(UNICODE).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def sign(position: Position, symbol: str, signs: Glyphs) -> str:
    """Return the sign of a piece."""
    return piece_sign(draw(position).looks, symbol, signs.board)


def legend(position: Position, signs: Glyphs) -> str:
    """Return the meanings of the signs on a board that the pieces' names do not contain."""
    drawing = draw(position)
    named = [
        (piece_sign(drawing.looks, piece, signs.board), name)
        for piece, name in drawing.names.items()
    ]
    pieces = [f"{sign} {name}" for sign, name in named if sign not in name.split()]
    edges = [
        f"{edge_sign(drawing.scene, owner, signs.board)} {drawing.looks[owner].colour}'s edges"
        for owner in (drawing.scene.ends, drawing.scene.sides)
        if owner is not None
    ]
    return signs.between.join(pieces + edges)
