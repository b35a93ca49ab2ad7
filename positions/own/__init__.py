"""What a game of one's own is written with: one class that says what the rules are.

``docs/howto/own-game.md`` is the tutorial, ``docs/reference/own-game.md`` the reference.
"""

from __future__ import annotations

from positions.game import PASS, Move, Outcome
from positions.looks.scene import Colour, Look
from positions.looks.scene import Shape as PieceShape
from positions.own.boards import Graph, Hexagons, Image, Places, Points, Shape, Squares
from positions.own.faults import RulesError
from positions.own.game import (
    DRAW,
    VERSION,
    ConnectionGame,
    InARow,
    LastMoverWins,
    OwnGame,
    PlacingGame,
    State,
    place,
    scored,
    step,
    take,
    win,
)

__all__ = [
    "DRAW",
    "PASS",
    "VERSION",
    "Colour",
    "ConnectionGame",
    "Graph",
    "Hexagons",
    "Image",
    "InARow",
    "LastMoverWins",
    "Look",
    "Move",
    "Outcome",
    "OwnGame",
    "PieceShape",
    "Places",
    "PlacingGame",
    "Points",
    "RulesError",
    "Shape",
    "Squares",
    "State",
    "place",
    "scored",
    "step",
    "take",
    "win",
]
