"""The number of solutions of a solitaire, and of their ends, up to a puzzle's limits.

A count stops as soon as it exceeds the limit; otherwise it is complete.
"""

from __future__ import annotations

from itertools import islice, product

from positions.game import Position
from positions.games.sight_reduction import BLACK, WHITE
from solver.puzzles.solitaires.keeping import SolvableOracle, State


def count_solutions(deal: SolvableOracle, limit: int) -> int:
    """Count the move sequences that solve a solvable deal, up to one more than `limit`."""
    return _count(deal, deal.start, limit, {})


def _count(deal: SolvableOracle, state: State, limit: int, known: dict[State, int]) -> int:
    if state not in known:
        removals = deal.keeping(state)
        count = 0 if removals else 1
        for removed in removals:
            count += _count(deal, state.without(removed), limit, known)
            if count > limit:
                count = limit + 1
                break
        known[state] = count
    return known[state]


def count_ends(position: Position, deal: SolvableOracle, limit: int) -> int:
    """Count the pairs of pieces that a solution can leave (SR3), up to one more than `limit`."""
    board = position.board
    pairs = product(board.squares(WHITE), board.squares(BLACK))
    return len(list(islice((pair for pair in pairs if deal.ends_on(*pair)), limit + 1)))
