"""Positions in which exactly one of several moves wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from positions.game import Position
from solver.interface.engine import Budget, Result, Wanted
from solver.puzzles.goals import only_move_goal
from solver.puzzles.kind import FIRST_MOVE, Puzzle, Refused, Uniqueness
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players.first_moves import each_value, opened, require_choices, results
from solver.puzzles.two_players.line_grades import measure
from solver.puzzles.two_players.one_move import OneMove

NOT_WON = "not won"
SEVERAL = "won by several moves"


@dataclass(frozen=True, slots=True)
class OnlyMove(OneMove):
    """One move wins, and all others lose or draw."""

    name: ClassVar[str] = "only-move"
    summary: ClassVar[str] = "find the only move that wins"
    nowhere: ClassVar[str] = "never won by exactly one move"

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Value the position, then all moves until two of them win."""
        require_choices(position, self.choices)
        oracle = opened(position, budget)
        if oracle.assess(position, Wanted()).result != Result.WIN:
            raise Refused(NOT_WON)
        values = []
        for value in each_value(position, oracle):
            values.append(value)
            if results(values).get("winning", 0) > 1:
                raise Refused(SEVERAL)
        (move,) = [value.move for value in values if value.result == Result.WIN]
        return Puzzle(
            position,
            only_move_goal(position, len(values)),
            (move,),
            Uniqueness(FIRST_MOVE, results(values)),
            measure([(position, move)]),
        )
