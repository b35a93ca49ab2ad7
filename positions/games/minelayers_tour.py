"""Knight's tours, the puzzle that comes with Manic Minelayers (MM4).

A tour visits every square of a board once, by knight's moves; a closed one ends a knight's move
from its start. A puzzle gives the numbers of some squares. This module does not search.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from positions.errors import Flaw, PositionError, quote
from positions.game import Effect, Move, Outcome, Position, Rules
from positions.grid import KNIGHT, MAX_FILES, neighbours, parse_square, square_name

TOUR, GIVEN = "tour", "given"
OPEN, CLOSED = "open", "closed"

_NUMBER = re.compile("[1-9][0-9]{0,4}")


@dataclass(frozen=True, slots=True)
class TourPuzzle:
    """A board to be toured, of up to 26 files.

    `given` maps some squares to their numbers in the tour, from 1.
    """

    width: int
    height: int
    closed: bool = False
    given: Mapping[int, int] = field(default_factory=dict, hash=False)

    @property
    def size(self) -> int:
        """The number of squares, which is the length of a tour."""
        return self.width * self.height

    def neighbours(self, square: int) -> tuple[int, ...]:
        """Return the squares a knight's move away."""
        return neighbours(self.width, self.height, square, KNIGHT)

    def distances(self, target: int) -> dict[int, int]:
        """Return the knight's moves from each square to a given one, over any squares."""
        distance_of, edge = {target: 0}, [target]
        while edge:
            near = {other: square for square in edge for other in self.neighbours(square)}
            edge = [other for other in near if other not in distance_of]
            distance_of.update({other: distance_of[near[other]] + 1 for other in edge})
        return distance_of


class Fault(StrEnum):
    """What can be wrong with a tour."""

    OUTSIDE = "is not on the board"
    AGAIN = "is visited more than once"
    MISSED = "is not visited"
    FAR = "are not a knight's move apart"
    OPEN = "end a closed tour but are not a knight's move apart"
    NUMBER = "does not have its given number"


@dataclass(frozen=True, slots=True)
class TourFlaw:
    """An error in a tour, and its one or two squares, in the order of the tour."""

    fault: Fault
    squares: tuple[int, ...]

    def describe(self, puzzle: TourPuzzle) -> str:
        """Return the flaw in words: "a1 and b2 are not a knight's move apart (MM4)"."""
        names = (
            f"square {square}" if self.fault == Fault.OUTSIDE else square_name(puzzle.width, square)
            for square in self.squares
        )
        return f"{' and '.join(names)} {self.fault} (MM4)"


def flaws_of_puzzle(puzzle: TourPuzzle) -> list[Flaw]:
    """Return everything that makes a puzzle invalid; whether it has a solution is not checked."""
    return list(_flaws_of_puzzle(puzzle))


def _flaws_of_puzzle(puzzle: TourPuzzle) -> Iterator[Flaw]:
    if not 1 <= puzzle.width <= MAX_FILES or puzzle.height < 1:
        found = f"a board of {puzzle.width}×{puzzle.height} squares"
        yield Flaw(found, f"1 to {MAX_FILES} files and at least one rank")
        return
    for square, number in puzzle.given.items():
        if not 0 <= square < puzzle.size:
            yield Flaw(f"a number for square {square}", f"squares 0 to {puzzle.size - 1}")
        elif not 1 <= number <= puzzle.size:
            name = square_name(puzzle.width, square)
            yield Flaw(f"number {number} on {name}", f"1 to {puzzle.size}")
    for number, times in Counter(puzzle.given.values()).items():
        if times > 1:
            yield Flaw(f"number {number} on {times} squares", "each number at most once")


def flaws_of_tour(puzzle: TourPuzzle, squares: Sequence[int]) -> list[TourFlaw]:
    """Return everything that keeps squares, in visiting order, from solving a puzzle."""
    return list(_flaws_of_tour(puzzle, squares))


def _flaws_of_tour(puzzle: TourPuzzle, squares: Sequence[int]) -> Iterator[TourFlaw]:
    visits = Counter(squares)
    outside = [square for square in visits if square not in range(puzzle.size)]
    if outside:
        yield from (TourFlaw(Fault.OUTSIDE, (square,)) for square in outside)
        return
    for square in range(puzzle.size):
        if visits[square] != 1:
            yield TourFlaw(Fault.AGAIN if visits[square] else Fault.MISSED, (square,))
    for before, after in pairwise(squares):
        if after not in puzzle.neighbours(before):
            yield TourFlaw(Fault.FAR, (before, after))
    if puzzle.closed and squares and squares[0] not in puzzle.neighbours(squares[-1]):
        yield TourFlaw(Fault.OPEN, (squares[-1], squares[0]))
    for square, number in puzzle.given.items():
        if list(squares[number - 1 : number]) != [square]:
            yield TourFlaw(Fault.NUMBER, (square,))


def puzzle_of(position: Position) -> TourPuzzle:
    """Return the puzzle that a position represents."""
    givens = position.key(GIVEN)
    width, height = position.board.size
    parts = [] if givens is None else givens.split(",")
    squares = dict(parse_given(part, width, height) for part in parts)
    return TourPuzzle(width, height, position.key(TOUR) == CLOSED, squares)


def parse_given(text: str, width: int, height: int) -> tuple[int, int]:
    """Parse a square and its number."""
    name, _, number = text.partition("=")
    square = parse_square(name, width, height)
    if square is None or not _NUMBER.fullmatch(number):
        raise PositionError([Flaw(quote(text), "a square and its number, such as c3=1")])
    return square, int(number)


class TourRules(Rules):
    """Rule MM4: squares are numbered, and no moves of the game are made."""

    persons = 1
    solution = "path"

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Return everything that makes the puzzle invalid."""
        return flaws_of_puzzle(puzzle_of(position))

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return no moves."""
        return ()

    def play(self, position: Position, move: Move) -> Position:
        """Raise an error: there are no moves."""
        raise AssertionError(f"a tour has no move {move}")

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return no effects."""
        return ()

    def outcome(self, position: Position) -> Outcome | None:
        """Return None: the numbers decide, not moves."""
        return None

    def name(self, position: Position) -> str | None:
        """Return "open knight's tour" or "closed knight's tour"."""
        return f"{position.key(TOUR)} knight's tour"

    def labels(self, position: Position) -> Mapping[int, str]:
        """Return the given numbers."""
        return {square: str(number) for square, number in puzzle_of(position).given.items()}
