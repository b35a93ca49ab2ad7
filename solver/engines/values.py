"""Combinatorial values of positions without a kernel: Sight Reduction with `harder`.

With `harder`, a value need not be an integer, nor even a number, and its canonical form is computed
from the options, which is affordable while few pieces are left.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from positions.game import Position
from positions.games.sight_reduction import pieces_left
from solver import _native
from solver.games.removal_pack import pack, pieces
from solver.interface.engine import Budget

MAX_PIECES = 16

if TYPE_CHECKING:
    from solver.engines.combinatorial import Value

Known = dict[tuple[int, int], "Value"]


def is_computable(position: Position) -> bool:
    """Return whether a position's value can be computed: with `harder`, only for few pieces."""
    return "harder" not in position.variants or pieces_left(position) <= MAX_PIECES


def small_value(position: Position, budget: Budget) -> Fraction | None:
    """Return a position's value if it is a number and few pieces are left; else None."""
    if not is_computable(position):
        return None
    return canonical_value(position, budget.tick, {}).number


def canonical_value(position: Position, tick: Callable[[], None], known: Known) -> Value:
    """Return the canonical value of a position with few pieces.

    `known` holds the values of positions reachable from one deal, by the masks of their pieces, and
    is extended; `tick` is called for each position evaluated.
    """
    # Imported late: most values come from a kernel.
    from solver.engines.combinatorial import game

    deal = pack(position)

    def value(white: int, black: int) -> Value:
        if (white, black) not in known:
            tick()
            here = deal._replace(white=white, black=black)
            known[white, black] = game(
                [value(white & ~mask, black) for mask in _native.removals(*here, 0)],
                [value(white, black & ~mask) for mask in _native.removals(*here, 1)],
            )
        return known[white, black]

    return value(*pieces(position))
