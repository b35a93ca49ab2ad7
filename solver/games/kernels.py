"""The shared interface of the games' kernels.

Such a kernel takes a board as one byte per square, a1 first, with the symbols of the text form; it
is kept open for a board size, and the contents of its table serve the next question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from positions.game import Position
from positions.games import game_of
from solver import _native
from solver.interface.tables import Table

# The maximum number of squares for a table; most searches take twice as many.
TABLE_SQUARES = 64
SEARCH_SQUARES = 2 * TABLE_SQUARES
SEARCHED = f"up to {SEARCH_SQUARES} squares; tables up to {TABLE_SQUARES}"

Beginning = tuple[bytes, int, int, float, float, float]
EndsRow = tuple[int, float, float, float, float, float, float, float]


class DistanceKernel(Protocol):
    """The search or table of a game without a margin; returns None if a limit ended it."""

    def result(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Return 1 for a win of the player to move, 0 for a draw, -1 for a loss."""

    def distance(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Return the plies to the end of a position that is not a draw."""


@runtime_checkable
class ScoreKernel(Protocol):
    """The search or table of a game with a margin; returns None if a limit ended it."""

    def score(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Return the first player's margin at the end."""


Kernel = DistanceKernel | ScoreKernel


class DistanceSearch(DistanceKernel, Table, Protocol):
    """The search of a game without a margin."""


class ScoreSearch(ScoreKernel, Table, Protocol):
    """The search of a game with a margin."""


SearchKernel = DistanceSearch | ScoreSearch


class WholeTable(DistanceKernel, Protocol):
    """A kernel that lists everything reachable from given positions."""

    @property
    def positions(self) -> int:
        """The number of listed positions."""

    @property
    def bytes(self) -> int:
        """The memory they use."""

    @property
    def scores(self) -> list[tuple[int, int, int]]:
        """For each score its result, its plies, and the number of positions with it."""

    def branching(self, control: _native.BareControl) -> list[tuple[int, int]] | None:
        """Return how many positions have each number of legal moves."""

    def random_play(
        self,
        beginnings: Sequence[Beginning],
        plies: int,
        max_plies: int,
        control: _native.BareControl,
    ) -> list[EndsRow] | None:
        """Return the outcomes of random play from some positions, by the length of games."""


class Layers(Protocol):
    """A table in layers, whose size is known before it is computed."""

    @property
    def positions(self) -> int:
        """The number of positions it will hold, known after the survey."""

    def survey(self, control: _native.Control) -> bool:
        """Count the positions; return False if a limit ended that."""

    def run(self, control: _native.Control, threads: int) -> bool:
        """Compute the table; return False if a limit ended that."""

    def score(self, cells: bytes, turn: int, flags: int) -> int:
        """Look a position up."""

    @property
    def bytes(self) -> int:
        """The memory it will use, known after the survey."""


class Perft(Protocol):
    """Counts move sequences."""

    def __call__(
        self,
        width: int,
        height: int,
        cells: bytes,
        turn: int,
        flags: int,
        depth: int,
        control: _native.BareControl,
        /,
    ) -> int | None:
        """Return the number of sequences of exactly `depth` plies; None if a limit ended it."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The kernels of a game.

    `search` and `table` take files, ranks and the bytes that they may use. `search` and `perft`
    take boards of up to `max_squares`, tables and layers of up to `TABLE_SQUARES`. A table grows
    by everything reachable from the positions asked for; `layers`, which replace it in some games,
    have a size known in advance (ValueError if it is too large). `covers` says whether the layers
    of one position contain another. `table_first` says for which positions the table is faster than
    a search. `flags` returns a position's state besides its board and turn, and `is_known` whether
    the kernel supports the position: others are evaluated through their moves.
    """

    perft: Perft
    search: Callable[[int, int, int], SearchKernel]
    max_squares: int = SEARCH_SQUARES
    table: Callable[[int, int, int], WholeTable] | None = None
    layers: Callable[[Position], Layers] | None = None
    covers: Callable[[Position, Position], bool] = lambda _, __: True
    table_first: Callable[[Position], bool] = lambda _: False
    flags: Callable[[Position], int] = lambda _: 0
    is_known: Callable[[Position], bool] = lambda _: True

    def tables_take(self, position: Position) -> bool:
        """Return whether a table or layers take the board of a position."""
        return len(position.board.cells) <= TABLE_SQUARES

    def packed(self, position: Position) -> tuple[bytes, int, int]:
        """Return the board, the turn (0 for the game's first player) and the flags."""
        turn = list(game_of(position).players).index(position.turn)
        return position.board.cells.encode(), turn, self.flags(position)
