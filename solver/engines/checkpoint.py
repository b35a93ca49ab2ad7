"""A search whose table outlives a run: read from a file, extended, and written again.

A file consists of a magic line, a line of JSON with the board, the code that made it and the number
of positions searched, the entries of the table, and a digest of all of these. It is used only if
everything matches: for other code, the same bytes could mean something else.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import blake2b
from typing import Any, BinaryIO

import positions
import solver
from positions.errors import InputError, quote
from positions.game import Position
from positions.games import rules_of
from solver.engines.choice import engine_for
from solver.engines.kernel_search import SEARCH, no_kernel
from solver.interface.engine import (
    Budget,
    Engine,
    LimitReached,
    Oracle,
    TableEngine,
)
from solver.interface.fingerprint import fingerprint_of

# The version of the file format; increased when it changes.
FORM = 1
# Seconds after which a search pauses so that its table can be written.
INTERVAL = 600.0

_MAGIC = re.compile(rb"proofplay checkpoint ([0-9]{1,9})\n")
_DIGEST = 32
_LONGEST_LINE = 4096
# A search does not continue if more than a tenth of the entries would be lost for good.
_ENOUGH = 0.9

log = logging.getLogger(__name__)


class Checkpoint:
    """The search of a game, for one board, with a table that is kept in a file.

    `name` begins messages about the file, and `stored` opens it, or returns None if it does not
    exist. `pause` is called every `INTERVAL` seconds of a search; callers may `write` the table
    then, and whenever no search is running. `engine` does the search.
    """

    def __init__(
        self,
        name: str,
        stored: Callable[[], AbstractContextManager[BinaryIO | None]],
        pause: Callable[[], None],
    ) -> None:
        self.engine = Engine(name=SEARCH, open=self._open)
        self._name = name
        self._stored = stored
        self._pause = pause
        self._board: str | None = None
        self._root: Position | None = None
        self._table: Any = None
        self._before = 0
        self._budgets: list[Budget] = []
        self._written = 0
        self._due = 0.0

    @property
    def is_dirty(self) -> bool:
        """Return whether the table has changed since it was last read or written."""
        return self._table is not None and self._searched > self._written

    def begin(self, root: Position) -> None:
        """Prepare for a position and everything reachable from it.

        Raises `InputError` if there is no table to keep, or the checkpoint is for another board.
        """
        self._begun(root)
        self._root = self._root or root

    def _open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer for a position reachable from the one given to `begin`.

        Raises `InputError` if the file is damaged, or for another board or other code, and for a
        position with a different table.
        """
        engine = self._begun(position)
        if self._table is None:
            try:
                self._table = self._read(engine, budget)
            except InputError:
                self._board = self._root = None
                raise
            self._due = time.monotonic() + INTERVAL
        self._budgets.append(budget)
        budget.pause_when(lambda: time.monotonic() >= self._due, self._rest)
        return engine.over(self._table, position, budget)

    def write(self, write: Callable[[bytes], object]) -> None:
        """Write the whole file; exceptions from `write` are propagated. No search may be running.

        Call `written` when the file is in place: that is not known here.
        """
        digest = blake2b(digest_size=_DIGEST)

        def add(data: bytes) -> None:
            digest.update(data)
            write(data)

        searched = self._before + self._searched
        head = {"board": self._board, "maker": _fingerprint(), "positions": searched}
        add(f"proofplay checkpoint {FORM}\n{json.dumps(head)}\n".encode())
        self._table.save(add)
        write(digest.digest())

    def written(self) -> None:
        """Record that the table is safely stored."""
        self._written = self._searched

    def _rest(self) -> None:
        """Have the table written while the search is paused."""
        self._pause()
        self._due = time.monotonic() + INTERVAL

    def _begun(self, position: Position) -> TableEngine:
        """Return the search for a position; raises `InputError` if it has another table."""
        engine = _engine_of(position)
        board = None if engine is None else engine.board(position)
        if engine is None or board is None:
            raise InputError(f"{self._name}: {self._without_table(position)}")
        self._board = self._board or board
        if board != self._board:
            expected = f"{quote(self._board)}: a checkpoint is for one board"
            raise InputError(f"{self._name}: found {quote(board)}, expected {expected}")
        return engine

    @property
    def _searched(self) -> int:
        return sum(budget.nodes for budget in self._budgets)

    def _read(self, engine: TableEngine, budget: Budget) -> Any:  # noqa: ANN401 - its table
        root = self._root
        assert root is not None, "it has begun"  # noqa: S101
        with self._stored() as stream:
            if stream is None:
                return engine.new_table(root, budget)
            reader = _Reader(self._name, stream, budget)
            self._before = reader.head(self._board)
            budget.check()
            table = engine.new_table(root, budget)
            entries, kept = reader.entries(table.load)
            if kept < entries * _ENOUGH:
                detail = f"only {kept:,} of the table's {entries:,} entries would be left"
                raise LimitReached("memory", detail)
        log.info("%s: continuing after %d positions", self._name, self._before)
        return table

    def _without_table(self, position: Position) -> str:
        """Return why there is nothing to keep for a position."""
        if rules_of(position).persons == 1:
            found, kept = "a solitaire", "it is solved without a table to keep"
            return f"found {found}, expected a game for two: {kept}"
        objection = no_kernel(SEARCH, position)
        return f"{objection}, so there is nothing to keep"


class _Reader:
    """Reads a file, and trusts nothing in it before the digest is verified."""

    def __init__(self, name: str, stream: BinaryIO, budget: Budget) -> None:
        self._name = name
        self._stream = stream
        self._budget = budget
        self._digest = blake2b(digest_size=_DIGEST)
        self._size = stream.seek(0, 2)
        stream.seek(0)
        self._done = 0

    def head(self, board: str | None) -> int:
        """Read the first lines, and return the number of positions searched.

        Raises `InputError` unless the file is for this format, this code and the board.
        """
        magic = _MAGIC.fullmatch(self._line())
        if magic is None:
            raise self._refused("no checkpoint", "one written by --checkpoint")
        if int(magic[1]) != FORM:
            raise self._refused(f"a checkpoint in format {int(magic[1])}", f"format {FORM}")
        try:
            found = json.loads(self._line())
            made_by, of, searched = found["maker"], found["board"], found["positions"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._damaged() from None
        if made_by != _fingerprint():
            expected = f"{quote(_fingerprint())}: use another file"
            raise self._refused(f"a checkpoint of other code, {quote(str(made_by))}", expected)
        if of != board:
            raise self._refused(f"a checkpoint of {quote(str(of))}", quote(str(board)))
        if not isinstance(searched, int):
            raise self._damaged()
        return searched

    def entries(self, load: Callable[[Callable[[int], bytes]], tuple[int, int]]) -> tuple[int, int]:
        """Load the entries; raises `InputError` if anything differs from what was written."""
        try:
            loaded = load(self._read)
        except ValueError:
            raise self._damaged() from None
        if self._stream.read(_DIGEST + 1) != self._digest.digest():
            raise self._damaged()
        return loaded

    def _line(self) -> bytes:
        line = self._stream.readline(_LONGEST_LINE)
        self._digest.update(line)
        self._done += len(line)
        return line

    def _read(self, count: int) -> bytes:
        data = self._stream.read(count)
        if len(data) != count:
            raise self._damaged()
        self._digest.update(data)
        self._done += count
        self._budget.check()
        if self._budget.watch is not None:
            self._budget.watch(self._done / self._size)
        return data

    def _damaged(self) -> InputError:
        return self._refused("a damaged checkpoint", "an intact one")

    def _refused(self, found: str, expected: str) -> InputError:
        return InputError(f"{self._name}: found {found}, expected {expected}")


def _engine_of(position: Position) -> TableEngine | None:
    """Return the search engine of a position's game; None if it has none."""
    engine = engine_for(SEARCH, position)
    if not isinstance(engine, TableEngine) or engine.objection(position):
        return None
    return engine


def _fingerprint() -> str:
    """Return the identity of the code on which table entries depend."""
    return fingerprint_of(positions, solver)
