"""The tasks of the service's workers, and how they are run.

A task is plain data sent to a worker process. Its `key` is the question without the limits: two
tasks with the same key have the same answer once it is proved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Protocol

from positions import Position, format_position
from positions.games import game_of, rules_of
from positions.reading.game_reading import parse_record
from service.moves_limit import MovesLimit
from solver import Limits, Question
from solver.answers.annotation import annotate
from solver.answers.ask import ANALYSE, ask, ask_within, is_final
from solver.answers.model import Record, record
from solver.engines.oracle_cache import OracleCache
from solver.pool.worker import tell

# The nodes and seconds that the event loop spends on a finished game.
FEW_NODES = 4096
BRIEFLY = 0.05


class Reply(NamedTuple):
    """An answer as JSON; one that `is_final` is complete and never changes."""

    json: bytes
    is_final: bool


class Progress(NamedTuple):
    """The share of a search done, from 0 to 1 (0 if unknown), and its node count."""

    share: float
    nodes: int


class ValuedMoves(NamedTuple):
    """The moves of an analysis evaluated so far, best first."""

    moves: list[Record]


Tell = Callable[[Progress | ValuedMoves], None]


class Task(Protocol):
    """A task to be done as far as its limits allow: a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def limits(self) -> Limits:
        """The limits."""

    @property
    def key(self) -> str:
        """The question without the limits, as text."""

    @property
    def seconds(self) -> float | None:
        """The maximum total time in seconds."""

    @property
    def cost(self) -> Hashable:
        """The cost: tasks with the same key and cost share one search."""

    @property
    def affinity(self) -> Hashable:
        """An identifier shared by tasks that share tables."""

    def answer_finished(self) -> Reply | None:
        """Return the answer if the game is over and all of it is found at once."""

    def run(self, kept: OracleCache, tell: Tell) -> tuple[Record, bool]:
        """Return the record of the answer, and whether it is final. Raises `InputError`."""


@dataclass(frozen=True)
class PositionTask:
    """A question about a position."""

    position: Position
    question: Question
    limits: Limits

    @cached_property
    def key(self) -> str:
        """The question as text, without the limits and the estimate."""
        return f"{format_position(self.position)} {replace(self.question, estimate=None)}"

    @property
    def seconds(self) -> float | None:
        """Seconds of the search, and of the estimate."""
        playout_budget, seconds = self.question.estimate, self.limits.seconds
        more = 0.0 if playout_budget is None else playout_budget.seconds
        return None if seconds is None or more is None else seconds + more

    @property
    def cost(self) -> Hashable:
        """The limits, and the budget of an estimate."""
        return self.limits, self.question.estimate

    @property
    def affinity(self) -> Hashable:
        """The game and the board: its tables serve all positions there."""
        return self.position.game, self.position.board.size

    def answer_finished(self) -> Reply | None:
        """Return the answer if the game is over.

        A worker has to answer where the value or par, or the result with the other player to move,
        takes long.
        """
        position, question = self.position, self.question
        game = game_of(position)
        is_analysis, rules = question.task == ANALYSE, rules_of(position)
        if rules.outcome(position) is None or (is_analysis and rules.persons == 1):
            return None
        nodes = FEW_NODES if self.limits.nodes is None else min(FEW_NODES, self.limits.nodes)
        limits = replace(self.limits, nodes=nodes, seconds=BRIEFLY, threads=1)
        answer = ask(position, question, limits)
        other_turn = game.other_turn(position) if is_analysis else None
        is_whole = (
            answer.is_complete
            and (not rules.has_value or answer.value is not None)
            and (not question.wanted(position).par or answer.par is not None)
            and (other_turn is None or answer.other_turn is not None)
        )
        found = record(answer, question.asked(position))
        return _reply(found, is_final(position, question, answer)) if is_whole else None

    def run(self, kept: OracleCache, tell: Tell) -> tuple[Record, bool]:
        """Solve or analyse the position, with a kept table if one is suitable."""
        position, question, limits = self.position, self.question, self.limits
        engine = question.engine_for(position)
        with kept.checkout(engine, position, question.wanted(position), limits) as (
            caching,
            budget,
        ):
            budget.watch = lambda share: tell(Progress(share, budget.searched))
            answer = ask_within(
                position,
                question,
                limits,
                budget,
                caching,
                lambda moves: tell(ValuedMoves([record(move) for move in moves])),
            )
        return record(answer, question.asked(position)), is_final(position, question, answer)


class LimitedTask:
    """A task whose cost is its limits, and which keeps no tables."""

    __slots__ = ()
    limits: Limits

    def answer_finished(self) -> Reply | None:
        """Return None: these answers are more than a result."""
        return None

    @property
    def seconds(self) -> float | None:
        """The maximum total time in seconds."""
        return self.limits.seconds

    @property
    def cost(self) -> Hashable:
        """The limits."""
        return self.limits

    @property
    def affinity(self) -> Hashable:
        """None: no tables are kept."""
        return None


@dataclass(frozen=True, slots=True)
class AnnotationTask(LimitedTask):
    """The annotation of a game, given as text; its positions share the time."""

    record: str
    question: Question
    limits: Limits

    @property
    def key(self) -> str:
        """The question without the limits, as text."""
        return f"{self.question} {self.record}"

    def run(self, kept: OracleCache, tell: Tell) -> tuple[Record, bool]:
        """Judge every move of the game."""
        game = parse_record(self.record, MovesLimit())
        seconds = self.limits.seconds
        each = None if seconds is None else seconds / max(len(game.plies), 1)
        annotation = annotate(
            game,
            self.question,
            replace(self.limits, seconds=each),
            lambda share: tell(Progress(share, 0)),
        )
        return record(annotation), annotation.is_complete


@cache
def _kept(memory: int) -> OracleCache:
    """Return the tables kept by this process."""
    return OracleCache(memory)


def work(task: Task, memory: int, threads: int) -> Reply:
    """Do a task in a worker process with `memory` MiB of kept tables and `threads` threads."""
    limits = replace(task.limits, threads=min(task.limits.threads, threads))
    record, is_final = replace(task, limits=limits).run(_kept(memory), tell)
    return _reply(record, is_final)


def _reply(answer: Record, is_final: bool) -> Reply:
    return Reply(json.dumps(answer, allow_nan=False).encode(), is_final)
