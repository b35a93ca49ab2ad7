"""The opponent over HTTP: what is asked of it, and how a worker of the service answers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from pydantic import Field

from positions import Position, format_position
from positions.deals import fresh_seed
from service.api.requests import MAX_NODES, PositionText, Request, read_position
from service.searching.tasks import LimitedTask, Progress, Tell
from service.settings import Settings
from solver import Limits
from solver.engines.kept import KeptOracles
from solver.opponent.choice import check_taken, choose
from solver.opponent.levels import LEVELS, MOST_SECONDS, USUAL_SECONDS
from solver.records.replies import reply_record
from solver.records.shapes import ReplyRecord

# Seconds to wait for an answer beyond the time that the opponent has.
PATIENCE = 5.0
MAX_WAIT = MOST_SECONDS + PATIENCE


class OpponentRequest(Request):
    """The body of `/api/opponent`."""

    position: PositionText
    level: int = Field(
        len(LEVELS), ge=1, le=len(LEVELS), description="How strong it is, see GET /api/opponent."
    )
    seconds: float = Field(
        USUAL_SECONDS,
        ge=0,
        le=MOST_SECONDS,
        description="Think for at most so many seconds; the service has a cap.",
    )
    seed: int | None = Field(
        None, ge=0, le=MAX_NODES, description="What its chance comes from; without it a new one."
    )
    wait: float | None = Field(
        None,
        ge=0,
        le=MAX_WAIT,
        description="Seconds to wait for the answer; after that a job is given in its place. "
        "Where nothing is said, longer than it may think.",
    )

    def task(self, settings: Settings) -> OpponentTask:
        """Return the task; raises `InputError`."""
        position = read_position(self.position)
        check_taken(position)
        limits = Limits(None, min(settings.seconds, self.seconds), settings.share, settings.threads)
        seed = fresh_seed() if self.seed is None else self.seed
        return OpponentTask(position, self.level, seed, limits)

    @property
    def patience(self) -> float:
        """Seconds to wait."""
        return self.seconds + PATIENCE if self.wait is None else self.wait


@dataclass(frozen=True, slots=True)
class OpponentTask(LimitedTask):
    """A move to be chosen."""

    position: Position
    level: int
    seed: int
    limits: Limits

    @property
    def key(self) -> str:
        """The question without the limits, as text."""
        return f"{format_position(self.position)} level {self.level} seed {self.seed}"

    @property
    def kin(self) -> Hashable:
        """A game on a board: its tables serve all positions there."""
        return self.position.game, self.position.board.size

    def run(self, kept: KeptOracles, tell: Tell) -> tuple[ReplyRecord, bool]:
        """Choose the move; it is never kept, since another time may bring a better one."""
        choice = choose(
            self.position,
            self.level,
            self.limits,
            self.seed,
            lambda share: tell(Progress(share, 0)),
            kept.lend,
        )
        return reply_record(choice), False
