"""The oracle and the search engine of the games whose kernels share one interface.

The oracle also serves the tables, which `solver.engines.retrograde` opens.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import cast

from positions.game import Move, Position
from positions.games import game_of
from solver import _native
from solver.engines.lines import (
    assess_move,
    finished,
    preference,
    principal_variation,
    probing,
    result_of_move,
    winner_of,
)
from solver.games import descriptor_of
from solver.games.kernels import DistanceKernel, Kernel, Kernels, ScoreKernel, SearchKernel
from solver.interface.engine import Assessment, Budget, Details, Oracle, Result
from solver.interface.tables import TableEngine

RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}


class KernelOracle(Oracle):
    """Answers one position of a board at a time; what the kernel keeps serves the next one."""

    keeps_tables = True

    def __init__(
        self, engine: str, position: Position, kernels: Kernels, kernel: Kernel, budget: Budget
    ) -> None:
        self.engine = engine
        self._game = game_of(position)
        self._kernels = kernels
        self._opened = position
        self.kernel = kernel
        # Looked up once: the check takes longer than a short search.
        self._has_margin = isinstance(kernel, ScoreKernel)
        self._budget = budget

    def serves(self, position: Position) -> bool:
        """Return whether a position is on the same board, and covered by the table."""
        return position.board.size == self._opened.board.size and self._kernels.covers(
            self._opened, position
        )

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value."""
        return self._assess(position, wanted, inf)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play to the end."""
        probe = probing(lambda p, nodes: self._assess(p, wanted, nodes), self._budget)
        return principal_variation(position, probe)

    def _assess(self, position: Position, wanted: Details, nodes: float) -> Assessment:
        """Assess a position; each question to the kernel may search up to `nodes` positions."""
        outcome = self._game.rules.outcome(position)
        if outcome is not None:
            return finished(position, outcome)
        if not self._kernels.is_known(position):
            return self._assess_by_moves(position, wanted, nodes)
        if self._has_margin:
            score = self._ask(cast(ScoreKernel, self.kernel).score, position, nodes)
            margin = score if position.turn == next(iter(self._game.players)) else -score
            result = RESULTS[(margin > 0) - (margin < 0)]
            return Assessment(result, winner_of(position, result), score=score)
        kernel = cast(DistanceKernel, self.kernel)
        result = RESULTS[self._ask(kernel.result, position, nodes)]
        distance = None
        if wanted.distance and result != Result.DRAW:
            distance = self._ask(kernel.distance, position, nodes)
        return Assessment(result, winner_of(position, result), distance)

    def _assess_by_moves(self, position: Position, wanted: Details, nodes: float) -> Assessment:
        """Assess, through its moves, a position that the kernel does not support."""
        after = max(
            (
                assess_move(position, move, lambda p: self._assess(p, wanted, nodes))
                for move in self._game.rules.moves(position)
            ),
            key=lambda assessment: preference(position, assessment),
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
        cells, turn, flags = self._kernels.packed(position)
        return self._budget.run(lambda control: question(cells, turn, flags, control), nodes)


class SearchEngine(TableEngine[SearchKernel]):
    """Search, for every game with a kernel."""

    name = "search"

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Object to games without a kernel, and to boards that are too large for it."""
        return no_kernel(self.name, position)

    def board(self, position: Position) -> str:
        """Return the game and the size of the board."""
        return "{} {}x{}".format(position.game, *position.board.size)

    def new_table(self, position: Position, budget: Budget) -> SearchKernel:
        """Prepare the tables of a search."""
        return taken_by(position).search(*position.board.size, budget.table_bytes)

    def over(self, table: SearchKernel, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer with the tables of a search."""
        return KernelOracle(self.name, position, taken_by(position), table, budget)


def taken_by(position: Position) -> Kernels:
    """Return the kernels that take a position; raises `ValueError` if none do."""
    kernels = descriptor_of(position).kernels_for(position)
    if kernels is None:
        raise ValueError(f"no kernel takes {position}")
    return kernels


def no_kernel(engine: str, position: Position) -> str | None:
    """Return that an engine has no kernel for a position; None if it has one."""
    if descriptor_of(position).kernels_for(position) is not None:
        return None
    width, height = position.board.size
    return f"{engine} has no kernel for {game_of(position).title} on {width}×{height}"
