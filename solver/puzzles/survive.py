"""Races in Manic Minelayers with only one winning path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import ClassVar

from positions.errors import InputError, one_of, quote
from positions.game import Move, Position
from positions.games import rules_of
from positions.games.minelayers import FIRST, MINE, MINELAYERS, STEP, opponent, within_reach
from positions.grid import EMPTY, KNIGHT, Board, neighbours
from solver.interface.engine import Budget
from solver.puzzles.kind import FIRST_MOVE, WHOLE_LINE, GameSpec, Puzzle, Rejection
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players import Turn, check_choices, check_spec, measure, require_choices
from solver.puzzles.words import GradeRange, survive_goal

CHOICES = 2
STEPS = 4

CRAMPED = "without room for a region"
SHORT = "over too soon"
LOST = "not survived"
SEVERAL_WAYS = "won in several ways"
SEVERAL_MOVES = "won by several moves"
JOINED = "with a square that both can reach"

Way = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Survive:
    """The players can no longer meet, and exactly one path of the player to move wins.

    With `unique` ``first move`` there may be several, which all begin with the same move. The
    player to move makes at least `steps` moves, and has at least `choices` choices for the first.
    The board is constructed, with as many mines as a game can have laid: random play seldom leads
    to such a position.
    """

    name: ClassVar[str] = "survive"
    summary: ClassVar[str] = "outlast an opponent you can no longer meet"
    nodes: ClassVar[int] = 200_000
    is_playable: ClassVar[bool] = True

    spec: GameSpec
    unique: str = WHOLE_LINE
    steps: int = STEPS
    choices: int = CHOICES

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game does not take the board, or there is no room for both."""
        check_spec(self.spec)
        check_choices(self.spec, self.choices, CHOICES)
        width, height = self.spec.board
        maximum = (width * height - 1) // 2
        if self.steps > maximum:
            found = f"{self.steps} on {width}×{height}"
            raise InputError(
                f"--steps: found {found}, expected at most {maximum}: both need squares"
            )
        meanings = [FIRST_MOVE, WHOLE_LINE]
        if self.unique not in meanings:
            raise InputError(f"--unique: found {quote(self.unique)}, expected {one_of(meanings)}")

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Yield boards with a random region for each player, and mines everywhere else."""
        width, height = self.spec.board
        squares = range(width * height)
        sizes = [random.randint(self.steps, 2 * self.steps + 2) for _ in MINELAYERS.players]
        one = _grown(width, height, set(squares), sizes[0], random)
        near = {other for square in one for other in neighbours(width, height, square, KNIGHT)}
        other = _grown(width, height, set(squares) - {*one} - near, sizes[1], random)
        cells = [EMPTY if square in (*one, *other) else MINE for square in squares]
        cells[one[0]], cells[other[0]] = MINELAYERS.players
        mines = cells.count(MINE)
        first = random.choice(list(MINELAYERS.players))
        # Each move has laid one mine.
        turn = first if mines % 2 == 0 else MINELAYERS.opponent(first)
        board = Board(width, height, "".join(cells))
        position = Position(MINELAYERS.name, board, turn, keys=((FIRST, first),))
        regions(position)
        require_choices(position, self.choices)
        yield position

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Explore all paths of the opponent, and those of the player to move until two win."""
        require_choices(position, self.choices)
        race = Race(position, budget)
        if race.moves < self.steps:
            raise Rejection(SHORT)
        way, ways = self._one_way(race)
        line = [
            Move(STEP, (square,))
            for pair in zip_longest(way, race.theirs)
            for square in pair
            if square is not None
        ]
        turns = list(_turns(position, line))
        is_only_way = ways == 1
        return Puzzle(
            position,
            survive_goal(position),
            tuple(line),
            WHOLE_LINE if is_only_way else FIRST_MOVE,
            {"first_moves": 1, "ways": ways},
            *measure(turns if is_only_way else turns[:1]),
        )

    def _one_way(self, race: Race) -> tuple[Way, int]:
        """Return the first winning path, and how many win; raises `Rejection` if not unique."""
        count, found = 0, None
        for way in race.winning_ways():
            count += 1
            found = found or way
            if self.unique == WHOLE_LINE and count > 1:
                raise Rejection(SEVERAL_WAYS)
            if way[0] != found[0]:
                raise Rejection(SEVERAL_MOVES)
        if found is None:
            raise Rejection(LOST)
        return found, count


def _grown(width: int, height: int, room: set[int], size: int, random: Random) -> list[int]:
    """Return a random connected region in `room`: each square is a knight's move from another."""
    found: list[int] = []
    edge = set(room)
    while len(found) <= size:
        if not edge:
            raise Rejection(CRAMPED)
        square = random.choice(sorted(edge))
        edge = (edge if found else set()) | (room & set(neighbours(width, height, square, KNIGHT)))
        found.append(square)
        edge -= set(found)
    return found


def _turns(position: Position, line: list[Move]) -> Iterator[Turn]:
    """Yield the positions along a line in which its first player is to move, with the moves."""
    player = position.turn
    for move in line:
        if position.turn == player:
            yield position, move
        position = rules_of(position).play(position, move)


def regions(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    """Return the regions of the player to move and the opponent; raises `Rejection` if joined."""
    mover = position.turn
    mine, theirs = (within_reach(position.board, p) for p in (mover, opponent(mover)))
    if mine & theirs:
        raise Rejection(JOINED)
    return mine, theirs


class Race:
    """The paths of both players in a position in which they can no longer meet.

    If no free square is reachable by both, each has a region of squares, and only the number of
    moves left there matters (MM2). So a race is decided by exploring all paths through both
    regions. The opponent takes a longest path: whatever beats that one beats a shorter one.

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
