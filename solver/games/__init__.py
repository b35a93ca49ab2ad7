"""The solver's descriptors of the games: those of the program in one explicit list."""

from __future__ import annotations

from positions.game import Position
from positions.games import GAMES
from solver.games.descriptor import GameSolver
from solver.games.manhattan import MANHATTAN
from solver.games.marvin import MARVIN
from solver.games.minelayers import MINELAYERS
from solver.games.nakatta import NAKATTA
from solver.games.own import own_solver
from solver.games.sight_reduction import SIGHT_REDUCTION

DESCRIPTORS: dict[str, GameSolver] = {
    "sight-reduction": SIGHT_REDUCTION,
    "manhattan": MANHATTAN,
    "marvin": MARVIN,
    "nakatta": NAKATTA,
    "minelayers": MINELAYERS,
}


def descriptor_of(game: Position | str) -> GameSolver:
    """Return the descriptor of a game, given its name or one of its positions."""
    name = game if isinstance(game, str) else game.game
    return DESCRIPTORS.get(name) or own_solver(GAMES[name])
