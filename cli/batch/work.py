"""What a worker of `batch` does with a record. No more is imported here than a worker needs."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from cli.common.inputs import Broken, Given, name_of
from cli.files.formats import Record
from solver.interface.engine import Limits
from solver.pool.share import Share
from solver.questions import asking
from solver.questions.asking import ANALYSE

# What differs from run to run: costs, and details such as how much memory was free.
COSTS = ("nodes", "seconds")
DETAIL = "detail"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked(asking.Asked):
    """What the options ask of every record, and whether what it cost is written, too."""

    limits: Limits = field(default_factory=Limits)
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


def work(asked: Asked, item: Given | Broken, share: Share) -> Record | None:
    """Answer a record; None for a source that broke off. Raises `InputError` for a bad record."""
    if isinstance(item, Broken):
        return None
    log.debug("%s: begun", name_of(item))
    record = asking.record_of(item.require(), asked, share.of(asked.limits))
    log.info("%s: %s in %.3f s", name_of(item), record["status"], record["seconds"])
    return record if asked.timings else _without_costs(record)


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
