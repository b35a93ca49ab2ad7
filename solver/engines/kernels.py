"""The kernels of the games that share one interface, in one explicit list.

Such a kernel takes a board as a byte a square, a1 first, the symbols being those of the text form;
it is kept open for a board size, and what its table holds serves the next question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from positions.game import Position
from positions.games import game_of
from positions.games.minelayers import FIRST, B
from solver import _native

MAX_SQUARES = 64
# 4×5 has 178 million positions, in 89 MiB.
MAX_SQUARES_OF_SMALL_MARVIN = 20
# The symbols of Marvin's kings.
KINGS = "WR"


class DistanceKernel(Protocol):
    """The search or the table of a game without a margin; None if a limit ended it."""

    def result(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Give 1 for a win of the player to move, 0 for a draw, -1 for a loss."""

    def distance(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Give the plies to the end of a position that is no draw."""


@runtime_checkable
class ScoreKernel(Protocol):
    """The search or the table of a game with a margin; None if a limit ended it."""

    def score(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Give the first player's margin at the end."""


Kernel = DistanceKernel | ScoreKernel


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
        """Give the sequences of exactly `depth` plies; None if a limit ended the count."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """The kernels of a game.

    `search` and `table` take files, ranks and the bytes that they may have. A table grows by
    everything that can come from the positions it is asked for; a game that has `layers` in its
    place knows beforehand how large they are. `table_first` says where the table is done sooner
    than a search. `flags` gives what a position has beside its board and turn.
    """

    perft: Perft
    search: Callable[[int, int, int], Kernel]
    table: Callable[[int, int, int], Kernel] | None = None
    layers: Callable[[Position], _native.MarvinTable] | None = None
    table_first: Callable[[Position], bool] = lambda _: False
    flags: Callable[[Position], int] = lambda _: 0


def b_was_first(position: Position) -> int:
    """Give 1 where B moved first in a game of Manic Minelayers (MM2), else 0."""
    return int(position.key(FIRST) == B)


def marvin_layers(position: Position) -> _native.MarvinTable:
    """Give the table, not worked out, of all positions that have a position's kings.

    ValueError where more points than it can hold are without a king.
    """
    board = position.board
    kings = sum(1 << square for king in KINGS for square in board.squares(king))
    return _native.MarvinTable(*board.size, kings)


def is_small_marvin(position: Position) -> bool:
    """Say whether a small board of Marvin has no king yet: a search meets most of its positions.

    A position of the table costs a seventh of one that is searched, see ``docs/rules/marvin.md``.
    """
    cells = position.board.cells
    return len(cells) <= MAX_SQUARES_OF_SMALL_MARVIN and not set(KINGS) & set(cells)


KERNELS: dict[str, Kernels] = {
    "manhattan": Kernels(
        _native.perft_manhattan, _native.ManhattanSearch, table=_native.ManhattanRetrograde
    ),
    "marvin": Kernels(
        _native.perft_marvin,
        _native.MarvinSearch,
        layers=marvin_layers,
        table_first=is_small_marvin,
    ),
    "nakatta": Kernels(
        _native.perft_nakatta, _native.NakattaSearch, table=_native.NakattaRetrograde
    ),
    "minelayers": Kernels(
        _native.perft_minelayers,
        _native.MinelayersSearch,
        table=_native.MinelayersRetrograde,
        flags=b_was_first,
    ),
}


def kernels_for(position: Position) -> Kernels | None:
    """Give the kernels that take a position; None where only the rules do."""
    if len(position.board.cells) > MAX_SQUARES:
        return None
    return KERNELS.get(position.game)


def packed(position: Position) -> tuple[bytes, int, int]:
    """Give the board, the turn (0 for the game's first player) and the flags of a position."""
    turn = list(game_of(position).players).index(position.turn)
    return position.board.cells.encode(), turn, KERNELS[position.game].flags(position)
