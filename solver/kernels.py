"""The kernels of the games that share one interface, in one explicit list.

Such a kernel takes a board as a byte a square, a1 first, the symbols being those of the text form;
it is kept open for a board size, and what its table holds serves the next question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from positions.game import Position
from positions.games import game_of
from positions.games.minelayers import FIRST, B
from solver import _native

MAX_SQUARES = 64


class SearchKernel(Protocol):
    """What every search can be asked; None if a limit ended it."""

    def result(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Give 1 for a win of the player to move, 0 for a draw, -1 for a loss."""


class DistanceKernel(SearchKernel, Protocol):
    """The search of a game without a margin."""

    def distance(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Give the plies to the end of a position that is no draw."""


class ScoreKernel(SearchKernel, Protocol):
    """The search of a game with a margin."""

    def score(
        self, cells: bytes, turn: int, flags: int, control: _native.BareControl
    ) -> int | None:
        """Give the first player's margin at the end."""


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
    """The kernels of a game. Exactly one of `by_distance` and `by_score` makes its search.

    They take files, ranks and the bytes that a table may have. `flags` gives what a position has
    beside its board and turn.
    """

    perft: Perft
    by_distance: Callable[[int, int, int], DistanceKernel] | None = None
    by_score: Callable[[int, int, int], ScoreKernel] | None = None
    flags: Callable[[Position], int] = lambda _: 0


def b_was_first(position: Position) -> int:
    """Give 1 where B moved first in a game of Manic Minelayers (MM2), else 0."""
    return int(position.key(FIRST) == B)


KERNELS: dict[str, Kernels] = {
    "manhattan": Kernels(_native.perft_manhattan, by_distance=_native.ManhattanSearch),
    "marvin": Kernels(_native.perft_marvin, by_score=_native.MarvinSearch),
    "nakatta": Kernels(_native.perft_nakatta, by_distance=_native.NakattaSearch),
    "minelayers": Kernels(
        _native.perft_minelayers, by_distance=_native.MinelayersSearch, flags=b_was_first
    ),
}


def kernels_for(position: Position) -> Kernels | None:
    """Give the kernels that take a position; None where only the rules do."""
    if len(position.board.cells) > MAX_SQUARES:
        return None
    return KERNELS.get(position.game)


def packed(position: Position, kernels: Kernels) -> tuple[bytes, int, int]:
    """Give the board, the turn (0 for the game's first player) and the flags of a position."""
    turn = list(game_of(position).players).index(position.turn)
    return position.board.cells.encode(), turn, kernels.flags(position)
