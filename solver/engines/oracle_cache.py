"""Oracles that stay open from one question to the next, for callers with many questions.

Someone following a game asks about one position after the other, and work for the first one mostly
serves the others: the table of a search, a lattice, a table of all reachable positions.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

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
        oracle = None if known is None else known.oracle

        def opened(asked: Position, paying: Budget) -> Oracle:
            """Return the oracle of the question; for any other question or budget, open another."""
            nonlocal oracle
            if asked != position or paying is not budget:
                return engine.open(asked, paying)
            oracle = oracle or engine.open(position, budget)
            return oracle

        is_sound = False
        try:
            yield replace(engine, open=opened), budget
            is_sound = True
        except Cancelled:
            # It was stopped as if by a limit, and what it has so far is sound.
            is_sound = True
            raise
        finally:
            if is_sound and oracle is not None:
                new = _OpenOracle(engine.name, position, wanted, oracle, budget)
                self._open.append(known or new)

    def _make_room(self) -> None:
        while self._open and self._process.memory_info().rss - self._taken > self._memory * MIB:
            del self._open[0]
            gc.collect()
