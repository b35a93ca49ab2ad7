"""What a worker of `annotate` does with a game. This imports only what a worker needs."""

from __future__ import annotations

from dataclasses import dataclass

from cli.annotate import words
from cli.common.inputs import UnreadableSource
from positions import InputError
from positions.reading.game_reading import Entry
from positions.reading.game_records import GameRecord
from solver import Limits, Question
from solver.answers.annotation import annotate
from solver.answers.model import Annotation
from solver.interface.engine import Watch
from solver.pool.worker import Share


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a file; `source` names the file in messages."""

    source: str
    entry: Entry

    def require(self) -> GameRecord:
        """Return the record, or raise its error."""
        if self.entry.record is None:
            raise self.entry.error or InputError(words.NO_GAME)
        return self.entry.record


@dataclass(frozen=True, slots=True)
class Order:
    """The question asked about every position of the games, and its limits."""

    question: Question
    limits: Limits

    def annotate(self, game: Game, watch: Watch | None = None) -> Annotation:
        """Annotate a game; raises `InputError`."""
        return annotate(game.require(), self.question, self.limits, watch)


def work(order: Order, item: Game | UnreadableSource, share: Share) -> Annotation | None:
    """Annotate a game; None for an unreadable source. Raises `InputError` for a bad record."""
    if isinstance(item, UnreadableSource):
        return None
    return Order(order.question, share.of(order.limits)).annotate(item)
