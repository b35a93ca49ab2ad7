"""Positions in which exactly one of several moves holds the margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from positions.game import Position
from solver.answers.moves import MoveValue
from solver.engines.lines import sign_of
from solver.interface.engine import Assessment
from solver.puzzles.goals import margin_goal
from solver.puzzles.two_players.one_move import OneMove


@dataclass(frozen=True, slots=True)
class HoldMargin(OneMove):
    """One move achieves the best possible margin; all others do worse."""

    name: ClassVar[str] = "hold-margin"
    summary: ClassVar[str] = "find the only move that holds the margin of kings"
    nowhere: ClassVar[str] = "never with a margin that exactly one move holds"
    several: ClassVar[str] = "with a margin that several moves hold"

    def require(self, found: Assessment) -> None:
        """Reject no position, but require a game with a margin."""
        if found.score is None:
            raise AssertionError("a game without a margin")

    def is_right(self, position: Position, found: Assessment, value: MoveValue) -> bool:
        """Return whether a move holds the margin."""
        return value.after is not None and value.after.score == found.score

    def describe(
        self, position: Position, found: Assessment, values: list[MoveValue]
    ) -> tuple[str, dict[str, int | str], dict[str, object]]:
        """Return the goal, the moves and those that hold the margin, and the score."""
        score = found.score or 0
        goal = margin_goal(position, len(values), sign_of(position) * score)
        return goal, {"moves": len(values), "holding": 1}, {"score": score}
