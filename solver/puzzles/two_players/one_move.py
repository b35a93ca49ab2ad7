"""Shared by puzzles in which one move of a position from random play is right."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from positions.errors import InputError, quote
from positions.game import Position
from positions.games import game_of
from solver.answers.moves import MoveValue
from solver.interface.engine import Assessment, Budget, Details
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import FIRST_MOVE, OTHER_GRADE, Puzzle, Rejection, Setting, Uniqueness
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players.endgames import check_setting, endgames
from solver.puzzles.two_players.first_moves import (
    CHOICES,
    check_choices,
    each_value,
    max_moves,
    opened,
    require_choices,
)
from solver.puzzles.two_players.line_grades import grades_of_turn, measure
from solver.puzzles.two_players.small_boards import check_small_board


@dataclass(frozen=True, slots=True)
class OneMove(ABC):
    """Exactly one of at least `choices` legal moves is right.

    The position is reached by `played` random plies, or a number that suits the game. `nowhere` is
    the reason for rejecting a random game without such a position, and `several` that for a
    position with more than one right move.
    """

    nodes: ClassVar[int] = 500_000
    is_playable: ClassVar[bool] = True
    nowhere: ClassVar[str]
    several: ClassVar[str]

    setting: Setting
    played: int | None = None
    choices: int = CHOICES

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game does not take the board, or has no such puzzle on it."""
        check_setting(self.setting, self.played)
        check_choices(self.setting, self.choices, CHOICES)
        self._check_grades(grades)
        check_small_board(self.setting, self.played, grades, self.prove)

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Play at random, and yield the positions that are such puzzles."""
        found, reason = False, self.nowhere
        for position in endgames(self.setting, self.played, random):
            if grades is not None and not _may_have(position, grades):
                reason = OTHER_GRADE
                continue
            try:
                self.prove(position, budget)
            except Rejection:
                continue
            found = True
            yield position
        if not found:
            raise Rejection(reason)

    def _check_grades(self, grades: GradeRange | None) -> None:
        maximum = max_moves(self.setting)
        possible = grades_of_turn(self.setting.game, self.choices, maximum)
        if grades is not None and not grades.meets(possible):
            raise InputError(
                f"--grade: found {quote(str(grades))}, expected {possible}: there are "
                f"{self.choices} to {maximum} moves to choose from"
            )

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Evaluate the position, then its moves until two of them are right."""
        require_choices(position, self.choices)
        oracle = opened(position, budget)
        found = oracle.assess(position, Details())
        self.require(found)
        values, right = [], []
        for value in each_value(position, oracle):
            values.append(value)
            right += [value.move] if self.is_right(position, found, value) else []
            if len(right) > 1:
                raise Rejection(self.several)
        (move,) = right
        goal, counts, facts = self.describe(position, found, values)
        unique = Uniqueness(FIRST_MOVE, counts)
        return Puzzle(position, goal, (move,), unique, measure([(position, move)]), facts)

    @abstractmethod
    def require(self, found: Assessment) -> None:
        """Raise `Rejection` if the value of a position shows that no move can be right."""

    @abstractmethod
    def is_right(self, position: Position, found: Assessment, value: MoveValue) -> bool:
        """Return whether a move is right, given the value of the position."""

    @abstractmethod
    def describe(
        self, position: Position, found: Assessment, values: list[MoveValue]
    ) -> tuple[str, dict[str, int | str], dict[str, object]]:
        """Return the goal, the counts, and further facts."""


def _may_have(position: Position, grades: GradeRange) -> bool:
    """Return whether a position could have one of the grades, by its number of moves."""
    moves = len(game_of(position).rules.moves(position))
    return grades.meets(grades_of_turn(position.game, moves, moves))
