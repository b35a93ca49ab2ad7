"""The search engine for the games whose kernels share one interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from positions.game import Move, Position
from positions.games import game_of
from positions.games.nakatta import PIE
from solver import _native
from solver.engine import Assessment, Budget, Result, Wanted
from solver.kernels import Kernels, packed
from solver.lines import assess_move, best_line, finished, preference, result_of_move, winner_of

RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}

_Answer = TypeVar("_Answer")


class KernelOracle:
    """Answers one position of a board at a time; what the table holds serves the next question."""

    engine = "search"

    def __init__(self, position: Position, kernels: Kernels, budget: Budget) -> None:
        self._game = game_of(position)
        self._kernels = kernels
        self._budget = budget
        size = (*position.board.size, budget.bytes_left // 2)
        self._by_distance = kernels.by_distance(*size) if kernels.by_distance else None
        self._by_score = kernels.by_score(*size) if kernels.by_score else None

    def assess(self, position: Position, wanted: Wanted) -> Assessment:
        """Give a position's exact value."""
        outcome = self._game.rules.outcome(position)
        if outcome is not None:
            return finished(position, outcome)
        if PIE in position.variants:
            return self._assess_by_moves(position, wanted)
        question = packed(position, self._kernels)
        if self._by_score is not None:
            score = self._run(self._by_score.score, *question)
            margin = score if question[1] == 0 else -score
            result = RESULTS[(margin > 0) - (margin < 0)]
            return Assessment(result, winner_of(position, result), score=score)
        assert self._by_distance is not None  # noqa: S101 - one of the two is there
        result = RESULTS[self._run(self._by_distance.result, *question)]
        distance = None
        if wanted.distance and result != Result.DRAW:
            distance = self._run(self._by_distance.distance, *question)
        return Assessment(result, winner_of(position, result), distance)

    def line(self, position: Position, wanted: Wanted) -> tuple[Move, ...]:
        """Give best play to the end."""
        return best_line(position, lambda p: self.assess(p, wanted))

    def _assess_by_moves(self, position: Position, wanted: Wanted) -> Assessment:
        """Value a position by its moves: a kernel knows nothing of a swap that may come (NK6)."""
        after = max(
            (
                assess_move(position, move, lambda p: self.assess(p, wanted))
                for move in self._game.rules.moves(position)
            ),
            key=lambda found: preference(position, found),
        )
        result = result_of_move(position, after)
        distance = None if after.distance is None else after.distance + 1
        return Assessment(result, winner_of(position, result), distance)

    def _run(
        self,
        ask: Callable[[bytes, int, int, _native.BareControl], _Answer | None],
        cells: bytes,
        turn: int,
        flags: int,
    ) -> _Answer:
        return self._budget.run(lambda control: ask(cells, turn, flags, control))
