"""The solver's descriptor of a game: everything that is not part of its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from positions.game import Position
from solver import _native
from solver.games.kernels import Kernels
from solver.games.playouts import Playouts
from solver.games.puzzles import Puzzles


@dataclass(frozen=True, slots=True)
class PlayLimit:
    """What is used up in a two-player game, and how much of it SAT can handle.

    `symbols` are those that count, None for all squares of the board. With more than `limit` of
    them there are too many positions to list: more than about ten thousand.
    """

    what: str = "squares"
    symbols: str | None = None
    limit: int = 10

    def count(self, position: Position) -> int:
        """Return the number of squares that count."""
        symbols = self.symbols
        return sum(symbols is None or symbol in symbols for symbol in position.board.cells)


@dataclass(frozen=True, slots=True, eq=False)
class GameSolver:
    """The solver's descriptor of a game.

    `engines` names those available besides ``auto``. `kernels` are those with the shared interface;
    a game without them may have engines of its own in `solver.engines.choice`, and `perft` counts
    its move sequences. `is_cheap` says for which positions more than the result is computed by
    default, including the number of solutions if the game `counts_solutions`.
    `searched` says in words which boards the searches take, and `in_play` limits the two-player
    positions that SAT takes. `playouts` estimates two-player positions that cannot be proved.
    """

    engines: tuple[str, ...] = ("brute", "sat")
    is_cheap: Callable[[Position], bool] = lambda _: True
    kernels: Kernels | None = None
    perft: Callable[[Position, int, _native.Control], int | None] | None = None
    counts_solutions: bool = False
    searched: str = "all of these boards"
    in_play: PlayLimit = PlayLimit()
    playouts: Playouts | None = None
    puzzles: Puzzles = field(default_factory=Puzzles)

    def kernels_for(self, position: Position) -> Kernels | None:
        """Return the kernels that take a position; None if only the rules do."""
        kernels = self.kernels
        if kernels is None or len(position.board.cells) > kernels.max_squares:
            return None
        return kernels

    def playouts_for(self, position: Position) -> Playouts | None:
        """Return the playouts for positions on a board; None if there are none."""
        playouts = self.playouts
        return playouts if playouts is not None and playouts.takes(*position.board.size) else None
