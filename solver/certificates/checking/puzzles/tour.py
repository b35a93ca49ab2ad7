"""Checks the records of knight's tours: the tour is valid, and other tours are searched for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf
from operator import itemgetter

from positions.errors import quote
from positions.game import Position
from positions.games.minelayers_tour import TourPuzzle, flaws_of_tour
from positions.games.minelayers_tour_text import puzzle_of
from positions.grid import parse_square, square_name
from solver.certificates.checking.check import Size
from solver.certificates.checking.puzzles.forced import TooManyPositions
from solver.certificates.checking.puzzles.record import (
    WHOLE_LINE,
    CheckedClaim,
    PuzzleRecord,
    expect,
    texts_of,
    uniqueness_of,
)
from solver.certificates.checking.refusal import Refusal
from solver.puzzles.words import tour_goal

# The maximum number of steps, which takes some seconds.
TRIED = 150_000


def tour(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check that the tour fits the given numbers, and that no other one does."""
    puzzle = puzzle_of(position)
    expect(number, record, "goal", tour_goal(position))
    expect(number, record, "closed", puzzle.closed)
    givens = {square_name(puzzle.width, square): n for square, n in puzzle.given.items()}
    expect(number, record, "given", givens)
    squares = _squares(number, record, puzzle)
    flaws = flaws_of_tour(puzzle, squares)
    if flaws:
        raise Refusal(number, flaws[0].describe(puzzle))
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", WHOLE_LINE)
    expect(number, uniqueness, "tours", 1)
    size = Size(moves=len(squares))
    search = _Search(puzzle)
    try:
        count = len(list(islice(search.tours(), 2)))
    except TooManyPositions:
        return CheckedClaim(
            "a tour that fits; not checked: that no other does, and the grade", size
        )
    if count != 1:
        raise Refusal(number, "more than one tour fits the numbers")
    return CheckedClaim(
        "the only tour that fits; not checked: the grade", Size(len(squares), search.tried)
    )


def _squares(number: int, record: PuzzleRecord, puzzle: TourPuzzle) -> list[int]:
    squares = []
    for text in texts_of(number, record):
        square = parse_square(text, puzzle.width, puzzle.height)
        if square is None:
            raise Refusal(number, f"{quote(text)} is not a square of the board")
        squares.append(square)
    return squares


class _Search:
    """Explores all paths that meet each given number at its turn."""

    def __init__(self, puzzle: TourPuzzle) -> None:
        self.tried = 0
        self._puzzle = puzzle
        self._given = {number: square for square, number in puzzle.given.items()}
        self._way: list[int] = []
        self._visited: set[int] = set()
        # For each turn, the next given number and the distance of each square from its square.
        self._next: dict[int, tuple[int, dict[int, int]]] = {}
        for square, number in sorted(puzzle.given.items(), key=itemgetter(1), reverse=True):
            self._next |= dict.fromkeys(range(number), (number, _distances(puzzle, square)))

    def tours(self) -> Iterator[None]:
        """Yield once for each tour; raises `TooManyPositions`."""
        for square in range(self._puzzle.size):
            yield from self._with(square)

    def _with(self, square: int) -> Iterator[None]:
        """Search for the tours that continue the path so far with a square."""
        turn = len(self._way) + 1
        if square in self._visited or not self._may_be(square, turn):
            return
        self.tried += 1
        if self.tried > TRIED:
            raise TooManyPositions
        around = self._puzzle.neighbours(square)
        self._way.append(square)
        self._visited.add(square)
        if turn < self._puzzle.size:
            for other in around:
                yield from self._with(other)
        elif not self._puzzle.closed or self._way[0] in around:
            yield
        self._visited.remove(self._way.pop())

    def _may_be(self, square: int, turn: int) -> bool:
        """Return whether a square is possible at a turn, given the squares that follow."""
        if self._puzzle.given.get(square, turn) != turn or self._given.get(turn, square) != square:
            return False
        if turn not in self._next:
            return True
        number, away = self._next[turn]
        return away.get(square, inf) <= number - turn


def _distances(puzzle: TourPuzzle, target: int) -> dict[int, int]:
    """Return the knight's moves from each square to a given one, over any squares."""
    distance_of, edge = {target: 0}, [target]
    while edge:
        near = {other: square for square in edge for other in puzzle.neighbours(square)}
        edge = [other for other in near if other not in distance_of]
        distance_of.update({other: distance_of[near[other]] + 1 for other in edge})
    return distance_of
