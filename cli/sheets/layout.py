"""The layout of a page: how many boards fit on it, and how large they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from positions.looks.picture import SIDE


class Paper(StrEnum):
    """A paper size, in portrait orientation."""

    A4 = "a4"
    LETTER = "letter"


# All lengths are in millimetres.
SIZES = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}
MARGIN = 16.0
GUTTER = 8.0
# The scale of boards among the answers, relative to those of the puzzles.
ANSWER = 0.7
# Room for the text above and below a board.
_WORDS = 25.0
_MIN_SQUARE, _LARGEST_SQUARE = 8.0, 13.0
# Columns and rows; the first grid leaves the most room for each board.
_GRIDS = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3))


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of boards, and the millimetres per unit of their pictures."""

    columns: int
    rows: int
    scale: float


def lay_out(paper: Paper, extents: Sequence[tuple[int, int]]) -> Layout:
    """Choose the grid with the most boards per page whose squares are large enough to play on.

    `extents` are the widths and heights of all pictures, which share one scale. Among grids with
    equally many boards, the one with larger squares is chosen. Boards too large for a page of their
    own are scaled to fit it.
    """
    layouts = [Layout(*grid, _scale(paper, extents, *grid)) for grid in _GRIDS]
    large = [layout for layout in layouts if layout.scale * SIDE >= _MIN_SQUARE]
    if not large:
        return layouts[0]
    count = len(extents)
    return max(large, key=lambda grid: (min(grid.columns * grid.rows, count), grid.scale))


def _scale(paper: Paper, extents: Sequence[tuple[int, int]], columns: int, rows: int) -> float:
    across, down = SIZES[paper]
    width = (across - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    height = (down - 2 * MARGIN - (rows - 1) * GUTTER) / rows - _WORDS
    widest = max(extent[0] for extent in extents)
    highest = max(extent[1] for extent in extents)
    return min(width / widest, height / highest, _LARGEST_SQUARE / SIDE)
