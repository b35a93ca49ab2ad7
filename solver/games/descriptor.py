"""What a game means to the solver: one descriptor, with everything that is not its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from positions.game import Position
from solver.games.kernels import Kernels
from solver.games.playouts import Playouts
from solver.games.puzzles import Puzzles
from solver.interface.engine import Engine

if TYPE_CHECKING:
    from solver import _native


@dataclass(frozen=True, slots=True)
class PlayLimit:
    """What changes in the course of a game for two, and how much of it SAT takes.

    `symbols` are those that count, None for all squares of the board. With more than `most` of them
    play is too large to list: some ten thousand positions.
    """

    what: str = "squares"
    symbols: str | None = None
    most: int = 10

    def count(self, position: Position) -> int:
        """Count the squares of a position that count."""
        symbols = self.symbols
        return sum(symbols is None or symbol in symbols for symbol in position.board.cells)


@dataclass(frozen=True, slots=True, eq=False)
class GameSolver:
    """What a game means to the solver.

    `engines` names those that serve beside ``auto``. `kernels` are those of the shared interface;
    a game with engines `of_its_own` gives them by the names of the general ones that they stand in
    for, and `perft` counts its move sequences. `is_cheap` says of which positions more than the
    result is worked out unasked; where the game `counts_solutions`, those of its solitaires are
    part of that. `searched` says in words which boards that are read the searches take, and
    `in_play` bounds what SAT takes of a game for two. `playouts` estimates positions of a game for
    two that nobody proves.
    """

    engines: tuple[str, ...] = ("brute", "sat")
    is_cheap: Callable[[Position], bool] = lambda _: True
    kernels: Kernels | None = None
    of_its_own: Callable[[], Mapping[str, Engine]] = dict
    perft: Callable[[Position, int, _native.Control], int | None] | None = None
    counts_solutions: bool = False
    searched: str = "all of them"
    in_play: PlayLimit = PlayLimit()
    playouts: Playouts | None = None
    puzzles: Puzzles = field(default_factory=Puzzles)

    def kernels_for(self, position: Position) -> Kernels | None:
        """Return the kernels that take a position; None where only the rules do."""
        kernels = self.kernels
        if kernels is None or len(position.board.cells) > kernels.most_squares:
            return None
        return kernels

    def playouts_for(self, position: Position) -> Playouts | None:
        """Return what estimates positions on a board; None where nothing does."""
        playouts = self.playouts
        return playouts if playouts is not None and playouts.takes(*position.board.size) else None
