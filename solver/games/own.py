"""The solver's descriptor of a game of one's own, of which it knows only the rules."""

from __future__ import annotations

from functools import lru_cache

from positions.game import Game, Position
from positions.own.rules import OwnRules
from solver.games.descriptor import GameSolver, Playouts, Puzzles

# Up to this many places, the length of best play costs little more than the result.
_CHEAP = 16
# More moves for each place than any game is likely to have: only impossible grades are refused.
_MOVES_OF_A_PLACE = 8
_KEPT = 64


def _is_cheap(position: Position) -> bool:
    return len(position.board.cells) <= _CHEAP


@lru_cache(_KEPT)
def own_solver(game: Game) -> GameSolver:
    """Return the descriptor of a game."""
    rules = game.rules
    takes_squares = isinstance(rules, OwnRules) and rules.kind.takes_squares
    return GameSolver(
        engines=("brute", "search", "sat"),
        is_cheap=_is_cheap,
        playouts=Playouts(None, takes=lambda width, height: True),
        searched="those small enough for a search in Python",
        puzzles=Puzzles(
            kinds=("only-move", "win-in"),
            menu={"only-move": {"": {"gentle..cruel": "usual"}}},
            takes_squares=takes_squares,
            max_moves=lambda width, height, _: _MOVES_OF_A_PLACE * width * height,
            max_plies=lambda width, height: width * height if takes_squares else None,
        ),
    )
