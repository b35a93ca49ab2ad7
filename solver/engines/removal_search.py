"""Search for Sight Reduction: kernels that solve one position at a time.

For two players, a negamax search with exact keys (`search/negamax.hpp` in `solver/native/`); in
solitaire, a backward search from the last pieces (`games/sight_reduction/removal_order/`). The
number of pieces is not limited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TypeVar

from positions.game import Move, Position
from positions.games import game_of
from solver import _native
from solver.engines.lines import principal_variation, probing, wanted_for_line, winner_of
from solver.engines.values import is_computable, small_value
from solver.games.removal_pack import keep, pack, pieces, removal, turn
from solver.interface.engine import Assessment, Budget, Details, Oracle, Result

NAME = "search"

_Answer = TypeVar("_Answer")


class SearchOracle(Oracle):
    """Answers one position at a time; what the tables hold serves the next question.

    `nodes` caps the positions searched for one question, in addition to the limits. `search` has
    the tables of a two-player search, if they exist already.
    """

    engine = NAME

    def __init__(
        self,
        position: Position,
        budget: Budget,
        nodes: float = inf,
        search: _native.TwoPlayerSearch | None = None,
    ) -> None:
        self._position = position
        self._given = search
        self._budget = budget
        self._nodes = nodes
        self._solutions: dict[Position, tuple[Move, ...] | None] = {}

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value, without the par of an unsolvable deal."""
        if game_of(position).is_solitaire(position):
            if self._solution(position) is None:
                return Assessment(Result.UNSOLVABLE)
            return Assessment(Result.SOLVABLE, par=0 if "pairs" in position.variants else 2)
        assessment = self._assess(position, wanted, inf)
        if not wanted.value:
            return assessment
        is_open = not is_computable(position)
        return replace(assessment, value=self._value(position), value_open=is_open)

    def _assess(self, position: Position, wanted: Details, nodes: float) -> Assessment:
        """Assess a two-player position within `nodes` positions, without its game value."""
        packed = (*pieces(position), turn(position))
        distance: int | None = None
        if wanted.distance:
            distance = self._run(lambda c: self._search.distance(*packed, c), nodes)
        wins = (
            self._run(lambda c: self._search.mover_wins(*packed, c), nodes)
            if distance is None
            else distance % 2 == 1
        )
        result = Result.WIN if wins else Result.LOSS
        return Assessment(result, winner_of(position, result), distance)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play to the end."""
        if game_of(position).is_solitaire(position):
            return self._solution(position) or ()
        probe = probing(lambda p, nodes: self._assess(p, wanted, nodes), self._budget)
        if wanted_for_line(position, wanted).value:
            return principal_variation(position, probe, self._value)
        return principal_variation(position, probe)

    def _value(self, position: Position) -> Fraction | None:
        if "harder" in position.variants:
            return small_value(position, self._budget)
        return Fraction(self._run(lambda c: self._search.value(*pieces(position), c)))

    def _solution(self, position: Position) -> tuple[Move, ...] | None:
        """Return a solution of a solitaire position, None if there provably is none."""
        if position not in self._solutions:
            self._solutions[position] = self._solve_alone(position)
        return self._solutions[position]

    def _solve_alone(self, position: Position) -> tuple[Move, ...] | None:
        deal, named = pack(position), keep(position)
        solvable, removed = self._run(
            lambda c: _native.solve_solitaire(*deal, turn(position), named, c)
        )
        return tuple(removal(mask) for mask in removed) if solvable else None

    def _run(
        self, kernel: Callable[[_native.Control], _Answer | None], nodes: float = inf
    ) -> _Answer:
        return self._budget.run(kernel, min(nodes, self._nodes))

    @cached_property
    def _search(self) -> _native.TwoPlayerSearch:
        return self._given or two_player_search(self._position, self._budget)


def two_player_search(position: Position, budget: Budget) -> _native.TwoPlayerSearch:
    """Prepare the tables of a two-player search, for a deal and everything reachable from it."""
    return _native.TwoPlayerSearch(*pack(position), budget.table_bytes)
