"""What a worker of `batch` does with a record. No more is imported here than a worker needs."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from cli.asking import count_solutions, engine_for, is_solitaire, rest_of
from cli.formats import Record
from cli.inputs import Broken, Given, name_of
from positions.game import Position
from solver.analysis import analyse
from solver.engine import Limits, Status
from solver.fair import fair
from solver.pool.share import Share
from solver.records import analysis_record, counted_record, fair_record, verdict_record
from solver.solve import Question, solve, wanted_of

SOLVE, ANALYSE = TASKS = ("solve", "analyse")
# What differs from run to run: costs, and details such as how much memory was free.
COSTS = ("nodes", "seconds")
DETAIL = "detail"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options ask of every record."""

    do: str
    limits: Limits
    engine: str
    distance: bool = False
    value: bool = False
    par: bool = False
    count: bool = False
    fair: bool = False
    timings: bool = False


def columns(asked: Asked) -> list[str]:
    """Name the fields that a table has a column for, in their order."""
    return [
        *("position", "game", "variants", "status", "reason"),
        *([DETAIL] if asked.timings else []),
        *("result", "winner", "score", "distance", "par", "value", "line", "engine"),
        *(COSTS if asked.timings else ()),
        *(("solutions", "random_play", "random_play_error") if asked.count else ()),
        *(("moves", "outcome_class") if asked.do == ANALYSE else ()),
        *(("fair",) if asked.fair else ()),
    ]


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


def work(asked: Asked, item: Given | Broken, share: Share) -> Record | None:
    """Answer a record; None for a source that broke off. Raises `InputError` for a bad record."""
    if isinstance(item, Broken):
        return None
    log.debug("%s: begun", name_of(item))
    answer = _solve if asked.do == SOLVE else _analyse
    record = answer(item.require(), asked, share.of(asked.limits))
    log.info("%s: %s in %.3f s", name_of(item), record["status"], record["seconds"])
    return record if asked.timings else _without_costs(record)


def _solve(position: Position, asked: Asked, limits: Limits) -> Record:
    wanted = wanted_of(position, distance=asked.distance, value=asked.value, par=asked.par)
    engine = engine_for(asked.engine, position, wanted)
    verdict = solve(Question(position, wanted), limits, engine)
    record = verdict_record(verdict)
    if asked.count and is_solitaire(position):
        is_proved = verdict.status == Status.PROVED
        record |= counted_record(count_solutions(verdict, limits) if is_proved else None)
    return record


def _analyse(position: Position, asked: Asked, limits: Limits) -> Record:
    wanted = wanted_of(position, distance=asked.distance, value=asked.value, par=asked.par)
    engine = engine_for(asked.engine, position, wanted)
    analysis = analyse(Question(position, wanted), limits, engine, counting=asked.count or None)
    record = analysis_record(analysis)
    if asked.fair:
        left = rest_of(limits, analysis.verdict)
        is_alone = is_solitaire(position)
        record["fair"] = None if is_alone else fair_record(fair(position, left, engine))
    return record


def _without_costs(record: Record) -> Record:
    """Leave out of a record, and of the records in it, what another run would not say again."""
    return {
        name: [_without_costs(item) if isinstance(item, dict) else item for item in value]
        if isinstance(value, list)
        else _without_costs(value)
        if isinstance(value, dict)
        else value
        for name, value in record.items()
        if name not in (*COSTS, DETAIL)
    }
