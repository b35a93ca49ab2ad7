"""Positions in which exactly one of several moves wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from positions.game import Position
from solver.answers.moves import MoveValue
from solver.interface.engine import Assessment, Result
from solver.puzzles.goals import only_move_goal
from solver.puzzles.kind import Rejection
from solver.puzzles.two_players.first_moves import results
from solver.puzzles.two_players.one_move import OneMove

NOT_WON = "not won"


@dataclass(frozen=True, slots=True)
class OnlyMove(OneMove):
    """One move wins, and all others lose or draw."""

    name: ClassVar[str] = "only-move"
    summary: ClassVar[str] = "find the only move that wins"
    nowhere: ClassVar[str] = "never won by exactly one move"
    several: ClassVar[str] = "won by several moves"

    def require(self, found: Assessment) -> None:
        """Reject a position that is not won."""
        if found.result != Result.WIN:
            raise Rejection(NOT_WON)

    def is_right(self, position: Position, found: Assessment, value: MoveValue) -> bool:
        """Return whether a move wins."""
        return value.result == Result.WIN

    def describe(
        self, position: Position, found: Assessment, values: list[MoveValue]
    ) -> tuple[str, dict[str, int | str], dict[str, object]]:
        """Return the goal and the moves of each result."""
        return only_move_goal(position, len(values)), {**results(values)}, {}
