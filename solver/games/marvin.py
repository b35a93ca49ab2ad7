"""The solver's descriptor of Marvin."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from positions.game import Position
from positions.games.marvin import KING, RED, WHITE
from solver import _native
from solver.games.descriptor import (
    MENUS,
    SEARCHED,
    GameSolver,
    Kernels,
    PlayLimit,
    Playouts,
    Puzzles,
)

if TYPE_CHECKING:
    from random import Random


# 4×5 has 178 million positions, in 89 MiB.
MAX_SQUARES_OF_SMALL = 20
# The symbols of the kings.
KINGS = "WR"
# How many points are without a king when the random play that leads to a puzzle begins.
_OPEN_POINTS = (13, 15)


def _layers(position: Position) -> _native.MarvinTable:
    """Return the table, not yet computed, of all positions that include a position's kings.

    Raises ValueError if too many points are without a king.
    """
    board = position.board
    kings = sum(1 << square for king in KINGS for square in board.squares(king))
    return _native.MarvinTable(*board.size, kings)


def _has_kings_of(first: Position, position: Position) -> bool:
    """Return whether a position has all the kings of a table's first position."""
    squares = enumerate(first.board.cells)
    return all(position.board[square] == cell for square, cell in squares if cell in KINGS)


def is_small(position: Position) -> bool:
    """Return whether a small board has no king yet: a search would visit most of its positions.

    A table position costs a seventh of a searched one, see ``docs/rules/marvin.md``.
    """
    cells = position.board.cells
    return len(cells) <= MAX_SQUARES_OF_SMALL and not set(KINGS) & set(cells)


def _with_kings(position: Position, random: Random) -> Position:
    """Put kings on random points of an empty board, half for each player; the turn is random too.

    Random games from the start are too long, and their ends too quiet.
    """
    squares = range(len(position.board.cells))
    points = random.sample(squares, max(0, len(squares) - random.randint(*_OPEN_POINTS)))
    board = position.board.with_cells({p: KINGS[at % 2] for at, p in enumerate(points)})
    return replace(position, board=board, turn=random.choice([WHITE, RED]))


MARVIN = GameSolver(
    engines=("brute", "search", "retrograde", "sat"),
    kernels=Kernels(
        _native.marvin_perft,
        _native.marvin_search,
        layers=_layers,
        covers=_has_kings_of,
        table_first=is_small,
    ),
    playouts=Playouts(_native.marvin_playouts),
    searched=SEARCHED,
    in_play=PlayLimit("points without a king", ".wr", 6),
    puzzles=Puzzles(
        kinds=("only-move", "hold-margin"),
        menu=MENUS["marvin"],
        limits=(1.75, 2.25, 3.0),
        span=(8, 32),
        begin=_with_kings,
        gain=KING,
    ),
)
