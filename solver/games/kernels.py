"""What the kernels of the games have in common that share one interface.

Such a kernel takes a board as a byte a square, a1 first, the symbols being those of the text form;
it is kept open for a board size, and what its table holds serves the next question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from positions.game import Position
from positions.games import game_of
from solver import _native
from solver.interface.tables import Table

# A table lists positions of boards of at most so many squares; most searches take twice as many.
TABLE_SQUARES = 64
SEARCH_SQUARES = 2 * TABLE_SQUARES
SEARCHED = f"up to {SEARCH_SQUARES} squares; tables up to {TABLE_SQUARES}"

Beginning = tuple[bytes, int, int, float, float, float]
EndsRow = tuple[int, float, float, float, float, float, float, float]


class DistanceKernel(Protocol):
    """The search or the table of a game without a margin; None if a limit ended it."""

    def result(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Return 1 for a win of the player to move, 0 for a draw, -1 for a loss."""

    def distance(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Return the plies to the end of a position that is no draw."""


@runtime_checkable
class ScoreKernel(Protocol):
    """The search or the table of a game with a margin; None if a limit ended it."""

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
    """A kernel that lists what can come from the positions that it is asked for."""

    @property
    def positions(self) -> int:
        """How many positions are listed."""

    @property
    def bytes(self) -> int:
        """How much memory they take."""

    @property
    def scores(self) -> list[tuple[int, int, int]]:
        """For each score its result, its plies, and how many positions have it."""

    def branching(self, control: _native.BareControl) -> list[tuple[int, int]] | None:
        """Return for each number of legal moves how many positions have so many."""

    def random_play(
        self,
        beginnings: Sequence[Beginning],
        plies: int,
        most_plies: int,
        control: _native.BareControl,
    ) -> list[EndsRow] | None:
        """Return what random play from some positions brings, by the length of games."""


class Layers(Protocol):
    """A table in layers, of a size that is known before it is worked out."""

    @property
    def positions(self) -> int:
        """How many positions it will hold, once it has been surveyed."""

    def survey(self, control: _native.Control) -> bool:
        """Count the positions; False if a limit ended that."""

    def run(self, control: _native.Control, threads: int) -> bool:
        """Work the table out; False if a limit ended that."""

    def score(self, cells: bytes, turn: int, flags: int) -> int:
        """Look a position up."""

    @property
    def bytes(self) -> int:
        """How much memory it will take, once it has been surveyed."""


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
        """Return the sequences of exactly `depth` plies; None if a limit ended the count."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The kernels of a game.

    `search` and `table` take files, ranks and the bytes that they may have. `search` and `perft`
    take boards of up to `most_squares`, a table or layers of up to `TABLE_SQUARES`. A table grows
    by everything that can come from the positions it is asked for; a game that has `layers` in its
    place knows beforehand how large they are, ValueError where that is too large. `covers` says
    whether the layers of one position have another. `table_first` says where the table is done
    sooner than a search. `flags` gives what a position has beside its board and turn, and
    `is_known` says where that is all: other positions are valued by their moves.
    """

    perft: Perft
    search: Callable[[int, int, int], SearchKernel]
    most_squares: int = SEARCH_SQUARES
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
