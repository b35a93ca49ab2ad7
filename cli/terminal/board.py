"""Boards in the terminal.

A board is drawn on a canvas of characters, two columns per file and one line per rank, or twice
that if the board is small and has lines or joined pieces, which leaves room between the squares.
Colour only adds to what the signs say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rich.style import Style
from rich.text import Text

from cli.terminal.signs import Glyphs
from positions import Position
from positions.game import Effect
from positions.games import rules_of
from positions.grid import EMPTY, Board
from positions.looks.drawing import Drawing, draw
from positions.looks.scene import Colour
from positions.looks.signs import BoardSigns, edge_sign, piece_sign

STRONG = Style(bold=True)
FAINT = Style(dim=True)

# A board with more squares than this on its longer side is drawn without room between them.
_ROOMY = 10

# Red and blue stand out from a dark cloth, black from a green one, white from both, and both cloths
# from dark and light terminals.
_GREEN, _DARK = "#5f875f", "#303030"
_COLOURS = {
    Colour.WHITE: "#ffffff",
    Colour.BLACK: "#000000",
    Colour.RED: "#ff6f61",
    Colour.BLUE: "#6f8fff",
    Colour.GREY: "#ffdf87",
}
_LINES = {_GREEN: "#87af87", _DARK: "#8a8a8a"}
_MARK = "#ffff5f"

_CELL_GAP = 2


@dataclass(slots=True)
class _Canvas:
    """Characters with their styles, by line and column from the upper left corner."""

    lines: int
    columns: int
    cloth: str
    cells: dict[tuple[int, int], tuple[str, Style]] = field(default_factory=dict)

    def put(self, line: int, column: int, text: str, colour: str, *, bold: bool = False) -> None:
        """Put characters on the canvas, from a position to the right."""
        style = Style(color=colour, bgcolor=self.cloth, bold=bold)
        for offset, character in enumerate(text):
            self.cells[line, column + offset] = character, style

    def row(self, line: int) -> Iterator[tuple[str, Style]]:
        """Yield the parts of a line that have one style."""
        blank = " ", Style(bgcolor=self.cloth)
        cells = [self.cells.get((line, column), blank) for column in range(self.columns)]
        for style, run in groupby(cells, key=lambda cell: cell[1]):
            yield "".join(character for character, _ in run), style


def board(position: Position, signs: Glyphs, effects: Sequence[Effect] = ()) -> Text:
    """Draw a board with rank numbers and file letters, and its edges if they have owners.

    The `effects` of a move are marked, if given.
    """
    return _Painter(draw(position, effects), signs.board).paint()


class _Painter:
    """Paints one drawing."""

    def __init__(self, drawing: Drawing, signs: BoardSigns) -> None:
        self._drawing = drawing
        self._signs = signs
        board, scene = drawing.board, drawing.scene
        is_roomy = (scene.on_points or scene.is_joined) and max(board.size) <= _ROOMY
        self._across, self._down = (4, 2) if is_roomy else (2, 1)
        has_black = any(look.colour == Colour.BLACK for look in drawing.looks.values())
        self._canvas = _Canvas(
            lines=(board.height - 1) * self._down + 1,
            columns=(board.width - 1) * self._across + 3,
            cloth=_GREEN if has_black else _DARK,
        )

    def paint(self) -> Text:
        """Paint everything: lines, then pieces, then marks."""
        self._paint_empty_squares()
        self._paint_joins()
        self._paint_pieces()
        self._paint_marks()
        return self._framed()

    def _place(self, square: int) -> tuple[int, int]:
        """Return the line and the column of a square."""
        rank, file = divmod(square, self._drawing.board.width)
        return (self._drawing.board.height - 1 - rank) * self._down, file * self._across + 1

    def _paint_empty_squares(self) -> None:
        board, colour = self._drawing.board, _LINES[self._canvas.cloth]
        if not self._drawing.scene.on_points:
            for square in board.squares(EMPTY):
                if square in self._drawing.scene.holes:
                    continue
                self._canvas.put(*self._place(square), self._signs.empty, colour)
            return
        if self._drawing.scene.lines is not None or self._drawing.scene.holes:
            for square in set(range(len(board.cells))) - self._drawing.scene.holes:
                self._canvas.put(*self._place(square), self._signs.empty, colour)
            return
        for square in range(len(board.cells)):
            line, column = self._place(square)
            rank, file = divmod(square, board.width)
            self._canvas.put(line, column, self._crossing(file, rank), colour)
            if file + 1 < board.width:
                self._join_across(square, self._signs.across, colour)
            if rank > 0:
                self._join_down(square - board.width, self._signs.down, colour)

    def _crossing(self, file: int, rank: int) -> str:
        """Return the sign of a crossing: at a corner, on a side or in the middle."""
        board = self._drawing.board
        column = 0 if file == 0 else 2 if file == board.width - 1 else 1
        row = 0 if rank == board.height - 1 else 2 if rank == 0 else 1
        return self._signs.crossings[3 * row + column]

    def _join_across(self, square: int, sign: str, colour: str) -> None:
        line, column = self._place(square)
        self._canvas.put(line, column + 1, sign * (self._across - 1), colour)

    def _join_down(self, square: int, sign: str, colour: str) -> None:
        line, column = self._place(square)
        for gap in range(1, self._down):
            self._canvas.put(line - gap, column, sign, colour)

    def _paint_joins(self) -> None:
        drawing, signs = self._drawing, self._signs
        for square, other in drawing.joins:
            colour = self._colour(drawing.board[square])
            if other == square + 1:
                self._join_across(square, signs.joined_across, colour)
            else:
                self._join_down(square, signs.joined_down, colour)

    def _paint_pieces(self) -> None:
        for square, symbol in enumerate(self._drawing.board.cells):
            if symbol != EMPTY:
                place = self._place(square)
                self._canvas.put(
                    *place,
                    piece_sign(self._drawing.looks, symbol, self._signs),
                    self._colour(symbol),
                    bold=True,
                )

    def _colour(self, symbol: str) -> str:
        return _COLOURS[self._drawing.looks[symbol].colour]

    def _paint_marks(self) -> None:
        for square in sorted(self._drawing.marks):
            line, column = self._place(square)
            self._canvas.put(line, column - 1, "[", _MARK, bold=True)
            self._canvas.put(line, column + 1, "]", _MARK, bold=True)

    def _framed(self) -> Text:
        """Put the edges and the coordinates around the canvas."""
        board, scene = self._drawing.board, self._drawing.scene
        margin = len(str(board.height)) + 1
        text = Text(no_wrap=True, overflow="ignore")
        self._add_end(text, margin, 0)
        for line in range(self._canvas.lines):
            name = "" if line % self._down else str(board.height - line // self._down)
            text.append(f"{name:>{margin - 1}} ", FAINT).append(self._indent(line))
            self._add_side(text, scene.sides)
            for run, style in self._canvas.row(line):
                text.append(run, style)
            self._add_side(text, scene.sides)
            text.append("\n")
        self._add_end(text, margin, self._canvas.lines - 1)
        files = (" " * (self._across - 1)).join(board.name(file)[0] for file in range(board.width))
        indent = margin + 1 + (scene.sides is not None)
        return text.append(" " * indent + files, FAINT)

    def _indent(self, line: int) -> str:
        """Return how much a line is shifted to the right: half a hexagon a rank."""
        if not self._drawing.scene.is_hexagonal:
            return ""
        return " " * ((self._canvas.lines - 1 - line) * self._across // 2)

    def _add_end(self, text: Text, margin: int, line: int) -> None:
        scene = self._drawing.scene
        if scene.ends is not None:
            corner = "" if scene.sides is None else " "
            edge = corner + self._edge(scene.ends) * self._canvas.columns + corner
            text.append(" " * margin + self._indent(line)).append(
                edge, self._edge_style(scene.ends)
            ).append("\n")

    def _add_side(self, text: Text, owner: str | None) -> None:
        if owner is not None:
            text.append(self._edge(owner), self._edge_style(owner))

    def _edge(self, owner: str) -> str:
        return edge_sign(self._drawing.scene, owner, self._signs)

    def _edge_style(self, owner: str) -> Style:
        return Style(color=self._colour(owner), bgcolor=self._canvas.cloth)


def puzzle_board(position: Position, signs: Glyphs) -> Text:
    """Draw a position, or if a path is wanted, a map of what is written on its squares."""
    rules = rules_of(position)
    if rules.solution != "path":
        return board(position, signs)
    cells = {square: Text(".", FAINT) for square in range(len(position.board.cells))}
    cells |= {square: Text(text, STRONG) for square, text in rules.labels(position).items()}
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
    wide = max(cell.cell_len for cell in texts + [Text(name) for name in names]) + _CELL_GAP
    margin = max(len(name) for name, _ in rows)
    if width is not None and margin + wide * len(names) > width:
        wide -= _CELL_GAP - 1
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
