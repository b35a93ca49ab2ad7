"""Positions of Marvin in which exactly one of several moves holds the margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from positions.game import Position
from positions.games import game_of
from solver.interface.engine import Assessment, Budget, Wanted
from solver.puzzles.goals import margin_goal
from solver.puzzles.kind import FIRST_MOVE, Puzzle, Refused, Uniqueness
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players.first_moves import each_value, opened, require_choices
from solver.puzzles.two_players.line_grades import measure
from solver.puzzles.two_players.one_move import OneMove

SEVERAL = "with a margin that several moves hold"


@dataclass(frozen=True, slots=True)
class HoldMargin(OneMove):
    """One move gets as many kings more, or as few less, as there can be; all others get fewer."""

    name: ClassVar[str] = "hold-margin"
    summary: ClassVar[str] = "find the only move that holds the margin of kings"
    nowhere: ClassVar[str] = "never with a margin that exactly one move holds"

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Value the position, then all moves until two of them hold the margin."""
        require_choices(position, self.choices)
        oracle = opened(position, budget)
        margin = _margin(position, oracle.assess(position, Wanted()))
        values, holding = [], []
        for value in each_value(position, oracle):
            values.append(value)
            holding += [value.move] if _margin(position, value.after) == margin else []
            if len(holding) > 1:
                raise Refused(SEVERAL)
        (move,) = holding
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


def _margin(position: Position, found: Assessment | None) -> int:
    """Give how many kings more the player to move in a position has at the end, as was found."""
    score = None if found is None else found.score
    if score is None:
        raise AssertionError("a game without a margin")
    return score if _is_first(position) else -score
