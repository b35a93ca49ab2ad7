"""What workers do with the records of `batch` and the games of `annotate`.

This imports only what a worker needs.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from cli.common.inputs import InputRecord, UnreadableSource, name_of
from positions import InputError
from positions.reading.game_reading import Entry
from positions.reading.game_records import GameRecord
from solver import Limits, Question, Status, ask
from solver.answers.annotation import annotate
from solver.answers.model import Annotation, Record, record
from solver.pool.worker import Resources

# Fields that differ from run to run: costs, and details such as free memory.
COSTS = ("nodes", "seconds")
DETAIL = "detail"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """The question asked about every position, its limits, and whether to write the cost."""

    question: Question
    limits: Limits
    timings: bool = False


def answer_record(
    order: Order, item: InputRecord | UnreadableSource, resources: Resources
) -> Record | None:
    """Answer a record; None for an unreadable source. Raises `InputError` for a bad record."""
    if isinstance(item, UnreadableSource):
        return None
    log.debug("%s: begun", name_of(item))
    position, question = item.require(), order.question
    answer = ask(position, question, resources.of(order.limits))
    log.info("%s: %s in %.3f s", name_of(item), answer.status, answer.seconds)
    found = record(answer, question.asked(position))
    return found if order.timings else _without_costs(found)


def was_complete(found: Record) -> bool:
    """Return what `Answer.is_complete` was for the record of an answer, also of an earlier run."""
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


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a file; `source` names the file in messages."""

    source: str
    entry: Entry

    def require(self) -> GameRecord:
        """Return the record, or raise its error."""
        if self.entry.record is None:
            raise self.entry.error or InputError("found no game")
        return self.entry.record


def annotate_game(
    order: Order, item: Game | UnreadableSource, resources: Resources
) -> Annotation | None:
    """Annotate a game; None for an unreadable source. Raises `InputError` for a bad record."""
    if isinstance(item, UnreadableSource):
        return None
    return annotate(item.require(), order.question, resources.of(order.limits))
