"""Engines whose searches keep a table with which another run can go on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from positions.game import Position
from solver.interface.engine import Budget, Engine, Oracle


class Table(Protocol):
    """What a search has found out so far, which can be written down while it does not work."""

    def save(self, write: Callable[[bytes], object]) -> None:
        """Hand over the entries as bytes; what `write` raises ends it, and is raised again."""

    def load(self, read: Callable[[int], bytes]) -> tuple[int, int]:
        """Take the entries that `save` has written; `read` gives as many bytes as it is asked for.

        It is for a table that knows nothing yet. Returns how many entries there were, and how many
        of them it had room for. What `read` raises is raised again; ValueError for what cannot be
        entries. Then the table is good for nothing.
        """


_Table = TypeVar("_Table", bound=Table)


class TableEngine(Engine, Generic[_Table]):
    """An engine that has one table for all positions of a board."""

    @abstractmethod
    def board(self, position: Position) -> str | None:
        """Name what positions have in common that share a table; None of those that have none."""

    @abstractmethod
    def new_table(self, position: Position, budget: Budget) -> _Table:
        """Make the table for all positions that can come from one; it knows nothing yet."""

    @abstractmethod
    def over(self, table: _Table, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer for a position with a table of its board."""

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer with a table that knows nothing yet."""
        return self.over(self.new_table(position, budget), position, budget)
