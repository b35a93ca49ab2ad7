"""The number of solutions of a solitaire deal, and how often random play finds one."""

from __future__ import annotations

from dataclasses import dataclass

from positions.game import Position
from positions.games.sight_reduction import has_survivors
from solver import _native
from solver.games.removal_pack import keep, pack, turn
from solver.interface.engine import Budget


@dataclass(frozen=True, slots=True)
class SolutionCount:
    """The number of distinct move sequences that solve a deal, and the chance of random play.

    `random_play` is the probability that uniformly random legal moves solve the deal, computed
    without sampling; it is off by at most `error`.
    """

    solutions: int
    random_play: float
    error: float


def count_within(position: Position, budget: Budget) -> SolutionCount:
    """Count the solutions of a Sight Reduction solitaire position (SR3, SR4, SR7).

    Raises `LimitReached`.
    """
    if not has_survivors(position):
        return SolutionCount(0, 0.0, 0.0)
    deal, mover, named = pack(position), turn(position), keep(position)
    return SolutionCount(
        *budget.run(
            lambda control: _native.count_solutions(*deal, mover, named, budget.threads, control)
        )
    )
