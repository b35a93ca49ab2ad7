"""What describes a game to the solver: its kernels, playouts, puzzles, and what is cheap.

Kernels with the shared interface take a board as one byte per square, a1 first, with the symbols of
the text form. They are kept open for a board size, and the contents of their tables serve the next
question.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from positions.game import Position
from positions.games import game_of
from solver import _native

if TYPE_CHECKING:
    from random import Random

# The maximum number of squares for a table; most searches take twice as many.
TABLE_SQUARES = 64
SEARCH_SQUARES = 2 * TABLE_SQUARES
SEARCHED = f"up to {SEARCH_SQUARES} squares; tables up to {TABLE_SQUARES}"


# A range of random plies, per hundred squares of the board.
Span = tuple[int, int]

# The boards, by variants and requirements (as words) and by grades.
Menu = Mapping[str, Mapping[str, str]]
# Those of each kind of puzzle, by games.
MENUS: Mapping[str, Mapping[str, Menu]] = json.loads(
    Path(__file__).with_name("menus.json").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True)
class Kernels:
    """The kernels of a game.

    `search` and `table` take files, ranks and the bytes that they may use. `search` and `perft`
    take boards of up to `max_squares`, tables and layers of up to `TABLE_SQUARES`. A table grows
    by everything reachable from the positions asked for; `layers`, which replace it in some games,
    have a size known in advance (ValueError if it is too large). `covers` says whether the layers
    of one position contain another. `table_first` says for which positions the table is faster than
    a search, and `is_known` which positions the kernel supports: others are evaluated through their
    moves.
    """

    perft: Callable[[int, int, bytes, int, int, int, _native.BareControl], int | None]
    search: Callable[[int, int, int], _native.DistanceSearch | _native.ScoreSearch]
    max_squares: int = SEARCH_SQUARES
    table: Callable[[int, int, int], _native.ReachedTable] | None = None
    layers: Callable[[Position], _native.MarvinTable] | None = None
    covers: Callable[[Position, Position], bool] = lambda _, __: True
    table_first: Callable[[Position], bool] = lambda _: False
    is_known: Callable[[Position], bool] = lambda _: True

    def tables_take(self, position: Position) -> bool:
        """Return whether a table or layers take the board of a position."""
        return len(position.board.cells) <= TABLE_SQUARES


@dataclass(frozen=True, slots=True)
class Playouts:
    """The playout kernel of a game.

    `kernel` takes files, ranks and the bytes that it may use, for boards that it `takes`; without
    one, a game of one's own is played by its rules.
    Positions that are not `is_known` are estimated through their moves. `without_swap` returns the
    position without a swap that is still possible, None if there is none.
    """

    kernel: Callable[[int, int, int], _native.PlayoutSearch] | None
    takes: Callable[[int, int], bool] = lambda width, height: width * height <= SEARCH_SQUARES
    is_known: Callable[[Position], bool] = lambda _: True
    without_swap: Callable[[Position], Position | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Puzzles:
    """The kinds of puzzles of a game, and what suits them.

    `kinds` names the kinds (`solver.puzzles.kinds`), of which the first is the default. `menu` says
    for each kind what can be made quickly, see `solver.puzzles.kinds`, and `boards` gives the board
    for puzzles of a grade if the kind's usual board hardly ever has them. `limits` are the minimum
    bits of steady, tricky and cruel puzzles. `span` is the range of random plies before a puzzle,
    and `late_span` the range before one that best play leads to. With `takes_squares`, each ply
    uses up a square for good; `begin` randomly changes the board and the turn before random play.
    `max_moves` returns an upper bound on a player's moves, by files, ranks and variants, and
    `max_plies` one on the plies of a game, by files and ranks, None if squares become free again.
    `gain` is the kind of move that is tempting whatever else it does.
    """

    kinds: tuple[str, ...] = ()
    menu: Mapping[str, Menu] = field(default_factory=dict)
    boards: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    limits: tuple[float, float, float] = (1.0, 1.5, 2.0)
    span: Span = (20, 60)
    late_span: Span = (30, 60)
    takes_squares: bool = False
    begin: Callable[[Position, Random], Position] | None = None
    max_moves: Callable[[int, int, tuple[str, ...]], int] = lambda width, height, _: width * height
    max_plies: Callable[[int, int], int | None] = lambda width, height: None
    gain: str | None = None


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
    `flags` returns a position's state besides its board and turn, as the kernels take it.
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
    flags: Callable[[Position], int] = lambda _: 0

    def packed(self, position: Position) -> tuple[bytes, int, int]:
        """Return the board, the turn (0 for the game's first player) and the flags."""
        turn = list(game_of(position).players).index(position.turn)
        return position.board.cells.encode(), turn, self.flags(position)

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
