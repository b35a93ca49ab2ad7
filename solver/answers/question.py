"""A question about a position.

The command line, the workers of `batch` and those of the service all use it, so that the same
question has the same answer everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from positions.game import Position
from positions.games import game_of
from positions.values import FLAG, Instances, Words, check
from solver.answers.model import COUNTS
from solver.engines import choice
from solver.estimates.estimate import Effort
from solver.estimates.run import is_estimated
from solver.games import descriptor_of
from solver.interface.engine import Details, Engine, Limits, check_taken
from solver.interface.ranges import ENGINES

SOLVE, ANALYSE = TASKS = ("solve", "analyse")

_KINDS = {
    "task": Words(TASKS),
    "engine": ENGINES,
    **dict.fromkeys(("distance", "value", "par", "count", "fair", "other_turn"), FLAG),
    "estimate": Instances(Effort | None, "an Effort or None"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question: `task` is one of `TASKS`, `engine` a name in `ENGINES`.

    The other fields ask for more than the result; those that do not apply to a position are
    ignored. `count` asks for the number of solutions of a solitaire (in an analysis even if that
    takes long), `fair` for the smallest rearrangements that make it matter who moves first (SR9),
    in an analysis, and `other_turn` for the result if the other player were to move, which an
    analysis always includes. `estimate` is the effort for playouts if a limit leaves something
    open. Raises `InputError` for a field with another value.
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

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            check(name, getattr(self, name), kind)

    def asked(self, position: Position) -> tuple[str, ...]:
        """Return the optional fields of an answer that are written even if they are null."""
        is_solitaire = game_of(position).is_solitaire(position)
        is_counting = self.count and self.task == SOLVE and is_solitaire
        return (*(COUNTS if is_counting else ()), *(("fair",) if self.fair else ()))

    def wanted(self, position: Position) -> Details:
        """Return the details to ask an engine for: those that cost little, and those requested."""
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
        """Return the limits of the exact search, which leave time for an estimate.

        For a position that cannot be estimated, they are unchanged.
        """
        if self.estimate is None or not is_estimated(position):
            return limits
        descriptor = descriptor_of(position)
        has_kernels = bool(descriptor.kernels_for(position)) or position.game in choice.OWN_ENGINES
        is_fast = has_kernels and self.engine not in ("brute", "sat")
        return self.estimate.exact(limits, is_fast=is_fast)

    def engine_for(self, position: Position) -> Engine:
        """Return the engine; raises `InputError` if it does not take the question."""
        engine = choice.ENGINES[self.engine]
        check_taken(engine, position, self.wanted(position))
        return engine
