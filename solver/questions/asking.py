"""A question about a position as whoever asks puts it, and its answer as plain data.

The command line, the worker processes of `batch` and those of the service all ask this way, so that
the same question has the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from positions.game import Position
from positions.games import game_of
from solver.engines.choice import ENGINES
from solver.interface.engine import (
    Budget,
    Engine,
    LimitReached,
    Limits,
    Status,
    Wanted,
    Watch,
    check_taken,
)
from solver.questions.analysis import Analysis, analyse_within, is_counted, legal_moves
from solver.questions.counting import Counted, count
from solver.questions.fair import Fair, fair
from solver.questions.solve import Question, Verdict, solve_within, wanted_of
from solver.records.answers import (
    Record,
    analysis_record,
    counted_record,
    fair_record,
    left_open_record,
    moves_record,
    verdict_record,
)

SOLVE, ANALYSE = TASKS = ("solve", "analyse")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a position: `do` is one of `TASKS`, `engine` a name in `ENGINES`.

    The rest asks for more than the result; what does not apply to a position is left out for it.
    """

    do: str = SOLVE
    engine: str = "auto"
    distance: bool = False
    value: bool = False
    par: bool = False
    count: bool = False
    fair: bool = False

    def wanted(self, position: Position) -> Wanted:
        """Give what an engine is asked of a position."""
        return wanted_of(position, distance=self.distance, value=self.value, par=self.par)


def engine_for(name: str, position: Position, wanted: Wanted) -> Engine:
    """Give an engine by its name; raises `InputError` if it does not take the question."""
    engine = ENGINES[name]
    check_taken(engine, position, wanted)
    return engine


def record_of(
    position: Position, asked: Asked, limits: Limits, watch: Watch | None = None
) -> Record:
    """Answer a question within limits, as the object that ``--json`` prints.

    Raises `InputError` if the engine does not take it.
    """
    engine = engine_for(asked.engine, position, asked.wanted(position))
    return record_within(position, asked, limits, Budget(limits, watch), engine)


def record_within(
    position: Position,
    asked: Asked,
    limits: Limits,
    budget: Budget,
    engine: Engine,
    show: Callable[[list[Record]], None] | None = None,
) -> Record:
    """Answer with an engine that takes the question, from a budget that was made for it.

    `show` is shown the `moves` of an analysis whenever one more has been valued.
    """
    question = Question(position, asked.wanted(position))
    if asked.do == ANALYSE:
        analysis = analyse_within(
            question,
            budget,
            engine,
            counting=asked.count or None,
            show=None if show is None else lambda moves: show(moves_record(position, moves)),
        )
        record = analysis_record(with_left_open(analysis, value=asked.value))
        if asked.fair:
            set_up = fair_set_up(analysis.verdict, limits, engine, budget.watch)
            record["fair"] = None if set_up is None else fair_record(set_up)
        return record
    verdict = solve_within(question, budget, engine)
    record = verdict_record(verdict) | left_open_record(left_open(verdict, value=asked.value))
    if asked.count and is_solitaire(position):
        is_proved = verdict.status == Status.PROVED
        counted = count_solutions(verdict, limits, budget.watch) if is_proved else None
        record |= counted_record(counted)
    return record


def is_complete(asked: Asked, record: Record) -> bool:
    """Say whether no limit has left anything that was asked of a record open."""
    is_alone = record.get("result") in ("solvable", "unsolvable")
    is_counted = asked.do == SOLVE and asked.count and is_alone
    set_up = record.get("fair")
    return (
        record["status"] == Status.PROVED
        and not (is_counted and record["solutions"] is None)
        and not record.get("left_open")
        and not (isinstance(set_up, dict) and set_up["status"] != Status.PROVED)
    )


def is_final(position: Position, asked: Asked, record: Record) -> bool:
    """Say whether no larger limits could add anything to the record of a position.

    A limit leaves out without a word what is counted unasked, and of a game that is over all but
    the result: no such record is taken for final.
    """
    is_counted_unasked = asked.do == ANALYSE and is_counted(position, asked.count or None)
    is_whole = not is_counted_unasked or "solutions" in record
    return is_complete(asked, record) and is_whole and bool(legal_moves(position))


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


def left_open(verdict: Verdict, *, value: bool) -> tuple[str, ...]:
    """Name what was asked beside the result and is not worked out, in the names of the records."""
    return ("value",) if value and verdict.found is not None and verdict.found.value_open else ()


def with_left_open(analysis: Analysis, *, value: bool) -> Analysis:
    """Add to what an analysis has left open what its verdict has."""
    names = (*analysis.left_open, *left_open(analysis.verdict, value=value))
    return replace(analysis, left_open=names)


def count_solutions(verdict: Verdict, limits: Limits, watch: Watch | None = None) -> Counted | None:
    """Count a solved position's solutions with what is left of the limits; None if they end it."""
    try:
        return count(verdict.position, rest_of(limits, verdict), watch)
    except LimitReached:
        return None


def fair_set_up(
    verdict: Verdict, limits: Limits, engine: Engine, watch: Watch | None = None
) -> Fair | None:
    """Look for fair set-ups with what is left of the limits.

    None where it makes no sense to ask who moves first: in solitaire, in a set-up, and while a swap
    is open.
    """
    if game_of(verdict.position).other_turn(verdict.position) is None:
        return None
    return fair(verdict.position, rest_of(limits, verdict), engine, watch)
