"""A question about a position, as whoever asks puts it.

The command line, the worker processes of `batch` and those of the service all ask this way, so that
the same question has the same answer everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from positions.game import Position
from positions.games import game_of
from solver.engines.choice import ENGINES
from solver.estimates.effort import Effort
from solver.estimates.run import is_estimated
from solver.games import descriptor_of
from solver.interface.engine import Details, Engine, Limits, check_taken

SOLVE, ANALYSE = TASKS = ("solve", "analyse")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a position: `task` is one of `TASKS`, `engine` a name in `ENGINES`.

    The rest asks for more than the result; what does not apply to a position is left out for it.
    `count` asks for the solutions of a solitaire (of an analysis even where that takes long),
    `fair` for an analysis with the least rearrangements that make it matter who begins (SR9), and
    `other_turn` for the result if the other player were to move, which an analysis always has.
    `estimate` says how much work playouts get where a limit leaves something open.
    """

    task: str = SOLVE
    engine: str = "auto"
    distance: bool = False
    value: bool = False
    par: bool = False
    count: bool = False
    fair: bool = False
    other_turn: bool = False
    estimate: Effort | None = None

    def wanted(self, position: Position) -> Details:
        """Return what an engine is asked of a position: what costs little, and what is demanded."""
        game = game_of(position)
        cheap = descriptor_of(position).is_cheap(position)
        if game.is_solitaire(position):
            return Details(par=self.par or cheap)
        return Details(
            distance=self.distance or cheap,
            value=game.has_value and (self.value or cheap),
            value_if_cheap=game.has_value,
        )

    def exact(self, position: Position, limits: Limits) -> Limits:
        """Return the limits of the exact search, which leaves an estimate its time.

        Of what cannot be estimated they are as they were given.
        """
        if self.estimate is None or not is_estimated(position):
            return limits
        descriptor = descriptor_of(position)
        has_kernels = bool(descriptor.kernels_for(position) or descriptor.of_its_own())
        is_fast = has_kernels and self.engine not in ("brute", "sat")
        return self.estimate.exact(limits, is_fast=is_fast)

    def engine_for(self, position: Position) -> Engine:
        """Return the engine; raises `InputError` if it does not take the question."""
        engine = ENGINES[self.engine]
        check_taken(engine, position, self.wanted(position))
        return engine
