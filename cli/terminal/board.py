"""Boards in the terminal.

A board is drawn on a canvas of characters, two columns per file and one line per rank, or twice
that if the board is small and has lines or joined pieces, which leaves room between the squares.
Colour only adds to what the signs say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rich.style import Style
from rich.text import Text

from cli.terminal.output import BoardSigns, Glyphs
from positions import Position
from positions.game import Effect
from positions.grid import EMPTY
from positions.looks.drawing import Drawing, draw
from positions.looks.scene import Colour, Look, Shape

_COORDINATES = Style(dim=True)

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


def legend(position: Position, signs: Glyphs) -> str:
    """Return the meanings of the signs on a board that the pieces' names do not contain."""
    drawing = draw(position)
    painter = _Painter(drawing, signs.board)
    pieces = [
        f"{painter.sign(symbol)} {name}"
        for symbol, name in drawing.names.items()
        if painter.sign(symbol) not in name.split()
    ]
    edges = [
        f"{painter.edge(owner)} {drawing.looks[owner].colour}'s edges"
        for owner in (drawing.scene.ends, drawing.scene.sides)
        if owner is not None
    ]
    return signs.between.join(pieces + edges)


def sign(position: Position, symbol: str, signs: Glyphs) -> str:
    """Return the sign of a piece."""
    return _Painter(draw(position), signs.board).sign(symbol)


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

    def sign(self, symbol: str) -> str:
        """Return the sign of a piece: that of its look if it is unique, else its symbol."""
        looks = self._drawing.looks
        signs = {other: self._usual_sign(look) for other, look in looks.items()}
        is_unique = list(signs.values()).count(signs[symbol]) == 1
        return signs[symbol] if is_unique and signs[symbol] else symbol

    def _usual_sign(self, look: Look) -> str:
        signs = self._signs
        is_hollow = look.colour in (Colour.WHITE, Colour.BLUE)
        if look.letter:
            return look.letter
        if look.shape == Shape.MINE:
            return signs.mine
        if look.shape == Shape.KING:
            return signs.hollow_king if is_hollow else signs.solid_king
        return signs.hollow if is_hollow else signs.solid

    def edge(self, owner: str) -> str:
        """Return the sign of an edge: that of its colour, or its owner's symbol as a capital."""
        is_first = owner == self._drawing.scene.ends
        sign = self._signs.first_edge if is_first else self._signs.second_edge
        return sign or owner.upper()

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
                self._canvas.put(*place, self.sign(symbol), self._colour(symbol), bold=True)

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
        self._add_end(text, margin)
        for line in range(self._canvas.lines):
            name = "" if line % self._down else str(board.height - line // self._down)
            text.append(f"{name:>{margin - 1}} ", _COORDINATES)
            self._add_side(text, scene.sides)
            for run, style in self._canvas.row(line):
                text.append(run, style)
            self._add_side(text, scene.sides)
            text.append("\n")
        self._add_end(text, margin)
        files = (" " * (self._across - 1)).join(board.name(file)[0] for file in range(board.width))
        indent = margin + 1 + (scene.sides is not None)
        return text.append(" " * indent + files, _COORDINATES)

    def _add_end(self, text: Text, margin: int) -> None:
        scene = self._drawing.scene
        if scene.ends is not None:
            corner = "" if scene.sides is None else " "
            edge = corner + self.edge(scene.ends) * self._canvas.columns + corner
            text.append(" " * margin).append(edge, self._edge_style(scene.ends)).append("\n")

    def _add_side(self, text: Text, owner: str | None) -> None:
        if owner is not None:
            text.append(self.edge(owner), self._edge_style(owner))

    def _edge_style(self, owner: str) -> Style:
        return Style(color=self._colour(owner), bgcolor=self._canvas.cloth)
