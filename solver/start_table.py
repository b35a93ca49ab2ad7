"""The table of starts of Manic Minelayers: who wins from each pair of home squares.

The players choose their home squares and agree who moves first (MM3), so that the table shows
every pair with either first mover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from positions.game import Position, turned
from positions.games.minelayers import FIRST, MINELAYERS, A, B, home_squares, opponent
from positions.grid import EMPTY, Board, symmetries
from solver.engine import Assessment, LimitReached


@dataclass(frozen=True, slots=True)
class Start:
    """A start and what it is worth.

    `a` and `b` are the home squares, `first` who moves first; `winner` is a player's symbol, None
    where a limit ended the search; `distance`, where it was asked for, the plies from the first
    move on.
    """

    a: int
    b: int
    first: str
    winner: str | None
    distance: int | None


def start_table(
    width: int, height: int, assess: Callable[[Position], Assessment]
) -> tuple[Start, ...]:
    """Assess all starts of a board: those in which A moves first, then the others.

    `assess` is given one start of all that are images of each other, in which A moves first: the
    board may be reflected from left to right, and be turned upside down with the players exchanged.
    Where it raises `LimitReached`, these stay unknown and the others are still assessed.
    """
    empty = Board(width, height, EMPTY * (width * height))
    pairs = [(a, b) for a in home_squares(empty, A) for b in home_squares(empty, B) if a != b]
    known: dict[Position, Assessment | None] = {}
    starts = []
    for first in (A, B):
        for a, b in pairs:
            board = empty.with_cells({a: A, b: B})
            asked = _image(Position(MINELAYERS.name, board, first, keys=((FIRST, first),)))
            if asked not in known:
                known[asked] = _assessed(asked, assess)
            starts.append(_start(a, b, first, known[asked]))
    return tuple(starts)


def set_up_winner(starts: Iterable[Start], first: str) -> str | None:
    """Say who wins where A places, then B, and then `first` moves (MM3).

    A needs a square that wins whatever B answers. None where too little is known.
    """
    answers: dict[int, set[str | None]] = {}
    for start in starts:
        if start.first == first:
            answers.setdefault(start.a, set()).add(start.winner)
    if {A} in answers.values():
        return A
    return B if all(B in winners for winners in answers.values()) else None


def _assessed(position: Position, assess: Callable[[Position], Assessment]) -> Assessment | None:
    try:
        return assess(position)
    except LimitReached:
        return None


def _start(a: int, b: int, first: str, found: Assessment | None) -> Start:
    """Read what was found of a start's image, in which A moves first."""
    if found is None or found.winner is None:
        return Start(a, b, first, None, None)
    winner = found.winner if first == A else opponent(found.winner)
    return Start(a, b, first, winner, found.distance)


def _image(start: Position) -> Position:
    """Give the same one of a start's images, A moving first."""
    maps = symmetries(*start.board.size)
    reflection, upside_down = maps[1], maps[2]
    if start.turn == B:
        start = _exchanged(turned(start, upside_down))
    # The image whose minelayers are the nearest to the left edge.
    return min(start, turned(start, reflection), key=lambda position: _minelayers(position.board))


def _minelayers(board: Board) -> tuple[int, ...]:
    return tuple(square for player in (A, B) for square in board.squares(player))


def _exchanged(position: Position) -> Position:
    """Let the players change their minelayers and their turns."""
    board = position.board
    (a,), (b,) = board.squares(A), board.squares(B)
    first = ((FIRST, opponent(position.turn)),)
    changed = board.with_cells({a: B, b: A})
    return replace(position, board=changed, turn=opponent(position.turn), keys=first)
