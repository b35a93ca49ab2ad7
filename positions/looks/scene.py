"""How a game looks, as data.

The terminal, the pictures and the board in the browser all draw what is said here, each by its own
means. A game that says nothing is drawn on squares, each kind of piece as a disc of the colour that
its name begins with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Colour(StrEnum):
    """What colour a piece is; grey is for what belongs to nobody."""

    WHITE = "white"
    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    GREY = "grey"


class Shape(StrEnum):
    """What form a piece has: a disc, a stack of two discs with a crown, a mine with its horns."""

    DISC = "disc"
    KING = "king"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks; `letter`, an ASCII letter or digit, is written on it."""

    colour: Colour
    shape: Shape = Shape.DISC
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """How a game's board looks, and each piece on it.

    `looks` has the look of each symbol that does not have the usual one (`looks_of`). Pieces stand
    in squares, which may be `is_checkered`, or `on_points`, where lines cross. `ends` and `sides`
    are the symbols of the colours that own the top and the bottom, and the left and the right.
    `is_joined` has pieces of a kind that touch along a line drawn as one: a group, a chain.
    """

    looks: dict[str, Look] = field(default_factory=dict)
    on_points: bool = False
    is_checkered: bool = False
    ends: str | None = None
    sides: str | None = None
    is_joined: bool = False


def looks_of(scene: Scene, pieces: dict[str, str]) -> dict[str, Look]:
    """Return the look of every symbol of a game whose `pieces` have names.

    The usual look is a disc of the colour with which the name begins, grey if it is none. A letter
    tells it apart from another one that would look the same: the symbol.
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
