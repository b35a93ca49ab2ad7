"""The seam behind which all engines stand: what is asked, under which limits, and what is answered.

An `Engine` opens a position and gives an `Oracle`, which answers exactly for every position that
can come from it. When a limit ends the work it raises `LimitReached`; nothing partial ever comes
back as an answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import inf
from typing import Literal, Protocol, TypeVar

import psutil

from positions.errors import InputError
from positions.game import Move, Position
from solver._native import Control

MIB = 1 << 20
NO_LIMIT = (1 << 64) - 1
POSITIONS_A_LOOK = 1000
# For so many seconds the machine is taken to have as much memory free as it had when it was asked:
# small searches take less time than the asking.
_STAYS_FREE = 0.05

_Answer = TypeVar("_Answer")

# Which limit ended the work.
Reason = Literal["nodes", "time", "memory"]

# Is told the share of the work that is done, from 0 to 1; what it raises ends the work.
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
    """Who wins under best play: Left, Right, the next player to move or the previous one."""

    LEFT = "L"
    RIGHT = "R"
    NEXT = "N"
    PREVIOUS = "P"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may cost.

    `nodes` positions, `seconds` of time, `memory` MiB; None is no limit of ours. `threads` is the
    number of threads that a kernel may use, at least 1. They change no value; but several threads
    of a search may choose another among equally good moves, and count other positions, each time.
    Where an answer `is_repeatable`, down to its line, a search has one thread, and only what goes
    the same way whatever their number has all of them. With a limit on positions there is one.
    `is_share` says that `memory` is one worker's part of what there is: short of it nothing is
    given up, see `ShareUsedUp`. Raises `InputError` for fewer threads than one.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None
    threads: int = 1
    is_share: bool = False
    is_repeatable: bool = False

    def __post_init__(self) -> None:
        if self.threads < 1:
            raise InputError(f"threads: found {self.threads}, expected at least 1")


@dataclass(frozen=True, slots=True)
class Details:
    """What is asked of a position beside its result.

    `value_if_cheap` asks for the value where it costs little beside the result.
    """

    distance: bool = False
    value: bool = False
    value_if_cheap: bool = False
    par: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """The exact value of one position; a field that was not asked for, or has no sense, is None.

    `winner` is a player's symbol, `distance` counts plies, `value` is the combinatorial game value
    (positive for the first colour), `score` the margin of a game that counts one, and `par` the
    least number of pieces that can be left (SR8). `value_open` says that the value was wanted and
    not worked out; without it, a wanted value that is None is no number.
    """

    result: Result
    winner: str | None = None
    distance: int | None = None
    value: Fraction | None = None
    score: int | None = None
    par: int | None = None
    value_open: bool = False


def limit_reached(reason: str | None) -> str:
    """Return which limit was reached in words: "node limit reached"."""
    return f"{'node' if reason == 'nodes' else reason} limit reached"


class LimitReached(Exception):  # noqa: N818 - no error: the answer is `unknown`
    """A limit ended the work."""

    def __init__(self, reason: Reason, detail: str | None = None) -> None:
        super().__init__(detail or limit_reached(reason))
        self.reason = reason


class ShareUsedUp(Exception):  # noqa: N818 - no error: the question is asked again
    """A worker's share of the memory will not do.

    No `LimitReached`, which may be answered with a weaker method or with `unknown`: the answers
    must not depend on how many workers there are. Whoever has all the memory asks again.
    """


class Budget:
    """What is left of the limits of one question, shared by everything that works on it.

    `watch` is called about twenty times a second while a kernel runs, with the share of the work
    that is done, from 0 to 1; `share` is what a kernel has told last, 0 where it cannot know.
    `demand` is the most positions in all that work has required, infinite where it did so in vain:
    under another limit other work might take its place.
    """

    def __init__(self, limits: Limits, watch: Watch | None = None) -> None:
        self.nodes = 0
        self.demand = 0.0
        self._limits = limits
        self.watch = watch
        self._started = time.perf_counter()
        self._running: Control | None = None
        self.share = 0.0
        self._process = psutil.Process()
        self._taken = self._process.memory_info().rss
        self._free = 0
        self._asked = -inf

    def renew(self, limits: Limits | None = None, watch: Watch | None = None) -> None:
        """Return the next question the whole of the limits, or others, and something to watch it.

        Memory that is taken stays counted.
        """
        if limits is not None:
            self._limits, self.watch = limits, watch
        self.nodes = 0
        self.demand = 0.0
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the question was asked."""
        return time.perf_counter() - self._started

    @property
    def searched(self) -> int:
        """Positions so far, those of the kernel that is running included."""
        return self.nodes + (0 if self._running is None else self._running.nodes)

    @property
    def threads(self) -> int:
        """Threads for what goes the same way whatever their number.

        Positions are counted exactly by one thread only, so with a limit on them there is one.
        """
        return 1 if self._limits.nodes is not None else self._limits.threads

    @property
    def nodes_left(self) -> float:
        """Positions that may still be searched."""
        return inf if self._limits.nodes is None else self._limits.nodes - self.nodes

    @property
    def memory(self) -> int | None:
        """MiB that the limit allows in all; None is no limit of ours."""
        return self._limits.memory

    @property
    def bytes_left(self) -> int:
        """Bytes that may be taken, by the limit and by what the machine has free."""
        now = time.perf_counter()
        if now - self._asked > _STAYS_FREE:
            self._free, self._asked = psutil.virtual_memory().available, now
        memory = self._limits.memory
        return self._free if memory is None else min(self._free, memory * MIB)

    def ended(self, reason: Reason, detail: str | None = None) -> LimitReached | ShareUsedUp:
        """Return what is raised where a limit ends the work."""
        if reason == "memory" and self._limits.is_share:
            return ShareUsedUp("a share of the memory will not do")
        return LimitReached(reason, detail)

    def check(self) -> None:
        """Raise `LimitReached` if the positions or the time are used up."""
        if self.nodes_left <= 0:
            raise LimitReached("nodes")
        if self._limits.seconds is not None and self.seconds >= self._limits.seconds:
            raise LimitReached("time")

    def tick(self) -> None:
        """Count one position that is searched in Python."""
        self.check()
        self.nodes += 1
        if self.nodes % POSITIONS_A_LOOK == 0:
            self.look()

    def look(self) -> None:
        """Show progress, whose share nobody can tell, and see how much memory has gone."""
        if self.watch is not None:
            self.watch(0.0)
        taken = self._process.memory_info().rss - self._taken
        if self._limits.memory is not None and taken > self._limits.memory * MIB:
            raise self.ended("memory")

    def require(self, what: str, nodes: int, size: int) -> None:
        """Raise `LimitReached` unless so many positions and bytes are left for `what`."""
        self.check()
        if nodes > self.nodes_left:
            self.demand = inf
            raise LimitReached("nodes", f"{what} has {nodes:,} positions")
        self.demand = max(self.demand, self.nodes + nodes)
        if size > self.bytes_left:
            needed, left = -(-size // MIB), self.bytes_left // MIB
            raise self.ended("memory", f"{what} needs {needed:,} MiB, {left:,} MiB are allowed")

    def run(self, kernel: Callable[[Control], _Answer | None], nodes: float = inf) -> _Answer:
        """Run a kernel with what is left, or with at most so many positions.

        Raises `LimitReached` if a limit ended it, and whatever a signal or `watch` raised.
        """
        self.check()
        allowed = min(nodes, self.nodes_left)
        seconds = inf if self._limits.seconds is None else self._limits.seconds - self.seconds
        self.share = 0.0
        # A limit on positions gives the same answer twice: only one thread stops exactly there.
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
        self.share = 0.0
        return answer

    def _given_up(self, reason: Reason | Literal["endless"] | None) -> LimitReached | ShareUsedUp:
        """Say why a kernel gave up: play that may come back (MH6) is a limit on a line's plies."""
        if reason == "endless":
            return self.ended("nodes", "a line of play became so long that it may come back")
        return self.ended(reason or "memory")

    def _tell(self, share: float) -> None:
        """Keep how much of a kernel's work is done, and hand it on."""
        self.share = share
        if self.watch is not None:
            self.watch(share)


class Oracle(Protocol):
    """Exact answers for every position that can come from the one that was opened.

    `engine` names the method that has given the answers so far. One that `keeps_tables` is as good
    as new for any question, whatever was wanted before and whichever limit ended that.
    """

    engine: str
    keeps_tables: bool = False

    def serves(self, position: Position) -> bool:
        """Return whether it answers for a position of the same game at less cost than a new one.

        That need not come from the one that was opened.
        """
        return False

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value; raises `LimitReached`."""

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play to the end from a position; raises `LimitReached`."""


class Engine(Protocol):
    """A method of solving. One that goes `by_rules` alone knows nothing else of any game."""

    name: str
    by_rules: bool = False

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Return why the engine does not take such a question; None if it does."""
        return None

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer for a position, with either player to move, and all that follow."""


def check_taken(engine: Engine, position: Position, wanted: Details) -> None:
    """Raise `InputError` if an engine does not take a question."""
    objection = engine.objection(position, wanted)
    if objection is not None:
        raise InputError(f"engine: {objection}")
