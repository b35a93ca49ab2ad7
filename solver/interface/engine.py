"""The interface of all engines: questions, limits and answers.

An `Engine` opens a position and returns an `Oracle`, which answers exactly for every position
reachable from it. When a limit ends the work, it raises `LimitReached`; it never returns a partial
answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import inf
from typing import Any, Literal, Protocol, TypeVar

import psutil

from positions.errors import InputError, quote
from positions.game import Move, Position
from positions.values import convert, shown
from solver._native import Control
from solver.interface.ranges import MEMORY, NODES, PLAYOUTS, SEED, THREADS, TIME

MIB = 1 << 20
NO_LIMIT = (1 << 64) - 1
POSITIONS_A_LOOK = 1000
# How long a measurement of free memory is reused, in seconds: small searches take less time than
# the measurement.
_STAYS_FREE = 0.05

# Roughly how many positions of a kernel take as long as a playout, and how many playouts take as
# long as a position searched by the rules alone, or a SAT conflict.
POSITIONS_A_PLAYOUT = 10
PLAYOUTS_A_POSITION = 10

_Answer = TypeVar("_Answer")

# The limit that ended the work.
Reason = Literal["nodes", "time", "memory"]

# Called with the share of work done, from 0 to 1; an exception that it raises ends the work.
Watch = Callable[[float], None]


class Status(StrEnum):
    """Whether a question was answered. `unknown` is neither a draw nor a no."""

    PROVED = "proved"
    UNKNOWN = "unknown"


class Result(StrEnum):
    """The exact result: for the player to move, or of a solitaire deal."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"


class OutcomeClass(StrEnum):
    """The winner with best play: Left, Right, the next player to move or the previous one."""

    LEFT = "L"
    RIGHT = "R"
    NEXT = "N"
    PREVIOUS = "P"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one question.

    `nodes` counts positions, `seconds` is a time, `memory` is in MiB; None means unlimited.
    `threads` is the number of threads that a kernel may use, at least 1. It does not affect values,
    but with several threads a search may choose a different one of equally good moves, and count
    different numbers of positions, from run to run. If `is_repeatable`, answers must be
    reproducible down to the line: searches use one thread, and only deterministic work uses all of
    them. A node limit implies one thread. `is_part` says that `memory` is one worker's part of the
    total: if it does not suffice, the question is asked again, see `PartUsedUp`. Raises
    `InputError` for a number out of its range.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None
    threads: int = 1
    is_part: bool = False
    is_repeatable: bool = False

    def __post_init__(self) -> None:
        convert(self, "nodes", NODES, optional=True)
        convert(self, "seconds", TIME, optional=True)
        convert(self, "memory", MEMORY, optional=True)
        convert(self, "threads", THREADS)


@dataclass(frozen=True, slots=True)
class PlayoutBudget:
    """A number of seconds or of playouts, and the random seed.

    A number of playouts implies one thread, and the same seed gives the same estimate. Raises
    `InputError` for a number out of its range.
    """

    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        convert(self, "seconds", TIME, "estimate", optional=True)
        convert(self, "playouts", PLAYOUTS, optional=True)
        convert(self, "seed", SEED)

    def exact(self, limits: Limits, *, is_fast: bool) -> Limits:
        """Return the limits of the exact search before the playouts; with a kernel, it `is_fast`.

        Without a time limit of its own, it gets as much time as the estimate. If the number of
        playouts is given, it gets a node limit, so that it is reproducible too.
        """
        if limits.seconds is not None:
            return limits
        if self.playouts is None:
            return replace(limits, seconds=self.seconds)
        if limits.nodes is None:
            playouts = self.playouts
            nodes = playouts * POSITIONS_A_PLAYOUT if is_fast else playouts // PLAYOUTS_A_POSITION
            return replace(limits, nodes=min(nodes, NODES.maximum))
        return limits

    def limits(self, limits: Limits) -> Limits:
        """Return the limits of the playouts, with the memory and threads of the search."""
        return replace(limits, nodes=self.playouts, seconds=self.seconds)


def playout_budget_of(
    estimate: float | None, playouts: int | None, seed: int | None = None
) -> PlayoutBudget | None:
    """Return the requested budget, in seconds or in playouts; None if there is none.

    Raises `InputError` for both kinds, and for a seed without either.
    """
    if estimate is not None and playouts is not None:
        raise InputError("estimate: found seconds and playouts, expected only one of them")
    if estimate is not None or playouts is not None:
        return PlayoutBudget(estimate, playouts, 0 if seed is None else seed)
    if seed is not None:
        found = quote(shown(seed))
        raise InputError(f"seed: found {found}, expected none without an estimate or playouts")
    return None


@dataclass(frozen=True, slots=True)
class Details:
    """The details asked for in addition to the result.

    `value_if_cheap` asks for the value if it costs little more than the result.
    """

    distance: bool = False
    value: bool = False
    value_if_cheap: bool = False
    par: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """The exact value of one position; fields not asked for or not applicable are None.

    `winner` is a player's symbol, `distance` counts plies, `value` is the combinatorial game value
    (positive for the first colour), `score` the final margin if the game has one, and `par` the
    minimum number of pieces left (SR8). `value_open` says that the value was asked for but not
    computed; otherwise, None for a requested value means that the value is not a number.
    """

    result: Result
    winner: str | None = None
    distance: int | None = None
    value: Fraction | None = None
    score: int | None = None
    par: int | None = None
    value_open: bool = False


def limit_reached(reason: str | None) -> str:
    """Return in words which limit was reached, such as "node limit reached"."""
    return f"{'node' if reason == 'nodes' else reason} limit reached"


class LimitReached(Exception):  # noqa: N818 - not an error: the answer is `unknown`
    """A limit ended the work."""

    def __init__(self, reason: Reason, detail: str | None = None) -> None:
        super().__init__(detail or limit_reached(reason))
        self.reason = reason


class PartUsedUp(Exception):  # noqa: N818 - not an error: the question is asked again
    """A worker's part of the memory does not suffice.

    This is not a `LimitReached`, which may lead to a weaker method or to `unknown`: answers must
    not depend on the number of workers. The question is asked again with all the memory.
    """


class _Pause(Exception):  # noqa: N818 - not an error: the kernel goes on
    """A running kernel is to pause."""


class Budget:
    """What is left of one question's limits, shared by everything that works on it.

    `watch` is called about twenty times a second while a kernel runs, with the share of work done,
    from 0 to 1; `progress` is the last share that a kernel reported, 0 if unknown. `required` is
    the largest total number of positions required so far, infinite if a requirement failed: a
    different limit might then lead to different work.
    """

    def __init__(self, limits: Limits, watch: Watch | None = None) -> None:
        self.nodes = 0
        self.required = 0.0
        self._limits = limits
        self.watch = watch
        self._started = time.perf_counter()
        self._running: Control | None = None
        self._is_pause_due: Callable[[], bool] = lambda: False
        self._pause: Callable[[], object] = lambda: None
        self.progress = 0.0
        self._process = psutil.Process()
        self._taken = self._process.memory_info().rss
        self._free = 0
        self._asked = -inf

    def renew(self, limits: Limits | None = None, watch: Watch | None = None) -> None:
        """Restore the limits for the next question, or set others, and a watch for it.

        Memory in use remains counted.
        """
        if limits is not None:
            self._limits, self.watch = limits, watch
        self.nodes = 0
        self.required = 0.0
        self._started = time.perf_counter()

    def pause_when(self, is_due: Callable[[], bool], pause: Callable[[], object]) -> None:
        """Interrupt a running kernel when it is time, call `pause`, and run the kernel again.

        This is for kernels with a table: what they have found by then costs nothing.
        """
        self._is_pause_due, self._pause = is_due, pause

    @property
    def seconds(self) -> float:
        """Seconds since the question was asked."""
        return time.perf_counter() - self._started

    @property
    def searched(self) -> int:
        """Positions searched so far, including those of a running kernel."""
        return self.nodes + (0 if self._running is None else self._running.nodes)

    @property
    def threads(self) -> int:
        """Threads for work whose result does not depend on their number.

        Only a single thread counts positions exactly, so a node limit implies one.
        """
        return 1 if self._limits.nodes is not None else self._limits.threads

    @property
    def nodes_left(self) -> float:
        """Positions that may still be searched."""
        return inf if self._limits.nodes is None else self._limits.nodes - self.nodes

    @property
    def memory(self) -> int | None:
        """The memory limit in MiB; None means unlimited."""
        return self._limits.memory

    @property
    def bytes_left(self) -> int:
        """Bytes that may be allocated, by the limit and the machine's free memory."""
        now = time.perf_counter()
        if now - self._asked > _STAYS_FREE:
            self._free, self._asked = psutil.virtual_memory().available, now
        memory = self._limits.memory
        return self._free if memory is None else min(self._free, memory * MIB)

    @property
    def table_bytes(self) -> int:
        """Bytes for the tables of a search: three quarters of the limit, or half of what is free.

        The rest is for the tree of an estimate, and without a limit for other programs.
        """
        return self.bytes_left // 2 if self.memory is None else self.bytes_left // 4 * 3

    def ended(self, reason: Reason, detail: str | None = None) -> LimitReached | PartUsedUp:
        """Return the exception for a limit that ends the work."""
        if reason == "memory" and self._limits.is_part:
            return PartUsedUp("a part of the memory does not suffice")
        return LimitReached(reason, detail)

    def check(self) -> None:
        """Raise `LimitReached` if the nodes or the time are used up."""
        if self.nodes_left <= 0:
            raise LimitReached("nodes")
        if self._limits.seconds is not None and self.seconds >= self._limits.seconds:
            raise LimitReached("time")

    def tick(self) -> None:
        """Count one position searched in Python."""
        self.check()
        self.nodes += 1
        if self.nodes % POSITIONS_A_LOOK == 0:
            self.look()

    def look(self) -> None:
        """Report progress, as an unknown share of the work, and check the memory used."""
        if self.watch is not None:
            self.watch(0.0)
        taken = self._process.memory_info().rss - self._taken
        if self._limits.memory is not None and taken > self._limits.memory * MIB:
            raise self.ended("memory")

    def require(self, what: str, nodes: int, size: int) -> None:
        """Raise `LimitReached` unless enough positions and bytes are left for `what`."""
        self.check()
        if nodes > self.nodes_left:
            self.required = inf
            raise LimitReached("nodes", f"{what} has {nodes:,} positions")
        self.required = max(self.required, self.nodes + nodes)
        if size > self.bytes_left:
            needed, left = -(-size // MIB), self.bytes_left // MIB
            raise self.ended(
                "memory", f"{what} needs {needed:,} MiB, but only {left:,} MiB are allowed"
            )

    def run(self, kernel: Callable[[Control], _Answer | None], nodes: float = inf) -> _Answer:
        """Run a kernel with what is left, or with at most `nodes` positions.

        Raises `LimitReached` if a limit ended it, or what a signal handler or `watch` raised.
        """
        while True:
            try:
                return self._run(kernel, nodes)
            except _Pause:
                self._pause()

    def _run(self, kernel: Callable[[Control], _Answer | None], nodes: float) -> _Answer:
        self.check()
        allowed = min(nodes, self.nodes_left)
        seconds = inf if self._limits.seconds is None else self._limits.seconds - self.seconds
        self.progress = 0.0
        # A node limit must be reproducible: only a single thread stops exactly there.
        is_free = allowed == inf and not self._limits.is_repeatable
        control = Control(
            NO_LIMIT if allowed == inf else int(allowed),
            seconds,
            self.bytes_left,
            self._tell,
            self.threads if is_free else 1,
        )
        self._running = control
        try:
            answer = kernel(control)
        finally:
            self._running = None
            self.nodes += control.nodes
        control.rethrow()
        if answer is None:
            raise self._given_up(control.reason)
        self.progress = 0.0
        return answer

    def _given_up(self, reason: Reason | Literal["endless"] | None) -> LimitReached | PartUsedUp:
        """Return the exception for a kernel that gave up.

        In games where play may cycle (MH6), the length of a line is limited.
        """
        if reason == "endless":
            return self.ended("nodes", "a line of play became so long that it may cycle")
        return self.ended(reason or "memory")

    def _tell(self, share: float) -> None:
        """Store the share of a kernel's work done, and pass it on."""
        self.progress = share
        if self.watch is not None:
            self.watch(share)
        if self._is_pause_due():
            raise _Pause


class Oracle(Protocol):
    """Exact answers for every position reachable from the one that was opened.

    `engine` names the method that gave the answers so far. An oracle that `keeps_tables` can answer
    any further question, whatever was asked before and whichever limit ended that.
    """

    engine: str
    keeps_tables: bool = False

    def serves(self, position: Position) -> bool:
        """Return whether it answers for a position of the game more cheaply than a new oracle.

        The position need not be reachable from the one that was opened.
        """
        return False

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value; raises `LimitReached`."""

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play to the end from a position; raises `LimitReached`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A method of solving. One that is `by_rules` uses nothing but the rules of a game.

    `open` prepares to answer for a position and all that follow, with either player to move.
    `objection` returns why the engine does not take a position; None if it does.
    """

    name: str
    open: Callable[[Position, Budget], Oracle]
    objection: Callable[[Position], str | None] = lambda _: None
    by_rules: bool = False


def check_taken(engine: Engine, position: Position) -> None:
    """Raise `InputError` if an engine does not take a position."""
    objection = engine.objection(position)
    if objection is not None:
        raise InputError(f"engine: {objection}")


class Table(Protocol):
    """The results of a search so far, which can be saved while it is not running."""

    def save(self, write: Callable[[bytes], object]) -> None:
        """Pass the entries to `write` as bytes; an exception from it is propagated."""

    def load(self, read: Callable[[int], bytes]) -> tuple[int, int]:
        """Load entries written by `save`; `read` returns as many bytes as it is asked for.

        The table must be empty. Returns how many entries there were, and how many of them fit.
        Exceptions from `read` are propagated; raises ValueError for invalid entries. After an
        exception the table is unusable.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEngine(Engine):
    """An engine whose search keeps a table, from which another run can continue.

    `board` returns a name for the positions that share a table, None if a position has none;
    `new_table` makes an empty table for everything reachable from a position, and `over` prepares
    to answer for a position with the table of its board.
    """

    board: Callable[[Position], str | None]
    new_table: Callable[[Position, Budget], Any]
    over: Callable[[Any, Position, Budget], Oracle]
