"""Positions as pictures: SVG, and PNG rendered from it.

Commands, reports and the board in the browser share these pictures. A picture needs no fonts, since
its letters are outlines, and has no ids, so that a page can hold several; a page with many uses
`Pictures`. Colour is never the only cue: red pieces have a ring, and white pieces, black pieces and
edges remain white and black in print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import resvg_py
import svg

from positions.grid import EMPTY, ORTHOGONAL, neighbours
from positions.looks.drawing import Drawing
from positions.looks.letters import write
from positions.looks.scene import Colour, Look, Shape

# The side of a square in the units of a picture, in which all lengths are given.
SIDE = 40
_RADIUS = 15
_LETTER = 13
_GAP = 12
_EDGE = 9
# The margin of a picture without coordinates: half the width of a line.
_BARE = 1
# A PNG has two pixels per unit, unless its longer side would exceed this many.
_MAX_PIXELS = 4096

_INK, _PAPER = "#1a1a1a", "#ffffff"
_FILLS = {
    Colour.WHITE: "#ffffff",
    Colour.BLACK: "#1a1a1a",
    Colour.RED: "#b71c1c",
    Colour.BLUE: "#1e4f9f",
    Colour.GREY: "#4a4a4a",
}
# A hexagon is as wide as a square. The next rank is so much higher, and half of one to the right.
RISE = 35
_RADIUS_OF_HEXAGON = 23
# The corners of a hexagon, relative to its middle, clockwise from the top.
_HEXAGON = ((0, -23), (20, -12), (20, 12), (0, 23), (-20, 12), (-20, -12))
# The sides of a hexagon, each by its first corner, that face outwards on each edge of the board.
_OUTER = {"top": (5, 0), "right": (1, 2), "bottom": (2, 3), "left": (4, 5)}
# The corners of a crown, relative to the middle of a disc.
_CROWN = ((-8, 6), (-10, -5), (-4, 0), (0, -8), (4, 0), (10, -5), (8, 6))

# Only the paper and the ink on it follow the reader's light or dark theme, and not in print. A page
# with its own colours can style these three classes.
_STYLE = (
    "@media screen and (prefers-color-scheme: dark){"
    ".proofplay-paper{fill:#1b1f24}.proofplay-ink{stroke:#d0d7de}.proofplay-letter{fill:#d0d7de}}"
)


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a board, dark squares first; pieces are the same in all inks."""

    squares: tuple[str, str]
    board: str
    lines: str
    mark: str
    style: str = ""


SCREEN = Inks(("#cdb285", "#ecdcb8"), "#e3cfa3", "#6b5836", "#7b1fa2", _STYLE)
PAPER = Inks(("#d8d8d8", "#ffffff"), "#ffffff", "#5a5a5a", "#5a5a5a")


def to_svg(drawing: Drawing, inks: Inks = SCREEN, *, is_bare: bool = False) -> str:
    """Return a picture, as a document or for embedding in HTML.

    One that `is_bare` has no coordinates beside it, and no room for them: a page writes its own.
    """
    return str(_Picture(drawing, inks, is_bare=is_bare).document())


class Pictures:
    """The pictures of one HTML page, whose common elements are written only once.

    The page must contain `shared`, called after all pictures are made, and must style the classes
    of paper, ink and letters itself.
    """

    def __init__(self, inks: Inks = SCREEN) -> None:
        self._inks = replace(inks, style="")
        self._ids: dict[str, str] = {}

    def to_svg(self, drawing: Drawing) -> str:
        """Return a picture for this page only."""
        return str(_Picture(drawing, self._inks, self).document())

    def use(self, elements: Iterable[svg.Element], x: int = 0, y: int = 0) -> svg.Element:
        """Return a reference to shared elements, moved by x and y."""
        name = self._ids.setdefault("".join(map(str, elements)), f"shared-{len(self._ids)}")
        return svg.Use(href=f"#{name}", x=x, y=y)

    def shared(self) -> str:
        """Return the invisible elements that the pictures so far refer to."""
        parts = "".join(f'<g id="{name}">{markup}</g>' for markup, name in self._ids.items())
        opening = '<svg class="shared" width="0" height="0" aria-hidden="true">'
        return f"{opening}<defs>{parts}</defs></svg>"


def extent(drawing: Drawing, *, is_bare: bool = False) -> tuple[int, int]:
    """Return the width and the height of a picture, in units of which a square has `SIDE`."""
    picture = _Picture(drawing, SCREEN, is_bare=is_bare)
    return picture.width, picture.height


def corner(drawing: Drawing, *, is_bare: bool = False) -> tuple[int, int]:
    """Return the upper left corner of the squares in a picture: x and y."""
    picture = _Picture(drawing, SCREEN, is_bare=is_bare)
    return picture.left, picture.top


def ranks_of(drawing: Drawing) -> tuple[int, int, float]:
    """Return how far the ranks are apart, how far each is shifted, and the first one's inset."""
    if not drawing.scene.is_hexagonal:
        return SIDE, 0, 0
    return RISE, SIDE // 2, (2 * _RADIUS_OF_HEXAGON - RISE) / 2


def to_png(drawing: Drawing) -> bytes:
    """Return a picture as a PNG file, on a white background."""
    picture = _Picture(drawing, SCREEN)
    zoom = min(2, _MAX_PIXELS / max(picture.width, picture.height))
    return resvg_py.svg_to_bytes(
        svg_string=str(picture.document()), zoom=zoom, skip_system_fonts=True
    )


class _Picture:
    """Makes the elements of one picture, from the background to the front."""

    def __init__(
        self,
        drawing: Drawing,
        inks: Inks,
        pictures: Pictures | None = None,
        *,
        is_bare: bool = False,
    ) -> None:
        self._drawing = drawing
        self._inks = inks
        self._pictures = pictures
        self._is_bare = is_bare
        board, scene = drawing.board, drawing.scene
        side_edge = _EDGE if scene.sides is not None else 0
        end_edge = _EDGE if scene.ends is not None else 0
        margin = _BARE if is_bare else _GAP
        beside = 0 if is_bare else _GAP + _LETTER * len(str(board.height))
        below = 0 if is_bare else _GAP + _LETTER
        self.left = margin + beside + side_edge
        self.top = margin + end_edge
        wide, high = board.width * SIDE, board.height * SIDE
        if scene.is_hexagonal:
            wide += (board.height - 1) * SIDE // 2
            high = (board.height - 1) * RISE + 2 * _RADIUS_OF_HEXAGON
        self._right = self.left + wide
        self._bottom = self.top + high
        self.width = self._right + side_edge + margin
        self.height = self._bottom + end_edge + margin + below

    def document(self) -> svg.SVG:
        """Return the whole picture, with a description in words."""
        drawing = self._drawing
        return svg.SVG(
            width=self.width,
            height=self.height,
            viewBox=svg.ViewBoxSpec(0, 0, self.width, self.height),
            extra={"role": "img"},
            elements=[
                svg.Title(text=svg.escape(drawing.title)),
                svg.Desc(text=svg.escape(drawing.describe())),
                *([svg.Style(text=self._inks.style)] if self._inks.style else []),
                *self._empty_board(),
                *self._joins(),
                *self._pieces(),
                *self._labels(),
                *self._marks(),
            ],
        )

    def _empty_board(self) -> Iterable[svg.Element]:
        elements = [
            _rectangle(0, 0, self.width, self.height, _PAPER, "proofplay-paper"),
            *self._ground(),
            *(() if self._is_bare else self._coordinates()),
        ]
        return elements if self._pictures is None else [self._pictures.use(elements)]

    def _ground(self) -> Iterator[svg.Element]:
        """Yield the empty board with its edges."""
        scene = self._drawing.scene
        if scene.is_hexagonal:
            yield from self._hexagons()
            return
        yield from self._edges()
        yield from self._points() if scene.on_points else self._squares()

    def _centre(self, square: int) -> tuple[int, int]:
        rank, file = divmod(square, self._drawing.board.width)
        if self._drawing.scene.is_hexagonal:
            x = self.left + (2 * file + rank + 1) * SIDE // 2
            return x, self._bottom - rank * RISE - _RADIUS_OF_HEXAGON
        x = self.left + file * SIDE + SIDE // 2
        return x, self._bottom - rank * SIDE - SIDE // 2

    def _edges(self) -> Iterator[svg.Element]:
        """Yield the edges, as bars beside the board in their owners' colours."""
        scene = self._drawing.scene
        width, height = self._right - self.left, self._bottom - self.top
        if scene.ends is not None:
            for y in (self.top - _EDGE, self._bottom):
                yield self._bar(scene.ends, self.left, y, width, _EDGE)
        if scene.sides is not None:
            for x in (self.left - _EDGE, self._right):
                yield self._bar(scene.sides, x, self.top, _EDGE, height)

    def _bar(self, owner: str, x: int, y: int, width: int, height: int) -> svg.Element:
        fill = _FILLS[self._drawing.looks[owner].colour]
        bar = _rectangle(x, y, width, height, fill, "proofplay-ink")
        bar.stroke = _INK
        return bar

    def _hexagons(self) -> Iterator[svg.Element]:
        """Yield the hexagons, and on their outer sides the colours of the edges' owners."""
        board, scene = self._drawing.board, self._drawing.scene
        for square in self._places():
            x, y = self._centre(square)
            points = [svg.Point(x + right, y + down) for right, down in _HEXAGON]
            yield svg.Polygon(points=points, fill=self._inks.squares[1], stroke=self._inks.lines)
        last_file, last_rank = board.width - 1, board.height - 1
        for owner, edge, is_on in (
            (scene.sides, "left", lambda file, _: file == 0),
            (scene.sides, "right", lambda file, _: file == last_file),
            (scene.ends, "top", lambda _, rank: rank == last_rank),
            (scene.ends, "bottom", lambda _, rank: rank == 0),
        ):
            squares = [at for at in self._places() if is_on(at % board.width, at // board.width)]
            for colour, width in () if owner is None else self._strokes(owner):
                for square in squares:
                    for corner in _OUTER[edge]:
                        yield self._side_of_hexagon(square, corner, colour, width)

    def _strokes(self, owner: str) -> tuple[tuple[str, int], tuple[str, int]]:
        return (_INK, 7), (_FILLS[self._drawing.looks[owner].colour], 5)

    def _side_of_hexagon(self, square: int, corner: int, colour: str, width: int) -> svg.Element:
        x, y = self._centre(square)
        (x1, y1), (x2, y2) = _HEXAGON[corner], _HEXAGON[(corner + 1) % len(_HEXAGON)]
        return _line(x + x1, y + y1, x + x2, y + y2, colour, width)

    def _places(self) -> list[int]:
        """Return the places that the board has."""
        squares, holes = range(len(self._drawing.board.cells)), self._drawing.scene.holes
        return [square for square in squares if square not in holes]

    def _squares(self) -> Iterator[svg.Element]:
        board, is_checkered = self._drawing.board, self._drawing.scene.is_checkered
        for square in self._places():
            x, y = self._centre(square)
            shade = sum(divmod(square, board.width)) % 2 if is_checkered else 1
            field = _rectangle(x - SIDE // 2, y - SIDE // 2, SIDE, SIDE, self._inks.squares[shade])
            field.stroke = self._inks.lines
            yield field

    def _points(self) -> Iterator[svg.Element]:
        board, lines = self._drawing.board, self._inks.lines
        width, height = self._right - self.left, self._bottom - self.top
        ground = _rectangle(self.left, self.top, width, height, self._inks.board)
        ground.stroke = lines
        yield ground
        if self._drawing.scene.lines is not None or self._drawing.scene.holes:
            for one, other in self._joined_points():
                yield _line(*self._centre(one), *self._centre(other), lines, 1.5)
            for point in self._places():
                x, y = self._centre(point)
                yield svg.Circle(cx=x, cy=y, r=5, fill=self._inks.board, stroke=lines)
            return
        last = len(board.cells) - 1
        left, bottom = self._centre(0)
        right, top = self._centre(last)
        for file in range(board.width):
            yield _line(left + file * SIDE, top, left + file * SIDE, bottom, lines, 1.5)
        for rank in range(board.height):
            yield _line(left, top + rank * SIDE, right, top + rank * SIDE, lines, 1.5)

    def _joined_points(self) -> Iterable[tuple[int, int]]:
        """Return the points that a line joins: those of a graph, or of a grid with holes."""
        board, places = self._drawing.board, self._places()
        if self._drawing.scene.lines is not None:
            return self._drawing.scene.lines
        return [
            (point, other)
            for point in places
            for other in neighbours(*board.size, point, ORTHOGONAL)
            if point < other and other in places
        ]

    def _coordinates(self) -> Iterator[svg.Element]:
        board, scene = self._drawing.board, self._drawing.scene
        x = (self.left - (_EDGE if scene.sides is not None else 0)) / 2
        y = self.height - _GAP - _LETTER / 2
        for rank in range(board.height):
            yield from _coordinate(str(rank + 1), x, self._centre(rank * board.width)[1])
        for file in range(board.width):
            yield from _coordinate(board.name(file)[0], self._centre(file)[0], y)

    def _joins(self) -> Iterator[svg.Element]:
        """Yield an outlined bar between each pair of joined pieces."""
        drawing = self._drawing
        for square, other in drawing.joins:
            ends = *self._centre(square), *self._centre(other)
            yield _line(*ends, _INK, 13)
            yield _line(*ends, _FILLS[drawing.looks[drawing.board[square]].colour], 10)

    def _pieces(self) -> Iterator[svg.Element]:
        drawing = self._drawing
        for square, symbol in enumerate(drawing.board.cells):
            if symbol != EMPTY:
                name = f"{drawing.board.name(square)}: {drawing.names[symbol]}"
                look = drawing.looks[symbol]
                if square in drawing.labels:
                    piece = _labelled(look, *self._centre(square))
                else:
                    piece = self._piece(look, *self._centre(square))
                title = svg.Title(text=svg.escape(name))
                yield svg.G(class_=["proofplay-piece"], elements=[title, *piece])

    def _piece(self, look: Look, x: int, y: int) -> Iterable[svg.Element]:
        if self._pictures is None:
            return _piece(look, x, y)
        return [self._pictures.use(_piece(look, 0, 0), x, y)]

    def _labels(self) -> Iterator[svg.Element]:
        drawing = self._drawing
        for square, text in drawing.labels.items():
            look = drawing.looks.get(drawing.board[square])
            ink = _INK if look is None else _detail(look)
            yield from _written(text, *self._centre(square), ink)

    def _marks(self) -> Iterator[svg.Element]:
        for square in sorted(self._drawing.marks):
            x, y = self._centre(square)
            frame = _rectangle(x - 18, y - 18, 36, 36, "none", "proofplay-mark")
            frame.stroke, frame.stroke_width, frame.rx = self._inks.mark, 3, 3
            yield frame


def _piece(look: Look, x: int, y: int) -> Iterator[svg.Element]:
    """Yield the elements of a piece in the middle of its square."""
    detail = _detail(look)
    if look.shape == Shape.MINE:
        yield from _mine(_FILLS[look.colour], x, y)
        return
    if look.shape == Shape.KING:
        yield _disc(_FILLS[look.colour], x, y + 3)
        y -= 3
    yield _disc(_FILLS[look.colour], x, y)
    if look.shape == Shape.KING:
        points = [svg.Point(x + right, y + down) for right, down in _CROWN]
        yield svg.Polygon(points=points, fill=detail)
    elif look.letter:
        yield from _written(look.letter, x, y, detail)
    elif look.colour == Colour.RED:
        yield svg.Circle(cx=x, cy=y, r=9, fill="none", stroke=detail, stroke_width=2)


def _labelled(look: Look, x: int, y: int) -> Iterable[svg.Element]:
    """Return a piece with room for a label in place of its own sign; red ones keep their ring."""
    if look.shape == Shape.MINE:
        return _mine(_FILLS[look.colour], x, y)
    ring = svg.Circle(cx=x, cy=y, r=_RADIUS - 2.5, fill="none", stroke=_PAPER, stroke_width=1.5)
    return [_disc(_FILLS[look.colour], x, y), *([ring] if look.colour == Colour.RED else [])]


def _detail(look: Look) -> str:
    """Return the ink of what is drawn on a piece."""
    return _INK if look.colour == Colour.WHITE else _PAPER


def _disc(fill: str, x: int, y: int) -> svg.Element:
    return svg.Circle(cx=x, cy=y, r=_RADIUS, fill=fill, stroke=_INK, stroke_width=1.5)


def _mine(fill: str, x: int, y: int) -> Iterator[svg.Element]:
    for dx, dy in ((13, 0), (0, 13), (9, 9), (9, -9)):
        yield _line(x - dx, y - dy, x + dx, y + dy, fill, 3)
    yield svg.Circle(cx=x, cy=y, r=9, fill=fill)
    yield svg.Circle(cx=x - 3, cy=y - 3, r=2, fill=_PAPER)


def _coordinate(text: str, x: float, y: float) -> Iterator[svg.Element]:
    """Return a coordinate beside the board, in an ink that follows the paper."""
    return _written(text, x, y, _INK, "proofplay-letter")


def _written(text: str, x: float, y: float, colour: str, *classes: str) -> Iterator[svg.Element]:
    for letter in write(text, _LETTER, x, y):
        place = svg.Translate(round(letter.x, 1), round(letter.y, 1))
        yield svg.Path(
            transform=[place, svg.Scale(round(letter.scale, 5))],
            fill=colour,
            class_=list(classes) or None,
            extra={"d": letter.outline},
        )


def _rectangle(x: int, y: int, width: int, height: int, fill: str, *classes: str) -> svg.Rect:
    return svg.Rect(x=x, y=y, width=width, height=height, fill=fill, class_=list(classes) or None)


def _line(x1: int, y1: int, x2: int, y2: int, colour: str, width: float) -> svg.Element:
    return svg.Line(x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)
