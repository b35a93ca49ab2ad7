"""The games: rules, notation and positions, independent of the engines.

These names are the public Python interface; the modules below are private. Names are imported on
first use, to keep start-up fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from positions.door import legal_moves, picture, reachable, symmetries
    from positions.errors import InputError
    from positions.game import Game, Move, Outcome, Position
    from positions.games import GAMES
    from positions.playing import outcome, play
    from positions.rules_file import load_rules
    from positions.text import format_move, format_position
    from positions.text import format_position as format  # noqa: A004 - the public name
    from positions.text import parse_position as parse

__distribution__ = "proofplay"
_PLACES = {
    "GAMES": "games.GAMES",
    "Game": "game.Game",
    "InputError": "errors.InputError",
    "Move": "game.Move",
    "Outcome": "game.Outcome",
    "Position": "game.Position",
    "format": "text.format_position",
    "format_move": "text.format_move",
    "format_position": "text.format_position",
    "legal_moves": "door.legal_moves",
    "load_rules": "rules_file.load_rules",
    "outcome": "playing.outcome",
    "parse": "text.parse_position",
    "picture": "door.picture",
    "play": "playing.play",
    "reachable": "door.reachable",
    "symmetries": "door.symmetries",
}
__all__ = [
    "GAMES",
    "Game",
    "InputError",
    "Move",
    "Outcome",
    "Position",
    "format",
    "format_move",
    "format_position",
    "legal_moves",
    "load_rules",
    "outcome",
    "parse",
    "picture",
    "play",
    "reachable",
    "symmetries",
]


# Type checkers know all names from the imports above, and report others.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, attribute = _PLACES[name].rpartition(".")
        return getattr(import_module(f"{__name__}.{module}"), attribute)


def __dir__() -> list[str]:
    return __all__
