"""Random knight's tours (MM4).

Warnsdorff's rule, to go to the square with the fewest continuations, finds a tour of most boards
within a few starts, but always a similar one. So it is then shuffled: a knight's move from one end
of the tour leads to a square on it, and reversing the part from there to the end gives another tour
(the moves that R. Oberdorf and others called backbiting, for walks on lattices: Physical Review E
74, 051801, 2006). A closed tour is one whose ends happen to be a knight's move apart.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from positions.games.minelayers_tour import TourPuzzle

_STARTS = 50
# Shuffling moves per square: the number made, and the maximum added until the ends meet.
_SHUFFLES = 20
_MAX_SHUFFLES = 1000


def random_tour(
    board: TourPuzzle, random: Random, check: Callable[[], None] = lambda: None
) -> list[int] | None:
    """Return the squares of a random tour in order; None if none was found.

    `check` is called at every step, and may raise an exception to end the work.
    """
    for _ in range(_STARTS):
        check()
        tour = _by_few_ways(board, random)
        if len(tour) == board.size:
            return _shuffled(board, tour, random, check)
    return None


def _by_few_ways(board: TourPuzzle, random: Random) -> list[int]:
    """Move by Warnsdorff's rule until stuck, breaking ties at random."""
    tour = [random.randrange(board.size)]
    left = set(range(board.size)) - set(tour)
    while ways := {
        square: sum(other in left for other in board.neighbours(square))
        for square in board.neighbours(tour[-1])
        if square in left
    }:
        fewest = min(ways.values())
        square = random.choice([square for square, count in ways.items() if count == fewest])
        tour.append(square)
        left.remove(square)
    return tour


def _shuffled(
    board: TourPuzzle, tour: list[int], random: Random, check: Callable[[], None]
) -> list[int] | None:
    """Reverse parts of a tour at either end, until it is closed if it has to be."""
    if board.size == 1:
        return tour
    for done in range(_MAX_SHUFFLES * board.size):
        check()
        is_closed = tour[0] in board.neighbours(tour[-1])
        if done >= _SHUFFLES * board.size and (is_closed or not board.closed):
            return tour
        if random.random() < 0.5:
            tour.reverse()
        at = tour.index(random.choice(board.neighbours(tour[-1])))
        tour[at + 1 :] = tour[:at:-1]
    return None
