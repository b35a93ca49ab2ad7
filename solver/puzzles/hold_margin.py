"""Positions of Marvin in which exactly one of several moves holds the margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from positions.game import Position
from positions.games import game_of
from solver.analysis import MoveValue
from solver.engine import Budget
from solver.puzzles.first_moves import each_value, require_choices
from solver.puzzles.goals import margin_goal
from solver.puzzles.kind import FIRST_MOVE, Puzzle, Refused, Uniqueness
from solver.puzzles.line_grades import measure
from solver.puzzles.one_move import OneMove
from solver.puzzles.remembered import remembered

SEVERAL = "with a margin that several moves hold"


@dataclass(frozen=True, slots=True)
class HoldMargin(OneMove):
    """One move gets as many kings more, or as few less, as there can be; all others get fewer."""

    name: ClassVar[str] = "hold-margin"
    summary: ClassVar[str] = "find the only move that holds the margin of kings"
    nowhere: ClassVar[str] = "never with a margin that exactly one move holds"

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Value all moves, and compare their margins."""
        require_choices(position, self.choices)
        values = list(each_value(position, budget))
        margins = [_margin(position, value) for value in values]
        margin = max(margins)
        if margins.count(margin) > 1:
            raise Refused(SEVERAL)
        move = values[margins.index(margin)].move
        return Puzzle(
            position,
            margin_goal(position, len(values), margin),
            (move,),
            Uniqueness(FIRST_MOVE, {"moves": len(values), "holding": 1}),
            measure([(position, move)]),
            {"score": margin if _is_first(position) else -margin},
        )


def _is_first(position: Position) -> bool:
    return position.turn == next(iter(game_of(position).players))


def _margin(position: Position, value: MoveValue) -> int:
    """Give how many kings more who makes a move has at the end."""
    score = None if value.after is None else value.after.score
    if score is None:
        raise AssertionError("a game without a margin")
    return score if _is_first(position) else -score
