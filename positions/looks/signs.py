"""The signs that stand for pieces and edges where a board is drawn in characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from positions.looks.scene import Colour, Look, Scene, Shape


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


UNICODE_BOARD = BoardSigns("·", "┌┬┐├┼┤└┴┘", "─", "│", "━", "┃", "○", "●", "♔", "♚", "¤", "■", "□")
ASCII_BOARD = BoardSigns(".", "+++++++++", " ", " ", "-", "|")


def piece_sign(looks: Mapping[str, Look], symbol: str, signs: BoardSigns) -> str:
    """Return the sign of a piece: that of its look if it is unique, else its symbol."""
    usual = {other: _usual_sign(look, signs) for other, look in looks.items()}
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


def edge_sign(scene: Scene, owner: str, signs: BoardSigns) -> str:
    """Return the sign of an edge: that of its colour, or its owner's symbol as a capital."""
    is_first = owner == scene.ends
    return (signs.first_edge if is_first else signs.second_edge) or owner.upper()
