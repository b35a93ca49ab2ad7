"""The opponent over HTTP: the request, and how a worker of the service answers it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from positions import Position, format_position
from positions.deals import fresh_seed
from positions.values import Seconds, WholeNumbers
from service.api.requests import OneOfNumbers, PositionText, Request, Seed, read_position
from service.searching.tasks import LimitedTask, Progress, Tell
from service.settings import Settings
from solver import Limits
from solver.answers.model import Record, record
from solver.engines.oracle_cache import OracleCache
from solver.opponent import LEVELS, MAX_SECONDS, USUAL_SECONDS, check_taken, choose

# Seconds to wait for an answer beyond the opponent's thinking time.
ANSWER_TIMEOUT = 5.0
MAX_WAIT = MAX_SECONDS + ANSWER_TIMEOUT


class OpponentRequest(Request):
    """The body of `/api/opponent`."""

    position: PositionText
    level: Annotated[int, OneOfNumbers(WholeNumbers(1, len(LEVELS)))] = Field(
        len(LEVELS), description="The strength, see GET /api/opponent."
    )
    seconds: Annotated[float, OneOfNumbers(Seconds(MAX_SECONDS))] = Field(
        USUAL_SECONDS,
        description="Maximum thinking time in seconds; the service has a cap.",
    )
    seed: Seed | None = Field(None, description="Random seed; a new one by default.")
    wait: Annotated[float, OneOfNumbers(Seconds(MAX_WAIT))] | None = Field(
        None,
        description="Seconds to wait for the answer before returning a job instead; by default, "
        "longer than the thinking time.",
    )

    def task(self, settings: Settings) -> OpponentTask:
        """Return the task; raises `InputError`."""
        position = read_position(self.position)
        check_taken(position)
        limits = Limits(None, min(settings.seconds, self.seconds), settings.share, settings.threads)
        seed = fresh_seed() if self.seed is None else self.seed
        return OpponentTask(position, self.level, seed, limits)

    @property
    def waits(self) -> float:
        """Seconds to wait."""
        return self.seconds + ANSWER_TIMEOUT if self.wait is None else self.wait


@dataclass(frozen=True, slots=True)
class OpponentTask(LimitedTask):
    """The choice of a move."""

    position: Position
    level: int
    seed: int
    limits: Limits

    @property
    def key(self) -> str:
        """The question without the limits, as text."""
        return f"{format_position(self.position)} level {self.level} seed {self.seed}"

    @property
    def affinity(self) -> Hashable:
        """The game and the board: its tables serve all positions there."""
        return self.position.game, self.position.board.size

    def run(self, kept: OracleCache, tell: Tell) -> tuple[Record, bool]:
        """Choose the move; it is never cached, since another run may find a better one."""
        reply = choose(
            self.position,
            self.level,
            self.limits,
            self.seed,
            lambda share: tell(Progress(share, 0)),
            kept.checkout,
        )
        return record(reply), False
