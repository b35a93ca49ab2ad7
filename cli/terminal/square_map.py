"""Maps: a cell per square, or other cells of one width, with names on the left and below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from cli.terminal.board import board
from cli.terminal.output import Glyphs
from cli.terminal.render import FAINT, STRONG
from positions import Position
from positions.games.minelayers_tour_text import is_tour, puzzle_of
from positions.grid import Board

_GAP = 2


def puzzle_board(position: Position, signs: Glyphs) -> Text:
    """Draw a position, or for a tour a map of the given numbers."""
    if not is_tour(position):
        return board(position, signs)
    givens = puzzle_of(position).given
    cells = {square: Text(".", FAINT) for square in range(len(position.board.cells))}
    cells |= {square: Text(str(number), STRONG) for square, number in givens.items()}
    return board_map(position.board, cells)


def board_map(board: Board, cells: Mapping[int, Text], width: int | None = None) -> Text:
    """Draw a board with text on some of its squares."""
    ranks = [
        (str(rank + 1), [cells.get(rank * board.width + file) for file in range(board.width)])
        for rank in reversed(range(board.height))
    ]
    return table_of_cells(ranks, [board.name(file)[0] for file in range(board.width)], width)


def table_of_cells(
    rows: Sequence[tuple[str, Sequence[Text | None]]],
    names: Sequence[str],
    width: int | None = None,
) -> Text:
    """Arrange cells of one width, with names on the left and below.

    They stand closer together if they would not fit into `width` columns.
    """
    texts = [cell for _, cells in rows for cell in cells if cell is not None]
    wide = max(cell.cell_len for cell in texts + [Text(name) for name in names]) + _GAP
    margin = max(len(name) for name, _ in rows)
    if width is not None and margin + wide * len(names) > width:
        wide -= _GAP - 1
    text = Text(no_wrap=True, overflow="ignore")
    for name, cells in rows:
        text.append(f"{name:>{margin}}", FAINT)
        for cell in cells:
            cell = cell or Text("")
            text.append(" " * (wide - cell.cell_len))
            text.append_text(cell)
        text.append("\n")
    text.append(" " * margin + "".join(f"{name:>{wide}}" for name in names), FAINT)
    return text
