"""How far a minelayer alone in its region can go, in clauses (MM1).

If the two players reach disjoint sets of squares, each follows a longest path, and the player with
more moves left wins (MM2). A path is a set of moves between squares. With an extra place `END`,
adjacent to every square, it becomes a cycle through `END` and the start: two moves at each place on
it, none at the others. Other cycles are excluded as they turn up: a place on the cycle is not
visited, or some move leads out of the cycle.

Variables, by name:

``move a b``  the path goes from a to b or from b to a, a < b.
``on a``      the square a is on the path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from positions.game import Position
from positions.games.minelayers import FIRST, A, opponent
from positions.grid import EMPTY, KNIGHT, Board, neighbours
from solver.engines.sat.formula import Formula
from solver.engines.sat.process import GLUCOSE, SatProcess
from solver.interface.engine import Budget

END = -1

Way = tuple[int, ...]


def longest_way(board: Board, player: str, budget: Budget) -> Way:
    """Return the squares of a longest path of a player's minelayer, starting where it stands.

    It has one move fewer than squares, and ignores the other player. Raises `LimitReached`.
    """
    ways = Ways(board, player)
    if len(ways.squares) == 1:
        return tuple(ways.squares)
    bounds = ways.bounds()
    with SatProcess(ways.formula.clauses, budget, GLUCOSE) as process:
        for bound in bounds:
            while (model := process.model(bound)) is not None:
                way, *circles = ways.parts(model)
                if not circles:
                    return tuple(way)
                for circle in circles:
                    for square in circle:
                        process.add(*ways.ways_out(square, circle))
    raise AssertionError("a minelayer with a move can make one")


def race_winner(position: Position, budget: Budget) -> str:
    """Return the winner if no square is reachable by both players (MM2); raises `LimitReached`.

    The players use up their moves in turn; a player to move without any left loses, unless the
    opponent has none either.
    """
    mover = position.turn
    mine, theirs = (
        len(longest_way(position.board, player, budget)) - 1 for player in (mover, opponent(mover))
    )
    was_first = mover == (position.key(FIRST) or A)
    return mover if mine - theirs >= (2 if was_first else 0) else opponent(mover)


def region(board: Board, player: str) -> frozenset[int]:
    """Return the squares that a player can reach if the opponent stays.

    They include the square where the minelayer stands.
    """
    (start,) = board.squares(player)
    squares, waiting = {start}, [start]
    while waiting:
        for other in neighbours(*board.size, waiting.pop(), KNIGHT):
            if other not in squares and board[other] == EMPTY:
                squares.add(other)
                waiting.append(other)
    return frozenset(squares)


class Ways:
    """The paths of a minelayer with a move, as models of a formula; extra cycles are allowed.

    `squares` are the reachable ones, starting with the one where it stands.
    """

    def __init__(self, board: Board, player: str) -> None:
        self.formula = Formula()
        (self._start,) = board.squares(player)
        inside = region(board, player)
        self.squares = [self._start, *sorted(inside - {self._start})]
        self._next_to = {
            square: [*inside.intersection(neighbours(*board.size, square, KNIGHT)), END]
            for square in self.squares
        }
        self._next_to[END] = list(self.squares)
        self._width = board.width
        self._state_moves()

    def _move(self, one: int, other: int) -> int:
        return self.formula.variable("move", min(one, other), max(one, other))

    def _on(self, square: int) -> int:
        return self.formula.variable("on", square)

    def _state_moves(self) -> None:
        """State that the path leads from the start to the end, and leaves every place it enters."""
        self.formula.add(self._move(self._start, END))
        for place, others in self._next_to.items():
            moves = [self._move(place, other) for other in others]
            if place in (self._start, END):
                self.formula.exactly(2, moves)
                continue
            self.formula.at_most(2, moves)
            for move in moves:
                self.formula.imply(move, self._on(place))
                self.formula.add(-self._on(place), *(other for other in moves if other != move))

    def bounds(self) -> list[list[int]]:
        """Return assumptions that ask for each number of moves, starting with the largest possible.

        A knight changes colour with each move: half of the squares after the start have its colour,
        and the larger half the other. Each half is counted separately, because solvers do not
        find this argument.
        """
        first, second = (
            [square for square in self.squares[1:] if self._is_like_start(square) == is_like]
            for is_like in (False, True)
        )
        missing = [self.formula.counted([-self._on(s) for s in half]) for half in (first, second)]
        max_moves = min(2 * len(first), 2 * len(second) + 1)
        return [
            [
                -more_than[len(half) - count]
                for half, more_than, count in (
                    (first, missing[0], (moves + 1) // 2),
                    (second, missing[1], moves // 2),
                )
                if count
            ]
            for moves in range(max_moves, 0, -1)
        ]

    def _is_like_start(self, square: int) -> bool:
        colours = (sum(divmod(place, self._width)) % 2 for place in (square, self._start))
        return len(set(colours)) == 1

    # Reading a model.

    def parts(self, model: Iterable[int]) -> list[list[int]]:
        """Return the path and any extra cycles."""
        true = set(model)
        joined = {
            place: [other for other in others if self._move(place, other) in true]
            for place, others in self._next_to.items()
        }
        parts, left = [], dict.fromkeys(place for place in (self._start, *joined) if joined[place])
        del left[END]
        while left:
            part: list[int] = []
            following: int | None = next(iter(left))
            while following is not None:
                part.append(following)
                del left[following]
                following = next((place for place in joined[following] if place in left), None)
            parts.append(part)
        return parts

    def ways_out(self, square: int, circle: Sequence[int]) -> list[int]:
        """Return literals, one of which holds: the square is unused, or a move leaves its cycle."""
        inside = set(circle)
        out = [
            self._move(place, other)
            for place in circle
            for other in self._next_to[place]
            if other not in inside
        ]
        return [-self._on(square), *out]
