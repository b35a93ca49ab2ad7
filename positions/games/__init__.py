"""The games: those of the program in one explicit list, then those of installed packages."""

from __future__ import annotations

from positions.game import Game, Position, Rules
from positions.games.manhattan import MANHATTAN
from positions.games.marvin import MARVIN
from positions.games.minelayers import MINELAYERS
from positions.games.nakatta import NAKATTA
from positions.games.sight_reduction import SIGHT_REDUCTION
from positions.own.files import Installed, installed

GAMES: dict[str, Game] = {
    game.name: game for game in (SIGHT_REDUCTION, MANHATTAN, MARVIN, NAKATTA, MINELAYERS)
}
INSTALLED: list[Installed] = list(installed(GAMES))
GAMES |= {found.name: found.game for found in INSTALLED if found.game is not None}


def game_of(position: Position) -> Game:
    """Return the game that a position belongs to."""
    return GAMES[position.game]


def rules_of(position: Position) -> Rules:
    """Return the rules that a position is played by."""
    return GAMES[position.game].rules_of(position)
