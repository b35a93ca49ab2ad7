"""The effort for an estimate, and the limits of the exact search before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from positions.errors import InputError, quote
from positions.values import convert, shown
from solver.interface.engine import Limits
from solver.interface.ranges import NODES, PLAYOUTS, SEED, TIME

# Roughly how many positions of a kernel take as long as a playout, and how many playouts take as
# long as a position searched by the rules alone, or a SAT conflict.
POSITIONS_A_PLAYOUT = 10
PLAYOUTS_A_POSITION = 10


@dataclass(frozen=True, slots=True)
class Effort:
    """A number of seconds or of playouts, and the random seed.

    A number of playouts implies one thread, and the same seed gives the same estimate. Raises
    `InputError` for a number out of its range.
    """

    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        convert(self, "seconds", TIME, "estimate", optional=True)
        convert(self, "playouts", PLAYOUTS, optional=True)
        convert(self, "seed", SEED)

    def exact(self, limits: Limits, *, is_fast: bool) -> Limits:
        """Return the limits of the exact search before the playouts; with a kernel, it `is_fast`.

        Without a time limit of its own, it gets as much time as the estimate. If the number of
        playouts is given, it gets a node limit, so that it is reproducible too.
        """
        if limits.seconds is not None:
            return limits
        if self.playouts is None:
            return replace(limits, seconds=self.seconds)
        if limits.nodes is None:
            playouts = self.playouts
            nodes = playouts * POSITIONS_A_PLAYOUT if is_fast else playouts // PLAYOUTS_A_POSITION
            return replace(limits, nodes=min(nodes, NODES.maximum))
        return limits

    def limits(self, limits: Limits) -> Limits:
        """Return the limits of the playouts, with the memory and threads of the search."""
        return replace(limits, nodes=self.playouts, seconds=self.seconds)


def effort_of(
    estimate: float | None, playouts: int | None, seed: int | None = None
) -> Effort | None:
    """Return the requested effort, in seconds or in playouts; None if there is none.

    Raises `InputError` for both kinds, and for a seed without either.
    """
    if estimate is not None and playouts is not None:
        raise InputError("estimate: found seconds and playouts, expected only one of them")
    if estimate is not None or playouts is not None:
        return Effort(estimate, playouts, 0 if seed is None else seed)
    if seed is not None:
        found = quote(shown(seed))
        raise InputError(f"seed: found {found}, expected none without an estimate or playouts")
    return None
