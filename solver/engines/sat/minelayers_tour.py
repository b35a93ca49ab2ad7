"""Knight's tours in clauses (MM4): the moves that form a tour.

A tour is a set of moves, two at each square, that form one cycle. An open tour becomes a cycle too,
through an extra place, `OUTSIDE`, adjacent to every square. Two moves per square take few clauses;
that there is a single cycle is stated lazily: if the solver's moves form several cycles, each must
have a move that leaves it, and the solver is asked again.

If several squares have given numbers, or one in an open tour, all squares get numbers, and a move
leads from a number to the next or the previous one. That alone ensures a single cycle;
docs/explanation/sat.md explains why the moves are stated nevertheless.

Variables, by name:

``move a b``  the tour goes from a to b or from b to a, a < b.
``has a n``   the place a has the number n, counted along the cycle.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import inf

from positions.games.minelayers_tour import TourPuzzle
from solver.engines.sat.formula import Formula
from solver.engines.sat.process import GLUCOSE, SatProcess
from solver.interface.engine import Budget

OUTSIDE = -1
DARK, LIGHT = 0, 1

# Boards with more than two files and ranks but without a tour, the smaller side first.
_WITHOUT_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}

_LOG = logging.getLogger(__name__)

Tour = tuple[int, ...]


def tours(puzzle: TourPuzzle, budget: Budget) -> Iterator[Tour]:
    """Yield all tours that solve a puzzle, one by one; raises `LimitReached`.

    If the numbers allow both directions of a tour, both are yielded. Closed tours without given
    numbers begin on a1.
    """
    if why_none(puzzle) is not None:
        return
    if puzzle.size == 1:
        yield (0,)
        return
    circle = Circle(puzzle, budget)
    _LOG.info("encoding: %s", circle.formula.size)
    with SatProcess(circle.formula.clauses, budget, GLUCOSE) as process:
        while (model := process.model()) is not None:
            parts = circle.parts(model)
            if len(parts) == 1:
                yield from circle.numbered(parts[0])
                process.add(*(-literal for literal in circle.moves_in(model)))
            for part in parts if len(parts) > 1 else ():
                process.add(*circle.ways_out(part))


def why_none(puzzle: TourPuzzle) -> str | None:
    """Return the theorem by which a puzzle has no tour; None if no theorem known here applies.

    Squares are coloured like a chess board, and a knight changes colour with each move. Closed
    tours: A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine
    64 (1991), 325–332. Boards without an open tour are those on which a knight cannot reach every
    square, and three small ones; all others have one (P. Cull and J. De Curtins, Knight's tour
    revisited, Fibonacci Quarterly 16 (1978), 276–285).
    """
    short, long = sorted((puzzle.width, puzzle.height))
    is_odd = puzzle.size % 2 == 1
    if puzzle.size > 1 and (short in (1, 2) or (short, long) in _WITHOUT_TOUR):
        return f"no tour of {puzzle.width}×{puzzle.height} exists"
    if puzzle.closed and (is_odd or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8))):
        return f"no closed tour of {puzzle.width}×{puzzle.height} exists (Schwenk 1991)"
    parities = {(number + _colour(puzzle, square)) % 2 for square, number in puzzle.given.items()}
    if len(parities) > 1:
        return "a knight changes colour with each move, which the given numbers contradict"
    if is_odd and parities == {0}:
        return "a tour of an odd board begins on the colour of a1, which has one more square"
    return None


def _colour(puzzle: TourPuzzle, square: int) -> int:
    return sum(divmod(square, puzzle.width)) % 2


class Circle:
    """The tours that solve a puzzle, as models of a formula; models may have several cycles.

    On large boards, stating the numbers takes seconds, within the limits: raises `LimitReached`.
    """

    def __init__(self, puzzle: TourPuzzle, budget: Budget) -> None:
        self.formula = Formula()
        self._puzzle = puzzle
        self._budget = budget
        for place in self._places:
            self._check_limits()
            self.formula.exactly(2, self._moves(place))
        if not puzzle.closed:
            self._state_colours_of_ends()
        if len(self._known) > 1:
            self._state_numbers()

    # The board, with the place outside if the tour is open.

    @cached_property
    def _places(self) -> list[int]:
        squares = list(range(self._puzzle.size))
        return squares if self._puzzle.closed else [OUTSIDE, *squares]

    @cached_property
    def _next_to(self) -> dict[int, list[int]]:
        """The neighbours of each place."""
        squares = range(self._puzzle.size)
        neighbours = {square: list(self._puzzle.neighbours(square)) for square in squares}
        if not self._puzzle.closed:
            for square in squares:
                neighbours[square].append(OUTSIDE)
            neighbours[OUTSIDE] = list(squares)
        return neighbours

    @cached_property
    def _known(self) -> dict[int, int]:
        """The known numbers by place, in increasing order.

        They are counted along the cycle: `OUTSIDE` is 0, as is the end of a closed tour.
        """
        total = len(self._places)
        numbers = {number % total: square for square, number in self._puzzle.given.items()}
        if not self._puzzle.closed:
            numbers[0] = OUTSIDE
        elif not numbers:
            numbers[1] = 0
        return {numbers[number]: number for number in sorted(numbers)}

    # The clauses.

    def _move(self, one: int, other: int) -> int:
        return self.formula.variable("move", min(one, other), max(one, other))

    def _moves(self, place: int) -> list[int]:
        return [self._move(place, other) for other in self._next_to[place]]

    def _state_colours_of_ends(self) -> None:
        """State the colours of an open tour's ends: one of each, or both the colour of a1.

        This follows from the moves by counting the squares of each colour, an argument that solvers
        do not find.
        """
        odd = self._puzzle.size % 2
        for colour, ends in ((DARK, 1 + odd), (LIGHT, 1 - odd)):
            squares = [s for s in self._next_to[OUTSIDE] if _colour(self._puzzle, s) == colour]
            self.formula.exactly(ends, [self._move(OUTSIDE, square) for square in squares])

    def _state_numbers(self) -> None:
        """State that each place has one number, and that moves join consecutive numbers."""
        numbers = range(len(self._places))
        has: dict[int, dict[int, int]] = {place: {} for place in self._places}
        for number, places in self._candidates().items():
            self._check_limits()
            for place in places:
                has[place][number] = self.formula.variable("has", place, number)
            self.formula.exactly(1, [has[place][number] for place in places])
        for place in self._places:
            self._check_limits()
            self.formula.exactly(1, list(has[place].values()))
            for number, literal in has[place].items():
                beside = (numbers[number - 1], numbers[number + 1 - len(numbers)])
                self._state_beside(place, literal, beside, has)

    def _check_limits(self) -> None:
        self._budget.check()
        self._budget.look()

    def _state_beside(
        self, place: int, has_number: int, beside: Iterable[int], has: dict[int, dict[int, int]]
    ) -> None:
        """State that a place's moves lead to the numbers before and after its own."""
        around = self._next_to[place]
        for number in beside:
            places = [has[other][number] for other in around if number in has[other]]
            self.formula.add(-has_number, *places)
        for other in around:
            numbers = [has[other][number] for number in beside if number in has[other]]
            self.formula.add(-has_number, -self._move(place, other), *numbers)

    def _candidates(self) -> dict[int, list[int]]:
        """Return the places that can have each number, by colour and by distance to known ones."""
        total = len(self._places)
        candidates = {number: [place] for place, number in self._known.items()}
        known = list(self._known.items())
        for (start, first), (end, last) in pairwise([*known, known[0]]):
            length = (last - first) % total
            there, back = self._distances(start), self._distances(end)
            for step in range(1, length):
                number = (first + step) % total
                candidates[number] = [
                    square
                    for square in there
                    if square not in self._known
                    and there[square] <= step
                    and back.get(square, inf) <= length - step
                    and _colour(self._puzzle, square) == self._colour_of(number)
                ]
        return candidates

    def _colour_of(self, number: int) -> int:
        square, known = next(iter(self._puzzle.given.items()))
        return (_colour(self._puzzle, square) + number - known) % 2

    def _distances(self, start: int) -> dict[int, int]:
        """Return the distances in moves from a place, through squares without a known number."""
        distance_of, queue = {start: 0}, deque([start])
        while queue:
            place = queue.popleft()
            for other in self._next_to[place]:
                if other not in distance_of and other not in self._known:
                    distance_of[other] = distance_of[place] + 1
                    queue.append(other)
        return distance_of

    # Reading a model.

    def moves_in(self, model: Iterable[int]) -> list[int]:
        """Return the literals of a model's moves."""
        true = set(model)
        return sorted({move for place in self._places for move in self._moves(place)} & true)

    def parts(self, model: Iterable[int]) -> list[list[int]]:
        """Return the cycles formed by a model's moves."""
        true = set(model)
        joined = {
            place: [other for other in self._next_to[place] if self._move(place, other) in true]
            for place in self._places
        }
        parts, left = [], dict.fromkeys(self._places)
        while left:
            part = []
            following: int | None = next(iter(left))
            while following is not None:
                part.append(following)
                del left[following]
                following = next((place for place in joined[following] if place in left), None)
            parts.append(part)
        return parts

    def ways_out(self, part: Sequence[int]) -> list[int]:
        """Return the literals of the moves from some places to the others."""
        inside = set(part)
        return [
            self._move(place, other)
            for place in part
            for other in self._next_to[place]
            if other not in inside
        ]

    def numbered(self, circle: Sequence[int]) -> Iterator[Tour]:
        """Yield the tours along a cycle, in either direction, that agree with the given numbers."""
        place, number = next(iter(self._known.items()))
        for way in (circle, circle[::-1]):
            # In an open tour, number 1 follows `OUTSIDE`, which is removed.
            first = way.index(place) + 1 - number
            tour = tuple(square for square in (*way[first:], *way[:first]) if square != OUTSIDE)
            if all(
                tour[given_number - 1] == square
                for square, given_number in self._puzzle.given.items()
            ):
                yield tour
