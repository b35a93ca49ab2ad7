"""The oracle of the games whose kernels share one interface, be these searches or tables."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from positions.game import Move, Position
from positions.games import game_of
from positions.games.nakatta import PIE
from solver import _native
from solver.engines.kernels import Kernel, ScoreKernel, packed
from solver.engines.lines import (
    assess_move,
    finished,
    glancing,
    kept_line,
    preference,
    result_of_move,
    winner_of,
)
from solver.interface.engine import Assessment, Budget, Result, Wanted

RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}


class KernelOracle:
    """Answers one position of a board at a time; what the kernel keeps serves the next question."""

    def __init__(self, engine: str, position: Position, kernel: Kernel, budget: Budget) -> None:
        self.engine = engine
        self._game = game_of(position)
        self.kernel = kernel
        self._budget = budget

    def assess(self, position: Position, wanted: Wanted) -> Assessment:
        """Give a position's exact value."""
        return self._assess(position, wanted, inf)

    def line(self, position: Position, wanted: Wanted) -> tuple[Move, ...]:
        """Give best play to the end."""
        glance = glancing(lambda p, nodes: self._assess(p, wanted, nodes), self._budget)
        return kept_line(position, glance)

    def _assess(self, position: Position, wanted: Wanted, nodes: float) -> Assessment:
        """Assess a position; each question that the kernel is asked may take so many positions."""
        outcome = self._game.rules.outcome(position)
        if outcome is not None:
            return finished(position, outcome)
        if PIE in position.variants:
            return self._assess_by_moves(position, wanted, nodes)
        if isinstance(self.kernel, ScoreKernel):
            score = self._ask(self.kernel.score, position, nodes)
            margin = score if position.turn == next(iter(self._game.players)) else -score
            result = RESULTS[(margin > 0) - (margin < 0)]
            return Assessment(result, winner_of(position, result), score=score)
        result = RESULTS[self._ask(self.kernel.result, position, nodes)]
        distance = None
        if wanted.distance and result != Result.DRAW:
            distance = self._ask(self.kernel.distance, position, nodes)
        return Assessment(result, winner_of(position, result), distance)

    def _assess_by_moves(self, position: Position, wanted: Wanted, nodes: float) -> Assessment:
        """Value a position by its moves: a kernel knows nothing of a swap that may come (NK6)."""
        after = max(
            (
                assess_move(position, move, lambda p: self._assess(p, wanted, nodes))
                for move in self._game.rules.moves(position)
            ),
            key=lambda found: preference(position, found),
        )
        result = result_of_move(position, after)
        distance = None if after.distance is None else after.distance + 1
        return Assessment(result, winner_of(position, result), distance)

    def _ask(
        self,
        question: Callable[[bytes, int, int, _native.BareControl], int | None],
        position: Position,
        nodes: float,
    ) -> int:
        cells, turn, flags = packed(position)
        return self._budget.run(lambda control: question(cells, turn, flags, control), nodes)
