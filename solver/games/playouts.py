"""The shared interface of the kernels that estimate positions by playouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from positions.game import Position
from positions.games import game_of
from solver import _native
from solver.games.kernels import SEARCH_SQUARES


class PlayoutKernel(Protocol):
    """Grows a tree of playouts."""

    def run(
        self,
        cells: bytes,
        turn: int,
        flags: int,
        children: Sequence[tuple[bytes, int, int]],
        known: Sequence[tuple[int, int]],
        seed: int,
        even: bool,
        play_on: bool,
        control: _native.BareControl,
    ) -> _native.Estimates:
        """Run playouts from a position, whose legal moves lead to `children`, up to a limit.

        One of several equivalent moves is enough. `known` are the proved bounds of each move's
        score, for the player who makes it. With `even`, part of the playouts are spread evenly over
        the moves; with `play_on`, they continue after the score is proved, to find the best of the
        moves that reach it.
        """


@dataclass(frozen=True, slots=True)
class Playouts:
    """The playout kernel of a game.

    `kernel` takes files, ranks and the bytes that it may use, for boards that it `takes`. `flags`
    returns a position's state besides its board and turn. Positions that are not `is_known` are
    estimated through their moves. `without_swap` returns the position without a swap that is still
    possible, None if there is none.
    """

    kernel: Callable[[int, int, int], PlayoutKernel]
    takes: Callable[[int, int], bool] = lambda width, height: width * height <= SEARCH_SQUARES
    flags: Callable[[Position], int] = lambda _: 0
    is_known: Callable[[Position], bool] = lambda _: True
    without_swap: Callable[[Position], Position | None] = lambda _: None

    def packed(self, position: Position) -> tuple[bytes, int, int]:
        """Return the board, the turn (0 for the game's first player) and the flags."""
        turn = list(game_of(position).players).index(position.turn)
        return position.board.cells.encode(), turn, self.flags(position)
