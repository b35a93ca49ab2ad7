"""The effort for an estimate, and the limits of the exact search before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from positions.errors import InputError
from solver.interface.engine import Limits

# Roughly how many positions of a kernel take as long as a playout, and how many playouts take as
# long as a position searched by the rules alone, or a SAT conflict.
POSITIONS_A_PLAYOUT = 10
PLAYOUTS_A_POSITION = 10


@dataclass(frozen=True, slots=True)
class Effort:
    """A number of seconds or of playouts, and the random seed.

    A number of playouts implies one thread, and the same seed gives the same estimate.
    """

    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0

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
            return replace(limits, nodes=nodes)
        return limits

    def limits(self, limits: Limits) -> Limits:
        """Return the limits of the playouts, with the memory and threads of the search."""
        return replace(limits, nodes=self.playouts, seconds=self.seconds)


def effort_of(seconds: float | None, playouts: int | None, seed: int = 0) -> Effort | None:
    """Return the requested effort, None if there is none; raises `InputError` for both kinds."""
    if seconds is not None and playouts is not None:
        raise InputError("estimate: found seconds and playouts, expected only one of them")
    if seconds is None and playouts is None:
        return None
    return Effort(seconds, playouts, seed)
