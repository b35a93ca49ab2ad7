"""A puzzle sheet: its content, made from the records of puzzles, and its pages.

The pages are PDF or one long SVG, typeset by Typst, or a self-contained HTML page. A PDF and an SVG
contain their fonts, embedded or as outlines, and the same sheet gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from markupsafe import Markup

from cli.common.words import counted, player
from positions import Position
from positions.games import game_of, rules_of
from positions.grid import parse_square
from positions.looks.drawing import Drawing, draw
from positions.looks.picture import PAPER, SIDE, extent, to_svg
from positions.reading.puzzle_text import parse_puzzle
from solver.puzzles.kind import ANSWER, FIRST_MOVE, TRANSPOSITION, WHOLE_LINE

# The note above the answers.
PROMISE = "Every answer was proved by an exact engine, and every count is complete."

# A no-break space, which keeps a number and its moves on one line.
_HOLD = "\u00a0"


# The layout of pages, in millimetres.
MARGIN = 16.0
GUTTER = 8.0
# The scale of boards among the answers, relative to those of the puzzles.
ANSWER_SCALE = 0.7
# Room for the text above and below a board.
_TEXT_ROOM = 25.0
_MIN_SQUARE, _LARGEST_SQUARE = 8.0, 13.0
# Columns and rows; the first grid leaves the most room for each board.
_GRIDS = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3))


# Boards are scaled by this factor, to leave room for the browser's own fonts.
_WEB_SCALE = 0.9


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle on a sheet, and its entry among the answers.

    `setting` is the game, the board and the player to move. `picture` is an SVG document, `extent`
    its width and height in its own units, and `words` describe it. The answer is `moves`, or, for a
    tour, the picture `solved`.
    """

    number: int
    grade: str | None
    setting: str
    goal: str
    picture: str
    extent: tuple[int, int]
    words: str
    moves: str
    proof: str
    solved: str | None = None


@dataclass(slots=True)
class Sheet:
    """Puzzles on paper of a certain size; `origin` is the command that makes the sheet again."""

    paper: Paper
    origin: str
    entries: list[Entry] = field(default_factory=list)
    _games: set[str] = field(default_factory=set)

    def add(self, record: dict[str, Any]) -> None:
        """Add a puzzle, given its record."""
        position = parse_puzzle(record["position"])
        drawing = draw(position)
        self._games.add(game_of(position).title)
        self.entries.append(
            Entry(
                number=record["number"],
                grade=record["grade"],
                setting=drawing.title,
                goal=record["goal"],
                picture=to_svg(drawing, PAPER),
                extent=extent(drawing),
                words=drawing.describe(),
                moves=numbered_moves(position, record["solution"]),
                proof=_proved(position, **record["uniqueness"]),
                solved=_solved(drawing, record["solution"])
                if rules_of(position).solution == "path"
                else None,
            )
        )

    @property
    def title(self) -> str:
        """The title: which games the puzzles are of."""
        return f"{', '.join(sorted(self._games))} puzzles"


def _solved(drawing: Drawing, tour: Sequence[str]) -> str:
    """Draw a tour as numbers on its squares, with the givens marked."""
    squares = (parse_square(name, *drawing.board.size) for name in tour)
    labels = {s: str(number) for number, s in enumerate(squares, start=1) if s is not None}
    return to_svg(replace(drawing, labels=labels, marks=frozenset(drawing.labels)), PAPER)


def _proved(position: Position, meaning: str | None, complete: bool, **counts: int | str) -> str:
    return f"{unique(position, meaning)} {counts_in_words(counts)}".rstrip()


def numbered_moves(position: Position, moves: Sequence[str]) -> str:
    """Return numbered moves: "1. c3 d4 2. e5"; in solitaire each move has its own number."""
    step = rules_of(position).persons
    cells = list(moves)
    if step == 2 and cells and position.turn != next(iter(game_of(position).players)):
        cells.insert(0, "…")
    return " ".join(
        _HOLD.join((f"{number}.", *cells[start : start + step]))
        for number, start in enumerate(range(0, len(cells), step), start=1)
    )


def unique(position: Position, meaning: str | None) -> str:
    """Return a sentence on what is unique about a puzzle."""
    game = game_of(position)
    if rules_of(position).persons == 1:
        line = "This is the only solution."
    else:
        line = f"No other move works at any of {player(game, position.turn)}'s turns."
    meanings = {
        FIRST_MOVE: "No other first move works.",
        WHOLE_LINE: line,
        ANSWER: "The other answer loses.",
        TRANSPOSITION: "All solutions are this one with the moves in another order.",
    }
    return "There may be other solutions." if meaning is None else meanings[meaning]


def counts_in_words(counts: Mapping[str, int | str]) -> str:
    """Return counts such as "Counted: 12 moves, 1 winning, 11 losing."; empty if none."""
    parts = (counted(int(value), *_names(name)) for name, value in counts.items())
    return f"Counted: {', '.join(parts)}." if counts else ""


def _names(name: str) -> tuple[str, str]:
    """Return the singular and the plural of what a record's field counts."""
    if name == "first_moves":  # only those that solve the puzzle are counted
        return "first move that works", "first moves that work"
    many = name.replace("_", " ")
    return many.removesuffix("s"), many


class Paper(StrEnum):
    """A paper size, in portrait orientation."""

    A4 = "a4"
    LETTER = "letter"


# All lengths are in millimetres.
SIZES = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}


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
    height = (down - 2 * MARGIN - (rows - 1) * GUTTER) / rows - _TEXT_ROOM
    widest = max(extent[0] for extent in extents)
    highest = max(extent[1] for extent in extents)
    return min(width / widest, height / highest, _LARGEST_SQUARE / SIDE)


def to_pdf(sheet: Sheet) -> bytes:
    """Return a sheet as a PDF."""
    return _typeset(sheet, "pdf")


def to_svg_page(sheet: Sheet) -> bytes:
    """Return a sheet as one SVG page, as wide as the paper and as long as necessary."""
    return _typeset(sheet, "svg")


def _typeset(sheet: Sheet, form: Literal["pdf", "svg"]) -> bytes:
    import typst

    template = Path(__file__).with_name("sheet.typ")
    width, height = SIZES[sheet.paper]
    layout = lay_out(sheet.paper, [entry.extent for entry in sheet.entries])
    data = {
        "title": sheet.title,
        "origin": sheet.origin,
        "promise": PROMISE,
        "width": width,
        "height": height,
        "endless": form == "svg",
        "margin": MARGIN,
        "gutter": GUTTER,
        "answer": ANSWER_SCALE,
        "columns": layout.columns,
        "puzzles": [
            {**asdict(entry), "width": entry.extent[0] * layout.scale} for entry in sheet.entries
        ],
    }
    return typst.compile(
        template,
        # The default is the current folder, which may no longer exist.
        root=template.parent,
        format=form,
        ignore_system_fonts=True,
        sys_inputs={"sheet": json.dumps(data)},
    )


def to_html(sheet: Sheet) -> str:
    """Return a sheet as an HTML document."""
    from cli.reports.page import render

    layout = lay_out(sheet.paper, [entry.extent for entry in sheet.entries])
    return render(
        Path(__file__).with_name("sheet.html"),
        {"drawn": Markup},
        sheet=sheet,
        title=sheet.title,
        promise=PROMISE,
        size=SIZES[sheet.paper],
        margin=MARGIN,
        gutter=GUTTER,
        columns=layout.columns,
        answer=ANSWER_SCALE,
        scale=layout.scale * _WEB_SCALE,
    )
