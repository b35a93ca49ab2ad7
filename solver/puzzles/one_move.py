"""Puzzles in which one move is right: only-move, hold-margin and swap-or-not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from positions.errors import InputError, quote
from positions.game import SWAP, Position
from positions.games import rules_of
from positions.games.nakatta import BLACK, NAKATTA, PIE, WHITE
from positions.text import start_position
from solver.answers.moves import MoveValue
from solver.engines.lines import sign_of
from solver.interface.engine import Assessment, Budget, Details, Result
from solver.puzzles.kind import (
    ANSWER,
    FIRST_MOVE,
    OTHER_GRADE,
    GameSpec,
    Puzzle,
    Rejection,
)
from solver.puzzles.remembered import remembered
from solver.puzzles.two_players import (
    CHOICES,
    check_choices,
    check_small_board,
    check_spec,
    each_value,
    endgames,
    grades_of_turn,
    max_moves,
    measure,
    opened,
    require_choices,
    results,
)
from solver.puzzles.words import GradeRange, margin_goal, only_move_goal, swap_goal

NOT_WON = "not won"
DRAWN = "drawn with either answer"


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

    spec: GameSpec
    played: int | None = None
    choices: int = CHOICES

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game does not take the board, or has no such puzzle on it."""
        check_spec(self.spec, self.played)
        check_choices(self.spec, self.choices, CHOICES)
        self._check_grades(grades)
        check_small_board(self.spec, self.played, grades, self.prove)

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Play at random, and yield the positions that are such puzzles."""
        found, reason = False, self.nowhere
        for position in endgames(self.spec, self.played, random):
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
        maximum = max_moves(self.spec)
        possible = grades_of_turn(self.spec.game, self.choices, maximum)
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
        how_hard = measure([(position, move)])
        return Puzzle(position, goal, (move,), FIRST_MOVE, counts, *how_hard, facts)

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
    moves = len(rules_of(position).moves(position))
    return grades.meets(grades_of_turn(position.game, moves, moves))


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

    spec: GameSpec

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if the game does not take the board, or a grade is requested."""
        start_position(NAKATTA, *self.spec.board, (PIE,))
        if self.spec.board == (1, 1):
            expected = "at least 2×2: the first stone wins there, before any swap"
            raise InputError(f"--size: found 1×1, expected {expected}")
        if grades is not None:
            raise InputError(f"--grade: {self.name} puzzles have no grades")

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Place a black stone on a random point."""
        start = start_position(NAKATTA, *self.spec.board, (PIE,))
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
            ANSWER,
            results(values),
            facts={"swap": is_right},
        )
