"""Oracles that stay open from one question to the next, for callers with many questions.

Someone following a game asks about one position after the other, and work for the first one mostly
serves the others: the table of a search, a lattice, a table of all reachable positions.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

from positions.game import Position
from solver.interface.engine import MIB, Budget, Details, Engine, Limits, Oracle
from solver.pool.worker import Cancelled


@dataclass(frozen=True, slots=True)
class _OpenOracle:
    """An oracle that an engine opened at `root`, and the details asked for then."""

    engine: str
    root: Position
    wanted: Details
    oracle: Oracle
    budget: Budget

    def serves(self, engine: str, position: Position, wanted: Details) -> bool:
        """Return whether it answers for a position at no more cost than a new oracle."""
        return (
            (engine, position.game) == (self.engine, self.root.game)
            and (self.oracle.keeps_tables or wanted == self.wanted)
            and self.oracle.serves(position)
        )


class _CachingEngine(Engine):
    """An engine that hands out an open oracle, or remembers the one that it opens.

    It does so for one question and its budget; for any other, it opens a new oracle.
    """

    def __init__(self, engine: Engine, position: Position, budget: Budget) -> None:
        self.name, self.by_rules = engine.name, engine.by_rules
        self.oracle: Oracle | None = None
        self._engine = engine
        self._question = position, budget

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Return the engine's objection."""
        return self._engine.objection(position, wanted)

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Return the oracle of the question, or open another."""
        if position != self._question[0] or budget is not self._question[1]:
            return self._engine.open(position, budget)
        if self.oracle is None:
            self.oracle = self._engine.open(position, budget)
        return self.oracle


class OracleCache:
    """The open oracles of this process, the most recently used one last.

    While they use more than `memory` MiB, the oldest ones are dropped before another is opened. The
    memory is what the process has allocated since this object was made.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process = psutil.Process()
        self._taken = self._process.memory_info().rss
        self._open: list[_OpenOracle] = []

    @contextmanager
    def checkout(
        self, engine: Engine, position: Position, wanted: Details, limits: Limits
    ) -> Iterator[tuple[Engine, Budget]]:
        """Return an engine for one question about a position, and its budget.

        After an exception other than `Cancelled`, nothing is kept.
        """
        known = next((k for k in self._open if k.serves(engine.name, position, wanted)), None)
        if known is None:
            self._make_room()
            budget = Budget(limits)
        else:
            self._open.remove(known)
            budget = known.budget
            budget.renew(limits)
        caching = _CachingEngine(engine, position, budget)
        caching.oracle = None if known is None else known.oracle
        try:
            yield caching, budget
        except Cancelled:
            # It was stopped as if by a limit, and what it has so far is sound.
            self._keep(known, caching, position, wanted, budget)
            raise
        self._keep(known, caching, position, wanted, budget)

    def _keep(
        self,
        known: _OpenOracle | None,
        caching: _CachingEngine,
        position: Position,
        wanted: Details,
        budget: Budget,
    ) -> None:
        if known is None and caching.oracle is not None:
            known = _OpenOracle(caching.name, position, wanted, caching.oracle, budget)
        if known is not None:
            self._open.append(known)

    def _make_room(self) -> None:
        while self._open and self._process.memory_info().rss - self._taken > self._memory * MIB:
            del self._open[0]
            gc.collect()
