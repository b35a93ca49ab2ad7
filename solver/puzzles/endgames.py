"""Positions amid a game for two, reached by random play: where their puzzles are looked for.

Random play is long past the opening where engines prove positions quickly and much still depends on
the move. How many plies that takes was tried out on the boards that people play, and grows with the
squares of a board. Marvin's games are too long for that, and their ends too quiet: there play goes
on from a board on which many points hold kings already.
"""

from __future__ import annotations

from random import Random

from positions.deals import DealOrder, attempt
from positions.errors import InputError
from positions.game import Game, Position
from positions.games import GAMES
from positions.games.marvin import MARVIN
from positions.games.nakatta import PIE
from positions.grid import EMPTY, Board
from positions.text import start_position
from solver.puzzles.kind import Refused, Setting

OVER = "over before so many plies"

# The fewest and the most random plies for each hundred squares of a board.
_PLIES = {
    "sight-reduction": (40, 65),
    "manhattan": (132, 156),
    "marvin": (8, 28),
    "nakatta": (22, 48),
    "minelayers": (26, 36),
}
# The least and the greatest part of Marvin's points, in hundredths, that hold kings at first.
_KINGS = (36, 52)


def board_size(setting: Setting) -> tuple[int, int]:
    """Give the board of a setting: the standard one where none was asked for."""
    return setting.size or GAMES[setting.game].size


def check_setting(setting: Setting) -> None:
    """Raise `InputError` if the game is not played so by two."""
    game = GAMES[setting.game]
    if game.solitaire in setting.variants:
        raise InputError(f"found the variant {game.solitaire}, expected a game for two")
    if game.setups:
        order = DealOrder(game, *board_size(setting), setting.variants, game.setups[0])
        position = attempt(order, Random(0))
        flaws = [] if position is None else game.rules.flaws(position)
        if flaws:
            raise InputError("; ".join(map(str, flaws)))
    else:
        start_position(game, *board_size(setting), setting.variants)


def endgame(setting: Setting, plies: int | None, random: Random) -> Position:
    """Play at random, so many plies from the start or as many as suit the game; or `Refused`."""
    game = GAMES[setting.game]
    if plies is not None:
        return _play(game, setting, plies, random)
    least, most = _scaled(setting, _PLIES[game.name])
    played = random.randint(least, most)
    if game is MARVIN:
        return _amid_kings(setting, played, random)
    return _play(game, setting, played, random)
