"""Estimates of what a move of a game gave away, if that cannot be proved."""

from __future__ import annotations

from collections.abc import Mapping

from positions.game import Move, Position
from positions.text import format_move
from solver.answers.model import LossEstimate
from solver.estimates.effort import Effort
from solver.estimates.estimate import Bounds
from solver.estimates.run import Run, estimate
from solver.interface.engine import Limits, Watch

# The drop in chances for which a move is called probably, or perhaps, a mistake, and the number of
# playouts required: their mean is then off by some hundredths.
PROBABLY, PERHAPS = 0.2, 0.1
FEWEST_PLAYOUTS = 100


def likely(
    position: Position,
    move: Move,
    known: Mapping[Move, Bounds],
    effort: Effort,
    limits: Limits,
    watch: Watch,
) -> LossEstimate | None:
    """Estimate what a move gave away; None if there is no estimate.

    `known` has the proved bounds of the moves.
    """
    run = Run(effort.limits(limits), effort.seed, even=True, watch=watch)
    found = estimate(position, run, known)
    if found is None:
        return None
    after = found.moves[move]
    is_judged = after.lower == after.upper or after.playouts >= FEWEST_PLAYOUTS
    is_best = found.best == move
    return LossEstimate(
        before=found.chances.win,
        after=after.win,
        playouts=found.chances.playouts,
        best=None if is_best else format_move(position, found.best),
        says=_says(found.chances.win - after.win) if is_judged and not is_best else None,
    )


def _says(lost: float) -> str | None:
    """Return what a move that is not the best seems to be, by the chances that it lost."""
    if lost < PERHAPS:
        return None
    return f"{'probably' if lost >= PROBABLY else 'perhaps'} a mistake"
