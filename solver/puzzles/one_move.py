"""What the puzzles share in which one move of a position from random play is right."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from positions.game import Position
from solver.engine import Budget
from solver.puzzles.endgames import check_setting, endgames
from solver.puzzles.first_moves import CHOICES, check_choices
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import Puzzle, Refused, Setting
from solver.puzzles.small_boards import check_small_board


@dataclass(frozen=True, slots=True)
class OneMove(ABC):
    """Exactly one of at least `choices` legal moves is right; `prove` says which.

    The position comes from `played` random plies, or from as many as suit the game. `nowhere` says
    of a game played at random that it had no such position.
    """

    nodes: ClassVar[int] = 500_000
    is_playable: ClassVar[bool] = True
    nowhere: ClassVar[str]

    setting: Setting
    played: int | None = None
    choices: int = CHOICES

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game takes no such board, or has no such puzzle on it."""
        check_setting(self.setting, self.played)
        check_choices(self.setting, self.choices, CHOICES)
        check_small_board(self.setting, self.played, grades, self.prove)

    def candidate(self, random: Random, budget: Budget) -> Position:
        """Play at random, up to the first position that is such a puzzle."""
        for position in endgames(self.setting, self.played, random):
            try:
                return self.prove(position, budget).position
            except Refused:
                continue
        raise Refused(self.nowhere)

    @abstractmethod
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Prove that one move is right; raises `Refused`, or `LimitReached`."""
