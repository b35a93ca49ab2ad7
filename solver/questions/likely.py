"""Estimates of what a move of a game gave away, if that cannot be proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from positions.game import Move, Position
from solver.estimates.effort import Effort
from solver.estimates.estimate import Bounds, proved_chances
from solver.estimates.run import Run, estimate, score_of
from solver.interface.engine import Assessment, Limits, Watch

# The drop in chances for which a move is called probably, or perhaps, a mistake, and the number of
# playouts required: their mean is then off by some hundredths.
PROBABLY, PERHAPS = 0.2, 0.1
FEWEST_PLAYOUTS = 100


@dataclass(frozen=True, slots=True)
class MoveChances:
    """The mover's chances, from 0 to 1: with the best move, and with the move made.

    `playouts` is the total for the position. `best` is the apparent best move; None if it is the
    move made. `is_judged` says that there were enough playouts to judge the move.
    """

    before: float
    after: float
    playouts: int
    best: Move | None
    is_judged: bool

    @property
    def says(self) -> str | None:
        """What the move seems to be, in words; None if it does not seem to be a mistake."""
        lost = self.before - self.after
        if not self.is_judged or self.best is None or lost < PERHAPS:
            return None
        return f"{'probably' if lost >= PROBABLY else 'perhaps'} a mistake"


def likely(
    position: Position,
    move: Move,
    known: Mapping[Move, Bounds],
    proved: Assessment | None,
    effort: Effort,
    limits: Limits,
    watch: Watch,
) -> MoveChances | None:
    """Estimate what a move gave away; None if there is no estimate.

    `known` has the proved bounds of the moves, and `proved` the proved value of the position.
    """
    run = Run(effort.limits(limits), effort.seed, even=True, watch=watch)
    found = estimate(position, run, known)
    if found is None:
        return None
    if proved is not None:
        score = score_of(position, proved.result, proved)
        found = replace(found, chances=proved_chances(score))
    after = found.moves[move]
    return MoveChances(
        found.chances.win,
        after.win,
        sum(chances.playouts for chances in found.moves.values()),
        None if found.best == move else found.best,
        after.lower == after.upper or after.playouts >= FEWEST_PLAYOUTS,
    )
