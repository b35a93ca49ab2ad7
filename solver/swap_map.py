"""The swap map of Nakatta: for each first black stone, who wins, and whether White should swap.

Under the pie rule (NK6) White's answer to the first stone may be to change seats. That is right
exactly when the stone wins for Black.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from positions.game import Position
from positions.games.nakatta import BLACK, NAKATTA, WHITE
from positions.grid import EMPTY, Board
from solver.engine import Assessment, LimitReached


@dataclass(frozen=True, slots=True)
class Opening:
    """What a first stone is worth without the swap.

    `square` is its point; `winner` a colour, None where a limit ended the search; `distance`, where
    it was asked for, the plies to the end from White's answer on.
    """

    square: int
    winner: str | None
    distance: int | None

    @property
    def swap(self) -> bool | None:
        """Say whether White should swap; None where it is not known."""
        return None if self.winner is None else self.winner == BLACK


def swap_map(size: int, assess: Callable[[Position], Assessment]) -> tuple[Opening, ...]:
    """Assess every first stone on a board of `size` ranks, in the order of the points.

    `assess` is given positions without the swap, one for all stones that are images of each other;
    where it raises `LimitReached`, these stay unknown and the others are still assessed.
    """
    empty = Board(size, size, EMPTY * (size * size))
    known: dict[str, Opening] = {}
    openings = []
    for square in range(size * size):
        after = Position(NAKATTA.name, empty.with_cells({square: BLACK}), WHITE)
        # The image whose stone is the nearest to a1.
        image = max(NAKATTA.rules.images(after), key=lambda position: position.board.cells)
        if image.board.cells not in known:
            known[image.board.cells] = _opening(image, assess)
        found = known[image.board.cells]
        openings.append(Opening(square, found.winner, found.distance))
    return tuple(openings)


def _opening(position: Position, assess: Callable[[Position], Assessment]) -> Opening:
    square = position.board.squares(BLACK)[0]
    try:
        found = assess(position)
    except LimitReached:
        return Opening(square, None, None)
    return Opening(square, found.winner, found.distance)
