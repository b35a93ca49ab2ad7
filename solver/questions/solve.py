"""Solving one position: the verdict, and how it was obtained."""

from __future__ import annotations

from dataclasses import dataclass, replace

from positions.game import Move, Outcome, Position
from positions.games import game_of
from solver.engines.lines import finished
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Reason,
    Result,
    Status,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about a position, how, and at what cost.

    `found` is None if the status is `unknown`: then `reason` is the limit that ended the work, and
    `detail` describes it in words. `other_turn` assesses the position with the other player to
    move, if requested. `nodes` and `seconds` are the cost of this question. `share` is the share of
    work, from 0 to 1, done when a limit ended it; 0 if unknown.
    """

    position: Position
    status: Status
    found: Assessment | None = None
    line: tuple[Move, ...] = ()
    other_turn: Assessment | None = None
    engine: str = ""
    nodes: int = 0
    seconds: float = 0.0
    reason: Reason | None = None
    detail: str | None = None
    share: float = 0.0

    @property
    def distance(self) -> int | None:
        """Plies to the end: of the line in solitaire, else as the engine found them."""
        if self.found is not None and game_of(self.position).is_solitaire(self.position):
            return len(self.line)
        return None if self.found is None else self.found.distance


def solve(
    position: Position,
    wanted: Details,
    limits: Limits,
    engine: Engine,
    *,
    other_turn: bool = False,
) -> Verdict:
    """Solve a position within limits, see `solve_within`."""
    return solve_within(position, wanted, Budget(limits), engine, other_turn=other_turn)


def solve_within(
    position: Position, wanted: Details, budget: Budget, engine: Engine, *, other_turn: bool = False
) -> Verdict:
    """Solve a position with what is left of a budget; `unknown` if a limit ends the work.

    `other_turn` also asks for the result if the other player were to move.
    """
    try:
        oracle = engine.open(position, budget)
        return verdict_of(position, wanted, oracle, budget, other_turn=other_turn)
    except LimitReached as limit:
        return unknown(position, engine.name, budget, limit)


def verdict_of(
    position: Position, wanted: Details, oracle: Oracle, budget: Budget, *, other_turn: bool = False
) -> Verdict:
    """Return the verdict of an open oracle; raises `LimitReached`."""
    found = oracle.assess(position, wanted)
    line: tuple[Move, ...] = ()
    if found.result != Result.UNSOLVABLE or found.par is not None:
        line = oracle.line(position, wanted)
    other = _assess_other_turn(position, wanted, oracle) if other_turn else None
    return Verdict(
        position,
        Status.PROVED,
        found,
        line,
        other,
        oracle.engine,
        budget.nodes,
        budget.seconds,
    )


def _assess_other_turn(position: Position, wanted: Details, oracle: Oracle) -> Assessment | None:
    """Assess the position with the other player to move; a limit here is not an error."""
    other = game_of(position).other_turn(position)
    try:
        return None if other is None else oracle.assess(other, wanted)
    except LimitReached:
        return None


def unknown(position: Position, engine: str, budget: Budget, limit: LimitReached) -> Verdict:
    """Return the verdict for a question that a limit left open.

    A finished game needs no search: its result is known whatever the limits are. Its combinatorial
    value, which depends on the moves that the other player still has, remains open.
    """
    outcome = game_of(position).rules.outcome(position)
    return Verdict(
        position,
        Status.UNKNOWN if outcome is None else Status.PROVED,
        None if outcome is None else _finished(position, outcome),
        engine=engine,
        nodes=budget.nodes,
        seconds=budget.seconds,
        reason=limit.reason if outcome is None else None,
        detail=str(limit) if outcome is None else None,
        share=budget.share,
    )


def _finished(position: Position, outcome: Outcome) -> Assessment:
    game = game_of(position)
    is_open = game.has_value and not game.is_solitaire(position)
    return replace(finished(position, outcome), value_open=is_open)
