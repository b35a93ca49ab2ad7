"""How much luck a knight's tour with given squares requires, measured on the board alone.

A walker follows the tour from square to square and sees the given numbers: it does not enter a
given square before its turn, nor a square too far from the next given one. Among the other
unvisited squares it chooses at random. A choice among n squares is worth log2 n bits, and the bits
of a tour are added up. The measure is the mean over walks from both ends, so that a tour and its
reverse have the same measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf, log2

from positions.games.minelayers_tour import TourPuzzle
from solver.puzzles.grades import grade_of
from solver.puzzles.kind import Grading

# The minimum bits of steady, tricky and cruel puzzles.
LIMITS = (20.0, 35.0, 50.0)


def measure(puzzle: TourPuzzle, tour: Sequence[int]) -> Grading:
    """Measure a puzzle by the tour that solves it."""
    givens = {square: puzzle.size + 1 - number for square, number in puzzle.given.items()}
    there, back = _choices(puzzle, tour), _choices(replace(puzzle, given=givens), tour[::-1])
    bits = (sum(map(log2, there)) + sum(map(log2, back))) / 2
    numbers = [0, *sorted(puzzle.given.values()), puzzle.size + 1]
    gap = max(after - before - 1 for before, after in pairwise(numbers))
    parts = {"bits": round(bits, 2), "given": len(puzzle.given), "longest_gap": gap}
    return Grading(grade_of(bits, LIMITS), parts)


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
        self._away: dict[int, dict[int, int]] = {}

    def reaches(self, square: int, turn: int) -> bool:
        """Return whether the next given square can be reached in time from a square at a turn."""
        for number, target in self._given:
            if number > turn:
                return self._distances(target).get(square, inf) <= number - turn
        if not self._puzzle.closed or not self._given:
            return True
        number, target = self._given[0]
        return self._distances(target).get(square, inf) <= self._puzzle.size + number - turn

    def _distances(self, target: int) -> dict[int, int]:
        """Return the knight's moves from each square to a given one, over any squares."""
        if target not in self._away:
            distance_of, edge = {target: 0}, [target]
            while edge:
                edge = [
                    other
                    for square in edge
                    for other in self._puzzle.neighbours(square)
                    if distance_of.setdefault(other, distance_of[square] + 1)
                    == distance_of[square] + 1
                ]
            self._away[target] = distance_of
        return self._away[target]
