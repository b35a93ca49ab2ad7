"""What a worker of `batch` does with a record. This imports only what a worker needs."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from cli.common.inputs import InputRecord, UnreadableSource, name_of
from solver import Limits, Question, Status, ask
from solver.answers.model import Record, record
from solver.answers.question import ANALYSE
from solver.pool.worker import Share

# Fields that differ from run to run: costs, and details such as free memory.
COSTS = ("nodes", "seconds")
DETAIL = "detail"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """The question asked about every record, its limits, and whether to write the cost."""

    question: Question
    limits: Limits
    timings: bool = False

    def columns(self) -> list[str]:
        """Return the fields that have a column in a table, in order."""
        question = self.question
        return [
            *("position", "game", "variants", "status", "reason"),
            *([DETAIL] if self.timings else []),
            *("result", "winner", "score", "distance", "par", "value", "line", "engine"),
            *(COSTS if self.timings else ()),
            *(("solutions", "random_play", "random_play_error") if question.count else ()),
            *(("moves", "outcome_class") if question.task == ANALYSE else ()),
            *(("fair",) if question.fair else ()),
        ]


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """The record of an answer, and whether it is complete: no limit left anything open."""

    record: Record
    is_complete: bool


def work(order: Order, item: InputRecord | UnreadableSource, share: Share) -> BatchAnswer | None:
    """Answer a record; None for an unreadable source. Raises `InputError` for a bad record."""
    if isinstance(item, UnreadableSource):
        return None
    log.debug("%s: begun", name_of(item))
    position, question = item.require(), order.question
    answer = ask(position, question, share.of(order.limits))
    log.info("%s: %s in %.3f s", name_of(item), answer.status, answer.seconds)
    found = record(answer, question.asked(position))
    written = found if order.timings else _without_costs(found)
    return BatchAnswer(written, answer.is_complete)


def was_complete(found: Record) -> bool:
    """Return what `Answer.is_complete` was for a record that an earlier run wrote.

    The file is all that is left of that run.
    """
    set_up = found.get("fair")
    return (
        found["status"] == Status.PROVED
        and found.get("solutions", "") is not None
        and not found.get("left_open")
        and not (isinstance(set_up, dict) and set_up["status"] != Status.PROVED)
    )


def _without_costs(record: Mapping[str, object]) -> Record:
    """Drop from a record, and from nested records, the fields that differ from run to run."""
    return {
        name: [_without_costs(item) if isinstance(item, dict) else item for item in value]
        if isinstance(value, list)
        else _without_costs(value)
        if isinstance(value, dict)
        else value
        for name, value in record.items()
        if name not in (*COSTS, DETAIL)
    }
