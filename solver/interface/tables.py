"""Engines whose searches keep a table, from which another run can continue."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from positions.game import Position
from solver.interface.engine import Budget, Engine, Oracle


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


_Table = TypeVar("_Table", bound=Table)


class TableEngine(Engine, Generic[_Table]):
    """An engine with one table for all positions of a board."""

    @abstractmethod
    def board(self, position: Position) -> str | None:
        """Return a name for the positions that share a table; None if there is no table."""

    @abstractmethod
    def new_table(self, position: Position, budget: Budget) -> _Table:
        """Make an empty table for all positions reachable from one."""

    @abstractmethod
    def over(self, table: _Table, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer for a position with a table of its board."""

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer with an empty table."""
        return self.over(self.new_table(position, budget), position, budget)
