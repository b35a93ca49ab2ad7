"""The signs for boards, graphs and reports: Unicode, or ASCII if the output has nothing else."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from positions import Position
from positions.looks.drawing import Drawing, draw
from positions.looks.scene import Colour, Look, Shape


@dataclass(frozen=True, slots=True)
class BoardSigns:
    """The signs for drawing boards; a piece without one is drawn as its symbol.

    `crossings` has the nine kinds of line crossings, the top row first.
    """

    empty: str
    crossings: str
    across: str
    down: str
    joined_across: str
    joined_down: str
    hollow: str = ""
    solid: str = ""
    hollow_king: str = ""
    solid_king: str = ""
    mine: str = ""
    first_edge: str = ""
    second_edge: str = ""


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
    BoardSigns("·", "┌┬┐├┼┤└┴┘", "─", "│", "━", "┃", "○", "●", "♔", "♚", "¤", "■", "□"),
    GraphSigns("█", "▄", "▀", "░", "│", "├", "─"),
    best="★",
    before="…",
    times="×",
    between=" · ",
)
ASCII = Glyphs(
    BoardSigns(".", "+++++++++", " ", " ", "-", "|"),
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
    return piece_sign(draw(position), symbol, signs.board)


def legend(position: Position, signs: Glyphs) -> str:
    """Return the meanings of the signs on a board that the pieces' names do not contain."""
    drawing = draw(position)
    named = [
        (piece_sign(drawing, piece, signs.board), name) for piece, name in drawing.names.items()
    ]
    pieces = [f"{sign} {name}" for sign, name in named if sign not in name.split()]
    edges = [
        f"{edge_sign(drawing, owner, signs.board)} {drawing.looks[owner].colour}'s edges"
        for owner in (drawing.scene.ends, drawing.scene.sides)
        if owner is not None
    ]
    return signs.between.join(pieces + edges)


def piece_sign(drawing: Drawing, symbol: str, signs: BoardSigns) -> str:
    """Return the sign of a piece: that of its look if it is unique, else its symbol."""
    usual = {other: _usual_sign(look, signs) for other, look in drawing.looks.items()}
    is_unique = list(usual.values()).count(usual[symbol]) == 1
    return usual[symbol] if is_unique and usual[symbol] else symbol


def _usual_sign(look: Look, signs: BoardSigns) -> str:
    is_hollow = look.colour in (Colour.WHITE, Colour.BLUE)
    if look.letter:
        return look.letter
    if look.shape == Shape.MINE:
        return signs.mine
    if look.shape == Shape.KING:
        return signs.hollow_king if is_hollow else signs.solid_king
    return signs.hollow if is_hollow else signs.solid


def edge_sign(drawing: Drawing, owner: str, signs: BoardSigns) -> str:
    """Return the sign of an edge: that of its colour, or its owner's symbol as a capital."""
    is_first = owner == drawing.scene.ends
    return (signs.first_edge if is_first else signs.second_edge) or owner.upper()
