"""Knight's tours with given squares, the puzzle that comes with Manic Minelayers (MM4).

A random tour is made and some of its squares are given. As long as SAT finds another tour that fits
the numbers, one more square is given, in which the two differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import inf, log2
from random import Random
from typing import ClassVar

from positions.errors import InputError, PositionError
from positions.game import Move, Position
from positions.games.minelayers import STEP
from positions.games.minelayers_tour import TourPuzzle, flaws_of_puzzle, puzzle_of
from positions.grid import square_name, symmetries
from positions.reading.puzzle_text import tour_position
from positions.text import format_position
from solver.engines.sat.minelayers_tour import tours, why_none
from solver.interface.engine import Budget
from solver.puzzles.kind import WHOLE_LINE, GameSpec, Measured, Puzzle, Rejection, measured
from solver.puzzles.words import GradeRange, tour_goal

SIZE = (8, 8)

UNLUCKY = "without a random tour"
TOO_FEW = "with other tours, for so few given squares"
SEVERAL = "with several tours"
NO_TOUR = "without a tour"
OTHER_NUMBER = "with another number of given squares"

# One in this many squares is given before the search for other tours.
_FIRST = 8

_STARTS = 50
# Shuffling moves per square: the number made, and the maximum added until the ends meet.
_SHUFFLES = 20
_MAX_SHUFFLES = 1000

# The minimum bits of steady, tricky and cruel puzzles.
LIMITS = (20.0, 35.0, 50.0)


@dataclass(frozen=True, slots=True)
class KnightsTour:
    """An open or a `closed` tour, of which `givens` squares have their numbers.

    Exactly one tour fits. If `givens` is None, as many squares are given as needed.
    """

    name: ClassVar[str] = "tour"
    summary: ClassVar[str] = "find the knight's tour that fits the given numbers"
    nodes: ClassVar[int] = 500_000
    is_playable: ClassVar[bool] = False

    spec: GameSpec
    closed: bool = False
    givens: int | None = None

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the board has no such tour, or fewer squares than are given."""
        board = self._board
        flaws = flaws_of_puzzle(board)
        if flaws:
            raise PositionError(flaws)
        why = why_none(board)
        if why is not None:
            raise InputError(f"--size: {why}")
        if self.givens is not None and self.givens > board.size:
            raise InputError(f"--givens: found {self.givens}, expected at most {board.size}")

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Make a random tour, and give squares of it until it is the only one that fits."""
        tour = random_tour(self._board, random, budget.check)
        if tour is None:
            raise Rejection(UNLUCKY)
        numbers = list(range(1, len(tour) + 1))
        random.shuffle(numbers)
        givens = set(numbers[: max(1, len(tour) // _FIRST)])
        while other := self._other_tour(tour, givens, budget):
            givens.add(random.choice([n for n in numbers if other[n - 1] != tour[n - 1]]))
        if self.givens is not None:
            self._bring_to_number(tour, givens, numbers, budget)
        yield canonical_tour(self._puzzle(tour, givens))

    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Find the tour, and prove that no other one fits."""
        puzzle = puzzle_of(position)
        if self.givens not in (None, len(puzzle.given)):
            raise Rejection(OTHER_NUMBER)
        solutions = list(islice(tours(puzzle, budget), 2))
        if len(solutions) != 1:
            raise Rejection(SEVERAL if solutions else NO_TOUR)
        (tour,) = solutions
        givens = sorted(puzzle.given.items(), key=lambda item: item[1])
        return Puzzle(
            position,
            tour_goal(position),
            tuple(Move(STEP, (square,)) for square in tour),
            WHOLE_LINE,
            {"tours": 1},
            *_measure(puzzle, tour),
            {
                "closed": puzzle.closed,
                "given": {square_name(puzzle.width, square): number for square, number in givens},
            },
        )

    @property
    def _board(self) -> TourPuzzle:
        return TourPuzzle(*(self.spec.size or SIZE), self.closed)

    def _puzzle(self, tour: Sequence[int], givens: set[int]) -> TourPuzzle:
        return replace(self._board, given={tour[number - 1]: number for number in sorted(givens)})

    def _other_tour(
        self, tour: Sequence[int], givens: set[int], budget: Budget
    ) -> tuple[int, ...] | None:
        """Return another tour that fits the given numbers of one, if there is one."""
        fitting = islice(tours(self._puzzle(tour, givens), budget), 2)
        return next((other for other in fitting if other != tuple(tour)), None)

    def _bring_to_number(
        self, tour: Sequence[int], givens: set[int], numbers: Sequence[int], budget: Budget
    ) -> None:
        """Add givens, or take back unneeded ones; raises `Rejection` if it takes too many."""
        wanted = self.givens or 0
        for number in numbers:
            if len(givens) < wanted:
                givens.add(number)
            elif len(givens) == wanted:
                return
            elif number in givens and not self._other_tour(tour, givens - {number}, budget):
                givens.remove(number)
        if len(givens) > wanted:
            raise Rejection(TOO_FEW)


def canonical_tour(puzzle: TourPuzzle) -> Position:
    """Return a representative of a puzzle, its symmetric images, and their reverses."""
    images = []
    for image in symmetries(puzzle.width, puzzle.height):
        givens = {image[square]: number for square, number in puzzle.given.items()}
        backwards = {square: puzzle.size + 1 - number for square, number in givens.items()}
        images += [replace(puzzle, given=givens), replace(puzzle, given=backwards)]
    return min(map(tour_position, images), key=format_position)


def random_tour(
    board: TourPuzzle, random: Random, check: Callable[[], None] = lambda: None
) -> list[int] | None:
    """Return the squares of a random tour in order; None if none was found.

    Warnsdorff's rule, to go to the square with the fewest continuations, finds a tour of most
    boards within a few starts, but always a similar one. So it is then shuffled. `check` is called
    at every step, and may raise an exception to end the work.
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
    """Reverse parts of a tour at either end, until it is closed if it has to be.

    A knight's move from one end of the tour leads to a square on it, and reversing the part from
    there to the end gives another tour (the moves that R. Oberdorf and others called backbiting,
    for walks on lattices: Physical Review E 74, 051801, 2006). A closed tour is one whose ends
    happen to be a knight's move apart.
    """
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


def _measure(puzzle: TourPuzzle, tour: Sequence[int]) -> Measured:
    """Measure how much luck a tour with given squares requires, on the board alone.

    A walker follows the tour from square to square and sees the given numbers: it does not enter a
    given square before its turn, nor a square too far from the next given one. Among the other
    unvisited squares it chooses at random. A choice among n squares is worth log2 n bits, and the
    bits of a tour are added up. The measure is the mean over walks from both ends, so that a tour
    and its reverse have the same measure.
    """
    givens = {square: puzzle.size + 1 - number for square, number in puzzle.given.items()}
    there, back = _choices(puzzle, tour), _choices(replace(puzzle, given=givens), tour[::-1])
    bits = (sum(map(log2, there)) + sum(map(log2, back))) / 2
    numbers = [0, *sorted(puzzle.given.values()), puzzle.size + 1]
    gap = max(after - before - 1 for before, after in pairwise(numbers))
    parts = {"bits": round(bits, 2), "given": len(puzzle.given), "longest_gap": gap}
    return measured(bits, LIMITS, parts)


def _choices(puzzle: TourPuzzle, tour: Sequence[int]) -> list[int]:
    """Return the number of squares to choose from at each turn without a given number."""
    ways = _Ways(puzzle)
    left = set(range(puzzle.size)) - set(puzzle.given)
    counts = []
    for turn, square in enumerate(tour, start=1):
        if square not in puzzle.given:
            around = puzzle.neighbours(tour[turn - 2]) if turn > 1 else range(puzzle.size)
            counts.append(sum(other in left and ways.reaches(other, turn) for other in around))
        left.discard(square)
    return counts


class _Ways:
    """Tells from which squares the next given one can still be reached in time."""

    def __init__(self, puzzle: TourPuzzle) -> None:
        self._puzzle = puzzle
        self._given = sorted((number, square) for square, number in puzzle.given.items())
        self._distances = {square: puzzle.distances(square) for square in puzzle.given}

    def reaches(self, square: int, turn: int) -> bool:
        """Return whether the next given square can be reached in time from a square at a turn."""
        for number, target in self._given:
            if number > turn:
                return self._distances[target].get(square, inf) <= number - turn
        if not self._puzzle.closed or not self._given:
            return True
        number, target = self._given[0]
        return self._distances[target].get(square, inf) <= self._puzzle.size + number - turn
