"""The engines of the games whose kernels share one interface: search, and whole state spaces.

Whole state spaces are evaluated backwards from the ends of play. Some games have a table in layers,
whose size is known in advance. Others have a table of everything reachable from a position, which
grows until it is complete or a limit ends the work. A table answers for all following positions at
no further cost.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

from positions.game import Move, Position
from positions.games import game_of, rules_of
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
from solver.games.descriptor import TABLE_SQUARES, Kernels
from solver.interface.engine import Assessment, Budget, Details, Engine, Oracle, Result, TableEngine

SEARCH, RETROGRADE = "search", "retrograde"
RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}


class LayerScores:
    """The scores of a table in layers, with the interface of a search."""

    def __init__(self, table: _native.MarvinTable) -> None:
        self._table = table

    def score(self, cells: bytes, turn: int, flags: int, control: _native.BareControl) -> int:
        """Look up a position that the table covers."""
        return self._table.score(cells, turn, flags)


# All of them answer a question with None if a limit ended it.
Kernel = _native.DistanceSearch | _native.ScoreSearch | _native.ReachedTable | LayerScores


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
        self._kernel = kernel
        self._budget = budget

    def serves(self, position: Position) -> bool:
        """Return whether a position is on the same board, and covered by the table."""
        return position.board.size == self._opened.board.size and self._kernels.covers(
            self._opened, position
        )

    def assess(self, position: Position, wanted: Details) -> Assessment:
        return self._assess(position, wanted, inf)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        probe = probing(lambda p, nodes: self._assess(p, wanted, nodes), self._budget)
        return principal_variation(position, probe)

    def _assess(self, position: Position, wanted: Details, nodes: float) -> Assessment:
        """Assess a position; each question to the kernel may search up to `nodes` positions."""
        outcome = rules_of(position).outcome(position)
        if outcome is not None:
            return finished(position, outcome)
        if not self._kernels.is_known(position):
            return self._assess_by_moves(position, wanted, nodes)
        kernel = self._kernel
        if isinstance(kernel, (_native.ScoreSearch, LayerScores)):
            score = self._ask(kernel.score, position, nodes)
            margin = score if position.turn == next(iter(self._game.players)) else -score
            result = RESULTS[(margin > 0) - (margin < 0)]
            return Assessment(result, winner_of(position, result), score=score)
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
                for move in rules_of(position).moves(position)
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
        cells, turn, flags = descriptor_of(position).packed(position)
        return self._budget.run(lambda control: question(cells, turn, flags, control), nodes)


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


def _new_table(position: Position, budget: Budget) -> Kernel:
    return taken_by(position).search(*position.board.size, budget.table_bytes)


def _over(table: Kernel, position: Position, budget: Budget) -> Oracle:
    return KernelOracle(SEARCH, position, taken_by(position), table, budget)


SEARCH_ENGINE = TableEngine(
    name=SEARCH,
    open=lambda position, budget: _over(_new_table(position, budget), position, budget),
    objection=partial(no_kernel, SEARCH),
    board=lambda position: "{} {}x{}".format(position.game, *position.board.size),
    new_table=_new_table,
    over=_over,
)


def _not_tabulated(position: Position) -> str | None:
    """Object to games without a kernel, and to boards that are too large for it."""
    kernels = descriptor_of(position).kernels_for(position)
    if kernels is not None and not kernels.tables_take(position):
        return f"{RETROGRADE} takes boards of up to {TABLE_SQUARES} squares"
    try:
        if kernels is not None and kernels.layers is not None:
            kernels.layers(position)
    except ValueError as error:
        return f"{RETROGRADE} does not take this position: {error}"
    return no_kernel(RETROGRADE, position)


def _tabulated(position: Position, budget: Budget) -> Oracle:
    kernels = taken_by(position)
    kernel: Kernel
    if kernels.layers is not None:
        table = kernels.layers(position)
        budget.run(lambda control: table.survey(control) or None)
        budget.require("the table of all reachable positions", table.positions, table.bytes)
        budget.run(lambda control: table.run(control, budget.threads) or None)
        kernel = LayerScores(table)
    else:
        assert kernels.table is not None  # noqa: S101 - one of the two is there
        kernel = kernels.table(*position.board.size, budget.bytes_left)
    return KernelOracle(RETROGRADE, position, kernels, kernel, budget)


RETROGRADE_ENGINE = Engine(name=RETROGRADE, open=_tabulated, objection=_not_tabulated)
