"""Positions in which exactly one of several moves wins."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from positions.game import Position
from solver.engine import Budget, Result
from solver.puzzles.endgames import check_setting, endgames
from solver.puzzles.first_moves import (
    CHOICES,
    check_choices,
    each_value,
    require_choices,
    results,
)
from solver.puzzles.goals import only_move_goal
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import FIRST_MOVE, Puzzle, Refused, Setting, Uniqueness
from solver.puzzles.line_grades import measure

NOT_WON = "not won"
SEVERAL = "won by several moves"
NOWHERE = "never won by exactly one move"


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """One move wins, and all others lose or draw.

    There are at least `choices` legal moves. The position comes from `played` random plies, or from
    as many as suit the game.
    """

    name: ClassVar[str] = "only-move"
    summary: ClassVar[str] = "find the only move that wins"
    nodes: ClassVar[int] = 500_000

    setting: Setting
    played: int | None = None
    choices: int = CHOICES

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game takes no such board, or no position has the choices."""
        check_setting(self.setting, self.played)
        check_choices(self.setting, self.choices)

    def candidate(self, random: Random, budget: Budget) -> Position:
        """Play at random, up to the first position that is such a puzzle."""
        for position in endgames(self.setting, self.played, random):
            try:
                return self.prove(position, budget).position
            except Refused:
                continue
        raise Refused(NOWHERE)

    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Value all moves, until two of them win."""
        require_choices(position, self.choices)
        values = []
        for value in each_value(position, budget):
            values.append(value)
            if results(values).get("winning", 0) > 1:
                raise Refused(SEVERAL)
        winning = [value.move for value in values if value.result == Result.WIN]
        if not winning:
            raise Refused(NOT_WON)
        (move,) = winning
        return Puzzle(
            position,
            only_move_goal(position, len(values)),
            (move,),
            Uniqueness(FIRST_MOVE, results(values)),
            measure([(position, move)]),
        )
