"""How much work an estimate gets, and what is left to the exact search before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from positions.errors import InputError
from solver.interface.engine import Limits

# How many positions of a kernel take as long as a playout, more or less, and how many playouts as
# long as a position that is searched by the rules alone, or a conflict of SAT.
POSITIONS_A_PLAYOUT = 10
PLAYOUTS_A_POSITION = 10


@dataclass(frozen=True, slots=True)
class Effort:
    """So many seconds or playouts, whichever come first, and the seed of their chance.

    With a number of playouts there is one thread, and the same seed gives the same estimate.
    """

    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0

    def exact(self, limits: Limits, *, is_fast: bool) -> Limits:
        """Return the limits of the exact search that comes first, which `is_fast` with a kernel.

        Without a time of its own it has as much as the estimate. Before a number of playouts it has
        a number of positions, so that it, too, goes the same way twice.
        """
        if limits.seconds is not None:
            return limits
        if self.playouts is None:
            return replace(limits, seconds=self.seconds)
        if limits.nodes is None:
            playouts = self.playouts
            nodes = playouts * POSITIONS_A_PLAYOUT if is_fast else playouts // PLAYOUTS_A_POSITION
            return replace(limits, nodes=nodes)
        return limits

    def limits(self, limits: Limits) -> Limits:
        """Return the limits of the playouts: the memory and the threads are those of the search."""
        return replace(limits, nodes=self.playouts, seconds=self.seconds)


def effort_of(seconds: float | None, playouts: int | None, seed: int = 0) -> Effort | None:
    """Return the work that is asked for, None if none is; raises `InputError` if both are."""
    if seconds is not None and playouts is not None:
        raise InputError("estimate: found seconds and playouts, expected one of them")
    if seconds is None and playouts is None:
        return None
    return Effort(seconds, playouts, seed)
