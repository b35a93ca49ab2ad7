"""Races in Manic Minelayers: the players can no longer meet, and the longer path wins.

If no free square is reachable by both players, each has a region of squares, and only the number of
moves left there matters (MM2). So a race is decided by exploring all paths through both regions.
The opponent takes a longest path: whatever beats that one beats a shorter one.
"""

from __future__ import annotations

from collections.abc import Iterator

from positions.game import Position
from positions.games.minelayers import FIRST, opponent, within_reach
from positions.grid import KNIGHT, neighbours
from solver.interface.engine import Budget
from solver.puzzles.kind import Rejection

JOINED = "with a square that both can reach"

Way = tuple[int, ...]


def regions(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    """Return the regions of the player to move and the opponent; raises `Rejection` if joined."""
    mover = position.turn
    mine, theirs = (within_reach(position.board, p) for p in (mover, opponent(mover)))
    if mine & theirs:
        raise Rejection(JOINED)
    return mine, theirs


class Race:
    """The paths of both players in a position.

    `theirs` is a longest path of the opponent. Each explored move counts as a position.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        board, mover = position.board, position.turn
        self._board = board
        self._budget = budget
        self._was_first = position.key(FIRST) == mover
        self._mine, theirs = regions(position)
        (self._square,), (other,) = board.squares(mover), board.squares(opponent(mover))
        self.theirs = self._longest(other, theirs)

    @property
    def moves(self) -> int:
        """The number of moves that the player to move needs, apart from a possible last one.

        The player who moved first in the game loses if both are stuck, and so needs one more.
        """
        return len(self.theirs) + self._was_first

    def winning_ways(self) -> Iterator[Way]:
        """Yield all winning paths of the player to move, each to the end of the game."""
        for way in self._ways(self._square, self._mine, self.moves):
            further = self._next(way[-1] if way else self._square, self._mine.difference(way))
            if self._was_first:
                if further:
                    yield way
            elif further:
                yield from ((*way, square) for square in further)
            else:
                yield way

    def _next(self, square: int, free: frozenset[int]) -> list[int]:
        around = neighbours(*self._board.size, square, KNIGHT)
        return sorted(other for other in around if other in free)

    def _ways(self, square: int, free: frozenset[int], moves: int) -> Iterator[Way]:
        """Yield the paths with a number of moves over free squares."""
        self._budget.tick()
        if moves == 0:
            yield ()
            return
        for other in self._next(square, free):
            for way in self._ways(other, free - {other}, moves - 1):
                yield other, *way

    def _longest(self, square: int, free: frozenset[int]) -> Way:
        """Return the first of the longest paths over free squares."""
        self._budget.tick()
        ways = ((to, *self._longest(to, free - {to})) for to in self._next(square, free))
        return max(ways, key=len, default=())
