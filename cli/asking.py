"""What the commands that search have in common: the engine, and what is left of the limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from positions.errors import InputError
from positions.game import Position
from positions.games import game_of
from solver.choice import ENGINES
from solver.counting import Counted, count
from solver.engine import Engine, LimitReached, Limits, Wanted
from solver.solve import Verdict


def engine_for(name: str, position: Position, wanted: Wanted) -> Engine:
    """Give an engine by its name; raises `InputError` if it does not take the question."""
    engine = ENGINES[name]
    objection = engine.objection(position, wanted)
    if objection is not None:
        raise InputError(f"--engine: {objection}")
    return engine


def rest_of(limits: Limits, verdict: Verdict) -> Limits:
    """Give what a verdict has left of its limits."""
    return replace(
        limits,
        nodes=None if limits.nodes is None else max(limits.nodes - verdict.nodes, 0),
        seconds=None if limits.seconds is None else max(limits.seconds - verdict.seconds, 0.0),
    )


def is_solitaire(position: Position) -> bool:
    """Say whether one person plays the position alone."""
    return game_of(position).is_solitaire(position)


def count_solutions(
    verdict: Verdict, limits: Limits, watch: Callable[[float], None] | None = None
) -> Counted | None:
    """Count a solved position's solutions with what is left of the limits; None if they end it."""
    try:
        return count(verdict.position, rest_of(limits, verdict), watch)
    except LimitReached:
        return None
