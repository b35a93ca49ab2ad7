"""Questions to SAT solvers about Sight Reduction solitaire.

These questions go to Glucose: overall it answers them faster than CaDiCaL, with refutations that
are as short (docs/explanation/sat.md).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import inf

from positions.game import Move, Position
from solver.engines.sat.formula import Formula
from solver.engines.sat.process import GLUCOSE, SatProcess
from solver.engines.sat.removal_order import RemovalOrder
from solver.interface.engine import Budget

_LOG = logging.getLogger(__name__)


def solution(position: Position, budget: Budget, conflicts: float = inf) -> tuple[Move, ...] | None:
    """Return a solution of a solitaire position, None if there is none; raises `LimitReached`."""
    order = _attempts(position, budget)
    order.require_solution()
    order.break_symmetry()
    with _process(order.formula, budget, conflicts) as process:
        model = process.model()
    return None if model is None else order.line(model)


def refutation(clauses: Sequence[Sequence[int]], budget: Budget) -> list[str] | None:
    """Return a refutation of clauses, None if they are satisfiable; raises `LimitReached`.

    The lines form a proof in DRUP text format: each is a clause that follows from the earlier ones
    by propagation, or a deleted one (``d``). The last is the empty clause.
    """
    with SatProcess(clauses, budget, GLUCOSE, with_proof=True) as process:
        return process.proof() if process.model() is None else None


def min_left(
    position: Position, budget: Budget, conflicts: float = inf
) -> tuple[int, tuple[Move, ...]]:
    """Return the par of a solitaire position, and an attempt that achieves it (SR8).

    Every attempt can be continued to an end that leaves no more pieces, so the minimum over all
    attempts is the minimum over those that end. Raises `LimitReached`.
    """
    order = _attempts(position, budget)
    order.break_symmetry()
    bounds = order.bounds_on_left()
    with _process(order.formula, budget, conflicts) as process:
        for left, bound in enumerate(bounds):
            model = process.model([bound])
            if model is not None:
                return left, order.line(model)
    return len(bounds), ()


def _attempts(position: Position, budget: Budget) -> RemovalOrder:
    """Write the clauses, unless the limits rule out any question."""
    budget.check()
    return RemovalOrder(position)


def _process(formula: Formula, budget: Budget, conflicts: float = inf) -> SatProcess:
    _LOG.info("encoding: %s", formula.size)
    return SatProcess(formula.clauses, budget, GLUCOSE, conflicts=conflicts)
