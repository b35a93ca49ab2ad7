"""The pie rule of Nakatta as a puzzle: Black has placed a stone; is the swap right?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from positions.errors import InputError
from positions.game import SWAP, Position
from positions.games.nakatta import BLACK, NAKATTA, PIE, WHITE
from positions.text import start_position
from solver.interface.engine import Budget, Result
from solver.puzzles.goals import swap_goal
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import ANSWER, Puzzle, Rejection, Setting, Uniqueness
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players.first_moves import each_value, opened, results

DRAWN = "drawn with either answer"


@dataclass(frozen=True, slots=True)
class SwapOrNot:
    """One black stone, and White may swap (NK6): is it the swap that wins, or playing on?

    Exactly one of the two wins unless the game is a draw: a swap takes over Black's side, with
    White to move, and wins exactly if every move of White's loses.
    """

    name: ClassVar[str] = "swap-or-not"
    summary: ClassVar[str] = "decide whether to swap"
    nodes: ClassVar[int] = 20_000_000
    is_playable: ClassVar[bool] = True

    setting: Setting

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game does not take the board, or a grade is requested."""
        start_position(NAKATTA, *self._size, (PIE,))
        if self._size == (1, 1):
            expected = "at least 2×2: the first stone wins there, before any swap"
            raise InputError(f"--size: found 1×1, expected {expected}")
        if grades is not None:
            raise InputError(f"--grade: {self.name} puzzles have no grades")

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Place a black stone on a random point."""
        start = start_position(NAKATTA, *self._size, (PIE,))
        point = random.randrange(len(start.board.cells))
        yield Position(NAKATTA.name, start.board.with_cells({point: BLACK}), WHITE, (PIE,))

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Evaluate the swap and all other moves."""
        values = list(each_value(position, opened(position, budget)))
        winning = [value.move for value in values if value.result == Result.WIN]
        if not winning:
            raise Rejection(DRAWN)
        is_right = SWAP in winning
        return Puzzle(
            position,
            swap_goal(position),
            (winning[0],),
            Uniqueness(ANSWER, results(values)),
            facts={"swap": is_right},
        )

    @property
    def _size(self) -> tuple[int, int]:
        return self.setting.size or NAKATTA.size
