"""Lines of moves as numbered steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from cli.reports.document import Steps
from cli.terminal.signs import Glyphs, sign
from positions import Position
from positions.games import game_of
from positions.games.minelayers_tour_text import is_tour


def steps(caption: str, position: Position, names: Sequence[str], signs: Glyphs) -> Steps:
    """Return a line of moves as numbered steps.

    For two players, a number covers one move of each, as in chess; in solitaire it covers one
    removal, and a sign shows the colour; in a tour it covers one square.
    """
    game = game_of(position)
    names = list(names)
    if is_tour(position):
        return Steps(caption, tuple((name,) for name in names))
    if game.is_solitaire(position):
        colours = [
            sign(position, turn, signs) for turn in (position.turn, game.opponent(position.turn))
        ]
        cells = tuple((f"{colours[ply % 2]} {name}",) for ply, name in enumerate(names))
        return Steps(caption, cells, cycle=2)
    if names and position.turn != next(iter(game.players)):
        names.insert(0, signs.before)
    return Steps(caption, tuple(zip_longest(names[::2], names[1::2], fillvalue="")))
