"""Wins in a number of plies, with only one right move at every turn of the winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from positions.errors import InputError
from positions.game import Move, Position
from positions.games import rules_of
from positions.images import canonical
from positions.playing import legal_moves
from positions.text import format_position
from solver.answers.moves import MoveValue, value_move
from solver.engines.lines import best_line
from solver.games import descriptor_of
from solver.games.descriptor import Span
from solver.interface.engine import Budget, Details, Oracle, Result
from solver.puzzles.kind import WHOLE_LINE, GameSpec, Puzzle, Rejection
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players import (
    Turn,
    check_choices,
    check_small_board,
    check_spec,
    endgame,
    measure,
    opened,
    require_choices,
)
from solver.puzzles.words import GradeRange, win_in_goal

PLIES = 3
CHOICES = 2

OTHER_LENGTH = "not won in exactly that many plies"
SEVERAL = "with several ways to win in time"

_WITH_DISTANCE = Details(distance=True)


@dataclass(frozen=True, slots=True)
class WinIn:
    """The player to move wins in exactly `plies` plies, making the first and the last one.

    At every turn of the winner on the main line, exactly one move wins in time. Other moves may win
    later; they are counted. The main line is best play: the loser delays as long as possible. Among
    several such moves, it takes the one after which the `canonical` image of the position comes
    first as text, so that all images of a puzzle have the same main line.
    """

    name: ClassVar[str] = "win-in"
    summary: ClassVar[str] = "win in a few moves, with only one right move each time"
    nodes: ClassVar[int] = 500_000
    is_playable: ClassVar[bool] = True

    spec: GameSpec
    plies: int = PLIES
    played: int | None = None
    choices: int = CHOICES

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game does not take the board, or no win takes that long."""
        check_spec(self.spec, self.played)
        check_choices(self.spec, self.choices, CHOICES)
        if self.plies % 2 == 0:
            raise InputError(
                f"--plies: found {self.plies}, expected an odd number: the winner makes the first "
                "and the last of them"
            )
        maximum = descriptor_of(self.spec.game).puzzles.max_plies(*self.spec.board)
        if maximum is not None and self.plies > maximum:
            raise InputError(f"--plies: found {self.plies}, expected at most {maximum}")
        check_small_board(self.spec, self.played, grades, self._make, self._span)

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Play at random, then best play, until `plies` plies are left."""
        yield self._near_the_end(endgame(self.spec, self.played, random, self._span), budget)

    @remembered
    def _near_the_end(self, position: Position, budget: Budget) -> Position:
        """Continue with best play until `plies` plies are left."""
        oracle, rules = opened(position, budget), rules_of(position)
        line = best_line(position, lambda p: oracle.assess(p, _WITH_DISTANCE))
        if len(line) < self.plies:
            raise Rejection(OTHER_LENGTH)
        for move in line[: len(line) - self.plies]:
            position = rules.play(position, move)
        return position

    @property
    def _span(self) -> Span:
        return descriptor_of(self.spec.game).puzzles.late_span

    def _make(self, position: Position, budget: Budget) -> Puzzle:
        return self.prove(self._near_the_end(position, budget), budget)

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Follow the main line, and reject it if two moves of the winner win in time."""
        require_choices(position, self.choices)
        oracle = opened(position, budget)
        found = oracle.assess(position, _WITH_DISTANCE)
        if found.result != Result.WIN or found.distance != self.plies:
            raise Rejection(OTHER_LENGTH)
        line, turns, slower = self._main_line(position, oracle)
        return Puzzle(
            position,
            win_in_goal(position, self.plies),
            tuple(line),
            WHOLE_LINE,
            {"turns": len(turns), "slower_wins": slower},
            *measure(turns),
        )

    def _main_line(self, position: Position, oracle: Oracle) -> tuple[list[Move], list[Turn], int]:
        """Return the main line, the winner's turns, and the number of moves that win too late."""
        rules = rules_of(position)
        line: list[Move] = []
        turns: list[Turn] = []
        slower = 0
        for left in range(self.plies, 0, -1):
            if left % 2 == self.plies % 2:
                move, late = _move_in_time(position, left, oracle)
                turns.append((position, move))
                slower += late
            else:
                move = _longest_defence(position, oracle)
            line.append(move)
            position = rules.play(position, move)
        return line, turns, slower


def _move_in_time(position: Position, plies: int, oracle: Oracle) -> tuple[Move, int]:
    """Return the only move that wins within `plies`, and how many others win later."""
    in_time = []
    winning = [move for move in legal_moves(position) if _wins(position, move, oracle)]
    for move in winning:
        distance = value_move(position, move, _WITH_DISTANCE, oracle).distance
        if distance is not None and distance <= plies:
            in_time.append(move)
            if len(in_time) > 1:
                raise Rejection(SEVERAL)
    return in_time[0], len(winning) - 1


def _wins(position: Position, move: Move, oracle: Oracle) -> bool:
    return value_move(position, move, Details(), oracle).result == Result.WIN


def _longest_defence(position: Position, oracle: Oracle) -> Move:
    """Return the move in a lost position that lasts longest."""
    rules = rules_of(position)
    values = [value_move(position, m, _WITH_DISTANCE, oracle) for m in legal_moves(position)]

    def key(value: MoveValue) -> tuple[int, str]:
        return -(value.distance or 0), format_position(canonical(rules.play(position, value.move)))

    return min(values, key=key).move
