"""Combinatorial values of the positions that no kernel values: Sight Reduction with `harder`.

There a value need not be an integer, nor even a number, and its canonical form is worked out from
the options, which is affordable while few pieces are left.
"""

from __future__ import annotations

from fractions import Fraction

from positions.game import Position
from positions.games.sight_reduction import pieces_left
from solver.combinatorial import game_value
from solver.engine import Budget

MAX_PIECES = 12


def small_value(position: Position, budget: Budget) -> Fraction | None:
    """Give a position's value if it is a number and few pieces are left; else None."""
    if pieces_left(position) > MAX_PIECES:
        return None
    return game_value(position, budget.tick).number
