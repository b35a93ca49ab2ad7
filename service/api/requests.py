"""The bodies of requests, strictly validated.

Unknown names and quoted numbers are refused, so that typing errors do not go unnoticed. The
operator's caps are applied when a request becomes a task.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, FailFast, Field, model_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from positions import GAMES, InputError, Position
from positions.deals import DealOrder
from positions.errors import check_word, one_of, quote
from positions.game import Game
from positions.text import parse_position, parse_size
from positions.values import Numbers, Seconds, WholeNumbers
from service.searching.tasks import AnnotationTask, PositionTask
from service.settings import MAX_BODY, MAX_PLIES, MAX_POSITION, MAX_SQUARES, Settings, check_size
from solver import Limits, Question
from solver.answers.ask import ANALYSE, SOLVE
from solver.estimates import is_estimated
from solver.interface.engine import PlayoutBudget, playout_budget_of
from solver.interface.ranges import ENGINE_NAMES, MEMORY, NODES, PLAYOUTS, SEED, THREADS, TIME

MAX_WAIT = 10.0
# The maximum number of names in one object of a body.
MAX_NAMES = 100
# The cache size for parsed questions: most questions were asked before.
KNOWN = 4096


class _OneOf:
    """One of some names, like a `Literal` that need not repeat them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(names)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:  # noqa: ANN401
        return core_schema.literal_schema(self._names)


class OneOfNumbers:
    """One of some numbers; in a query, whose values are text, also the text of one."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:  # noqa: ANN401
        return core_schema.lax_or_strict_schema(
            lax_schema=core_schema.no_info_plain_validator_function(self._read),
            strict_schema=core_schema.no_info_plain_validator_function(self._check),
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: Any) -> dict[str, Any]:  # noqa: ANN401
        numbers = self._numbers
        bounds = {"minimum": numbers.minimum, "maximum": numbers.maximum}
        return {
            "type": "integer" if isinstance(numbers, WholeNumbers) else "number",
            **{name: bound for name, bound in bounds.items() if bound < inf},
        }

    def _read(self, value: object) -> object:
        return self._check(self._numbers.read(value) if isinstance(value, str) else value)

    def _check(self, value: object) -> object:
        expected = self._numbers.expected(value)
        if expected is not None:
            raise PydanticCustomError("number", "{expected}", {"expected": expected})
        return self._numbers.plain(value)


EngineName = Annotated[str, _OneOf(ENGINE_NAMES.words)]
Seed = Annotated[int, OneOfNumbers(SEED)]
Time = Annotated[float, OneOfNumbers(TIME)]
Wait = Annotated[float, OneOfNumbers(Seconds(MAX_WAIT))]

PositionText = Annotated[
    str,
    Field(
        max_length=MAX_POSITION,
        description="A position in its line format.",
        examples=["sight-reduction:bwwb/wwbw/bwbb:w", "manhattan:start:4x4"],
        json_schema_extra={"format": "position"},
    ),
]


def few(data: object) -> object:
    """Refuse an object with too many names before checking each of them, which would take long."""
    if isinstance(data, dict) and len(data) > MAX_NAMES:
        names = {"found": len(data), "limit": MAX_NAMES}
        raise PydanticCustomError("many_names", "Input should be at most {limit} names", names)
    return data


class Request(BaseModel):
    """A JSON body."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    _few = model_validator(mode="before")(few)


class EstimateRequest(Request):
    """The budget of an estimate: seconds or playouts."""

    seconds: Time | None = Field(
        None, description="Time for playouts in seconds; the service has a cap."
    )
    playouts: Annotated[int, OneOfNumbers(PLAYOUTS)] | None = Field(
        None, description="Number of playouts, made on one thread."
    )
    seed: Seed | None = Field(None, description="Random seed of the playouts, 0 by default.")

    def playout_budget(self, settings: Settings) -> PlayoutBudget:
        """Return the budget, in at most half of the operator's time; raises `InputError`."""
        playout_budget = playout_budget_of(self.seconds, self.playouts, self.seed)
        if playout_budget is None:
            raise InputError("estimate: found nothing, expected seconds or playouts")
        longest = settings.seconds / 2
        seconds = longest if self.seconds is None else min(longest, self.seconds)
        return replace(playout_budget, seconds=seconds)


class Cost(Request):
    """The limits of an answer, and the requested details."""

    nodes: Annotated[int, OneOfNumbers(NODES)] | None = Field(
        None, description="Node limit; 0 disables search."
    )
    time: Time | None = Field(None, description="Time limit in seconds; the service has a cap.")
    memory: Annotated[int, OneOfNumbers(MEMORY)] | None = Field(
        None, description="Memory limit in MiB; the service has a cap."
    )
    # Any number of threads is capped by the service, so that there is no maximum.
    threads: Annotated[int, OneOfNumbers(WholeNumbers(THREADS.minimum))] | None = Field(
        None,
        description="Maximum number of search threads; the service's cap is the default. "
        "With 1, or with a node limit, the line is reproducible.",
    )
    engine: EngineName = Field("auto", description="The engine.")
    distance: bool = Field(False, description="Compute the exact length of best play.")
    value: bool = Field(False, description="Compute White's lead in moves (game value).")
    par: bool = Field(False, description="Compute the par of unsolvable deals.")
    wait: Wait = Field(
        1.0,
        description="Seconds to wait for the answer before returning a job instead.",
    )

    def limits(self, settings: Settings) -> Limits:
        """Return the limits, with the caps of the operator."""
        return Limits(
            self.nodes,
            min(settings.seconds, settings.seconds if self.time is None else self.time),
            min(settings.share, settings.share if self.memory is None else self.memory),
            min(settings.threads, settings.threads if self.threads is None else self.threads),
        )

    def _question(
        self,
        task: str,
        *,
        count: bool = False,
        fair: bool = False,
        estimate: PlayoutBudget | None = None,
    ) -> Question:
        details = self.engine, self.distance, self.value, self.par
        return Question(task, *details, count, fair, estimate=estimate)

    def _task(self, text: str, question: Question, settings: Settings) -> PositionTask:
        limits = replace(self.limits(settings), seconds=self.time)
        return _task(text, question, limits, settings.seconds)


class AboutPosition(Request):
    """A position, and whether to estimate what remains unsolved."""

    position: PositionText
    estimate: EstimateRequest | None = Field(
        None,
        description="Estimate what remains unsolved, which is never an answer. The search before "
        "it gets as many seconds by default, or, before a number of playouts, ten nodes for each.",
    )

    def _playout_budget(self, settings: Settings) -> PlayoutBudget | None:
        return None if self.estimate is None else self.estimate.playout_budget(settings)


class SolveRequest(Cost, AboutPosition):
    """The body of `/api/solve`."""

    count: bool = Field(False, description="Count the solutions of a solitaire deal.")

    def task(self, settings: Settings) -> PositionTask:
        """Return the task; raises `InputError`."""
        question = self._question(SOLVE, count=self.count, estimate=self._playout_budget(settings))
        return self._task(self.position, question, settings)


class AnalyseOptions(Cost):
    """The options of an analysis."""

    count: bool = Field(
        False, description="Count the solutions after each move, for large solitaire deals too."
    )
    fair: bool = Field(
        False,
        description="Find the smallest rearrangements that make it matter who moves first (SR9).",
    )


class AnalyseRequest(AnalyseOptions, AboutPosition):
    """The body of `/api/analyse`."""

    def task(self, settings: Settings) -> PositionTask:
        """Return the task; raises `InputError`."""
        playout_budget = self._playout_budget(settings)
        question = self._question(
            ANALYSE, count=self.count, fair=self.fair, estimate=playout_budget
        )
        return self._task(self.position, question, settings)


class PositionQuery(AnalyseOptions):
    """The query of `/api/position/…`, where numbers are text."""

    model_config = ConfigDict(extra="forbid", strict=False, allow_inf_nan=False)

    def task_for(self, text: str, settings: Settings) -> PositionTask:
        """Return the task for a position; raises `InputError`."""
        question = self._question(ANALYSE, count=self.count, fair=self.fair)
        return self._task(text, question, settings)


class AnnotateRequest(Cost):
    """The body of `/api/annotate`; the time is for the whole game, divided among its positions."""

    record: str = Field(
        max_length=MAX_BODY,
        description="The record of one game: tags, then numbered moves.",
        examples=['[Position "manhattan:start:4x4"]\n\n1. c1-c2 b1-c1\n'],
    )

    def task(self, settings: Settings) -> AnnotationTask:
        """Return the task."""
        return AnnotationTask(self.record, self._question(ANALYSE), self.limits(settings))


class MovesRequest(Request):
    """The body of `/api/moves`."""

    position: PositionText
    moves: Annotated[list[Annotated[str, Field(max_length=16)]], FailFast()] = Field(
        default=[],
        max_length=MAX_PLIES,
        description="Moves to play from there.",
        examples=[["b1", "d1"]],
    )


class BoardRequest(Request):
    """A game with variants, on a board of a size."""

    game: str = Field(
        next(iter(GAMES)),
        max_length=30,
        description="A game, see `/api/games`.",
        json_schema_extra={"enum": list(GAMES)},
    )
    variants: list[Annotated[str, Field(max_length=30)]] = Field(
        default=[], max_length=10, description="Variants of the game.", examples=[["solitaire"]]
    )
    size: str | None = Field(
        None, max_length=9, description="Board size, files by ranks.", examples=["4x8"]
    )

    def read_game(self) -> Game:
        """Return the game; raises `InputError`."""
        if self.game not in GAMES:
            raise InputError(f"game: found {quote(self.game)}, expected {one_of(list(GAMES))}")
        return GAMES[self.game]

    def ordered_variants(self) -> tuple[str, ...]:
        """Return the variants in printing order; raises `InputError`."""
        game = self.read_game()
        known = [variant.name for variant in game.variants]
        for variant in self.variants:
            check_word("variants", variant, known, game.title)
        return tuple(name for name in known if name in self.variants)

    def read_size(self) -> tuple[int, int] | None:
        """Return the size, None if it is missing; raises `InputError`."""
        if self.size is None:
            return None
        size = parse_size(self.size)
        if size is None or size[0] * size[1] > MAX_SQUARES:
            expected = f"files by ranks, such as 4x8, at most {MAX_SQUARES} squares here"
            raise InputError(f"size: found {quote(self.size)}, expected {expected}")
        return size


class DealRequest(BoardRequest):
    """The body of `/api/deal`."""

    seed: Seed | None = Field(None, description="Random seed; a new one by default.")
    plies: Annotated[int, OneOfNumbers(WholeNumbers(0, MAX_PLIES))] = Field(
        0, description="Start from the position after this many random plies."
    )
    setup: str | None = Field(
        None, max_length=20, description="How to fill the board.", examples=["random"]
    )

    def order(self) -> DealOrder:
        """Return the order to deal; raises `InputError`."""
        game = self.read_game()
        if self.setup is not None:
            check_word("setup", self.setup, game.setups, game.title)
        size = self.read_size() or game.size
        return DealOrder(game, *size, self.ordered_variants(), self.setup, self.plies)


@lru_cache(KNOWN)
def _task(text: str, question: Question, limits: Limits, max_seconds: float) -> PositionTask:
    """Return a task that takes at most `max_seconds` seconds, including an estimate."""
    position = read_position(text)
    # An engine that does not take the question is refused at once, not in a job.
    question.engine_for(position)
    if not is_estimated(position):
        question = replace(question, estimate=None)
    limits = question.exact(position, limits)
    if question.estimate is not None and question.estimate.seconds is not None:
        max_seconds -= question.estimate.seconds
    seconds = max_seconds if limits.seconds is None else min(max_seconds, limits.seconds)
    return PositionTask(position, question, replace(limits, seconds=seconds))


def read_position(text: str) -> Position:
    """Parse a position for the service; raises `InputError`. File names are never accepted."""
    position = parse_position(text)
    check_size(position)
    return position
