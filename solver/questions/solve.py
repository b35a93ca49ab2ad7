"""Solving one position: the verdict, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from positions.game import Move, Outcome, Position
from positions.games import game_of
from solver.engines.lines import finished
from solver.interface.engine import (
    Assessment,
    Budget,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Status,
    Wanted,
    Watch,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of a position, how, and at what cost.

    `found` is None while the status is `unknown`: then `reason` is the limit that ended the work
    and `detail` says it in words. `other_turn` is the same position with the other player to move,
    where that was asked. `nodes` are positions, `seconds` those that this question took. `share` is
    how much of the work, from 0 to 1, was done when a limit ended it; 0 where nobody can tell.
    """

    position: Position
    status: Status
    found: Assessment | None = None
    line: tuple[Move, ...] = ()
    other_turn: Assessment | None = None
    engine: str = ""
    nodes: int = 0
    seconds: float = 0.0
    reason: str | None = None
    detail: str | None = None
    share: float = 0.0

    @property
    def distance(self) -> int | None:
        """Plies to the end: in solitaire those of the line, else as the engine found them."""
        if self.found is not None and game_of(self.position).is_solitaire(self.position):
            return len(self.line)
        return None if self.found is None else self.found.distance


def wanted_of(
    position: Position, *, distance: bool = False, value: bool = False, par: bool = False
) -> Wanted:
    """Say what is asked of a position: what costs little, and what else is demanded."""
    game = game_of(position)
    cheap = game.is_cheap(position)
    if game.is_solitaire(position):
        return Wanted(par=par or cheap)
    return Wanted(
        distance=distance or cheap,
        value=game.has_value and (value or cheap),
        value_if_cheap=game.has_value,
    )


@dataclass(frozen=True, slots=True)
class Question:
    """A position, what is asked of it, and whether the other player's turn is asked too."""

    position: Position
    wanted: Wanted
    other_turn: bool = False


def solve(
    question: Question,
    limits: Limits,
    engine: Engine,
    watch: Watch | None = None,
) -> Verdict:
    """Answer a question within limits; a limit that ends the work gives an `unknown` verdict."""
    return solve_within(question, Budget(limits, watch), engine)


def solve_within(question: Question, budget: Budget, engine: Engine) -> Verdict:
    """Answer a question with what is left of a budget."""
    try:
        oracle = engine.open(question.position, budget)
        return answer(question, oracle, budget)
    except LimitReached as limit:
        return unknown(question.position, engine.name, budget, limit)


def answer(question: Question, oracle: Oracle, budget: Budget) -> Verdict:
    """Answer a question from an oracle that is open; raises `LimitReached`."""
    position, wanted = question.position, question.wanted
    found = oracle.assess(position, wanted)
    line: tuple[Move, ...] = ()
    if found.result != Result.UNSOLVABLE or found.par is not None:
        line = oracle.line(position, wanted)
    other = _assess_other_turn(question, oracle) if question.other_turn else None
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


def _assess_other_turn(question: Question, oracle: Oracle) -> Assessment | None:
    """Assess the position with the other player to move; a limit here spoils no answer."""
    other = game_of(question.position).other_turn(question.position)
    try:
        return None if other is None else oracle.assess(other, question.wanted)
    except LimitReached:
        return None


def unknown(position: Position, engine: str, budget: Budget, limit: LimitReached) -> Verdict:
    """Give the verdict for a question that a limit left open.

    A finished game needs no search: its result stands whatever the limits are. The value is of the
    game that whoever is not to move might go on with, and stays open.
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
