"""The look of a game, as data.

The terminal, the pictures and the board in the browser all draw from it in their own ways. By
default a game is drawn on squares, each kind of piece as a disc in the colour that its name begins
with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Colour(StrEnum):
    """The colour of a piece; grey is neutral."""

    WHITE = "white"
    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    GREY = "grey"


class Shape(StrEnum):
    """The shape of a piece: a disc, a stack of two discs with a crown, a mine with horns."""

    DISC = "disc"
    KING = "king"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a piece; `letter`, an ASCII letter or digit, is written on it."""

    colour: Colour
    shape: Shape = Shape.DISC
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """The look of a game's board and of each piece.

    `looks` has the looks of symbols that differ from the default (`looks_of`). Pieces stand in
    squares, which may be `is_checkered`, or `on_points`, where lines cross. `ends` and `sides` are
    the symbols of the colours that own top and bottom, and left and right. With `is_joined`,
    adjacent pieces of a kind are drawn connected: a group, a chain.

    With `is_hexagonal`, the places are hexagons, each rank shifted by half of one to the right of
    the rank below. `holes` are places that the board does not have, and `lines` the pairs of points
    that are joined, if they are not those of a grid.
    """

    looks: dict[str, Look] = field(default_factory=dict)
    on_points: bool = False
    is_checkered: bool = False
    ends: str | None = None
    sides: str | None = None
    is_joined: bool = False
    is_hexagonal: bool = False
    holes: frozenset[int] = frozenset()
    lines: tuple[tuple[int, int], ...] | None = None


def looks_of(scene: Scene, pieces: dict[str, str]) -> dict[str, Look]:
    """Return the look of every symbol in `pieces`, which maps symbols to names.

    The default look is a disc in the colour with which the name begins, or grey. Pieces that would
    look the same get their symbols as letters.
    """
    usual = {symbol: Look(_colour(name)) for symbol, name in pieces.items()}
    plain = list((usual | scene.looks).values())
    lettered = {
        symbol: look
        if plain.count(look) == 1 and look.colour != Colour.GREY
        else Look(look.colour, letter=symbol)
        for symbol, look in usual.items()
    }
    return lettered | scene.looks


def _colour(name: str) -> Colour:
    word = name.partition(" ")[0]
    return Colour(word) if word in list(Colour) else Colour.GREY
