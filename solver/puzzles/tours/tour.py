"""Knight's tours with given squares, the puzzle that comes with Manic Minelayers (MM4).

A random tour is made and some of its squares are given. As long as SAT finds another tour that fits
the numbers, one more square is given, in which the two differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import ClassVar

from positions.errors import InputError, PositionError
from positions.game import Move, Position
from positions.games.minelayers import STEP
from positions.games.minelayers_tour import TourPuzzle, flaws_of_puzzle
from positions.games.minelayers_tour_text import puzzle_of, tour_position
from positions.grid import square_name, symmetries
from positions.text import format_position
from solver.engines.sat.minelayers_tour import tours, why_none
from solver.interface.engine import Budget
from solver.puzzles.goals import tour_goal
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import WHOLE_LINE, Puzzle, Rejection, Setting, Uniqueness
from solver.puzzles.tours.grades import measure
from solver.puzzles.tours.random_tours import random_tour

SIZE = (8, 8)

UNLUCKY = "without a random tour"
TOO_FEW = "with other tours, for so few given squares"
SEVERAL = "with several tours"
NO_TOUR = "without a tour"
OTHER_NUMBER = "with another number of given squares"

# One in this many squares is given before the search for other tours.
_FIRST = 8


@dataclass(frozen=True, slots=True)
class KnightsTour:
    """An open or a `closed` tour, of which `givens` squares have their numbers.

    Exactly one tour fits. If `givens` is None, as many squares are given as needed.
    """

    name: ClassVar[str] = "tour"
    summary: ClassVar[str] = "find the knight's tour that fits the given numbers"
    nodes: ClassVar[int] = 500_000
    is_playable: ClassVar[bool] = False

    setting: Setting
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
            Uniqueness(WHOLE_LINE, {"tours": 1}),
            measure(puzzle, tour),
            {
                "closed": puzzle.closed,
                "given": {square_name(puzzle.width, square): number for square, number in givens},
            },
        )

    @property
    def _board(self) -> TourPuzzle:
        return TourPuzzle(*(self.setting.size or SIZE), self.closed)

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
