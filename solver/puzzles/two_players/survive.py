"""Races in Manic Minelayers with only one winning path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import ClassVar

from positions.errors import InputError, one_of, quote
from positions.game import Move, Position
from positions.games.minelayers import FIRST, MINE, MINELAYERS, STEP
from positions.grid import EMPTY, KNIGHT, Board, neighbours
from solver.interface.engine import Budget
from solver.puzzles.goals import survive_goal
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import FIRST_MOVE, WHOLE_LINE, Puzzle, Rejection, Setting, Uniqueness
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players.endgames import check_setting
from solver.puzzles.two_players.first_moves import check_choices, require_choices
from solver.puzzles.two_players.line_grades import Turn, measure
from solver.puzzles.two_players.race import Race, Way, regions

CHOICES = 2
STEPS = 4

CRAMPED = "without room for a region"
SHORT = "over too soon"
LOST = "not survived"
SEVERAL_WAYS = "won in several ways"
SEVERAL_MOVES = "won by several moves"


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

    setting: Setting
    unique: str = WHOLE_LINE
    steps: int = STEPS
    choices: int = CHOICES

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game does not take the board, or there is no room for both."""
        check_setting(self.setting)
        check_choices(self.setting, self.choices, CHOICES)
        width, height = self._size
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
        width, height = self._size
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
            Uniqueness(WHOLE_LINE if is_only_way else FIRST_MOVE, {"first_moves": 1, "ways": ways}),
            measure(turns if is_only_way else turns[:1]),
        )

    @property
    def _size(self) -> tuple[int, int]:
        return self.setting.size or MINELAYERS.size

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
        position = MINELAYERS.rules.play(position, move)
