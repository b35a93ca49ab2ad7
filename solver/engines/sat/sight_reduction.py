"""What SAT solvers are asked about Sight Reduction solitaire.

Glucose is given these questions: on the whole it answers them sooner than CaDiCaL, and its
refutations are as short (docs/sat.md).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from positions.game import Move, Position
from solver.engines.sat.formula import Formula
from solver.engines.sat.process import Family, SatProcess
from solver.engines.sat.removal_order import RemovalOrder
from solver.interface.engine import Budget

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Solutions:
    """How many solutions were found, and whether these are all."""

    found: int
    are_all: bool


def solution(position: Position, budget: Budget, conflicts: float = inf) -> tuple[Move, ...] | None:
    """Return a solution of a solitaire position, None if there is none; raises `LimitReached`."""
    order = _attempts(position, budget)
    order.require_solution()
    order.break_symmetry()
    with _process(order.formula, budget, conflicts) as process:
        model = process.model()
    return None if model is None else order.line(model)


def refutation(clauses: Sequence[Sequence[int]], budget: Budget) -> list[str] | None:
    """Prove that clauses contradict each other, None if they do not; raises `LimitReached`.

    The lines are those of a proof in the text form of DRUP: a clause each, which follows from those
    before by propagation, or one that is dropped (``d``). The last is the empty clause.
    """
    with SatProcess(clauses, budget, Family.GLUCOSE, with_proof=True) as process:
        return process.proof() if process.model() is None else None


def least_left(
    position: Position, budget: Budget, conflicts: float = inf
) -> tuple[int, tuple[Move, ...]]:
    """Return the par of a solitaire position, and an attempt that attains it (SR8).

    Whatever an attempt leaves, it can be played on to an end that leaves no more: so the least
    number of pieces that can be reached is the least at an end. Raises `LimitReached`.
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


def count_solutions(position: Position, most: int, budget: Budget) -> Solutions:
    """Count distinct solutions, as move sequences, one by one and no more than `most`.

    Each is ruled out by what goes on which turn, and by nothing else. Raises `LimitReached`.
    """
    order = _attempts(position, budget)
    order.require_solution()
    with _process(order.formula, budget) as process:
        for found in range(most):
            model = process.model()
            if model is None:
                return Solutions(found, are_all=True)
            process.add(*(-literal for literal in order.removals(model)))
    return Solutions(most, are_all=False)


def _attempts(position: Position, budget: Budget) -> RemovalOrder:
    """Write the clauses, unless nothing may be asked of them anyway."""
    budget.check()
    return RemovalOrder(position)


def _process(formula: Formula, budget: Budget, conflicts: float = inf) -> SatProcess:
    _LOG.info("encoding: %s", formula.size)
    return SatProcess(formula.clauses, budget, Family.GLUCOSE, conflicts=conflicts)
