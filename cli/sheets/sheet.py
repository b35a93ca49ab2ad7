"""A sheet of puzzles, positions or games: its content, made from their records, and its pages.

The pages are PDF or one long SVG, typeset by Typst, or a self-contained HTML page. A PDF and an SVG
contain their fonts, embedded or as outlines, and the same sheet gives the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from markupsafe import Markup

from cli.common import words
from cli.common.words import counted, player
from positions import GAMES, Position
from positions.game import Key, Move, Variant
from positions.games import game_of, rules_of
from positions.grid import parse_square
from positions.lessons.courses import course_of
from positions.looks.drawing import Drawing, draw, draw_line
from positions.looks.picture import PAPER, SIDE, extent, to_svg
from positions.reading.game_records import GameRecord
from positions.reading.puzzle_text import parse_puzzle
from positions.text import format_move, parse_move
from solver import Answer, Status
from solver.puzzles.kind import ANSWER, FIRST_MOVE, TRANSPOSITION, WHOLE_LINE
from solver.puzzles.words import Grade, solitaire_goal, tour_goal

# The note above the answers, by where they come from.
PROMISE = "Every answer was proved by an exact engine, and every count is complete."
REPLAYED = "Solutions of puzzles were played by the rules; what is unique is said by their file."
PLAYED = "The moves of games are those of their records."
SOLVED = "Values of positions were proved by an exact engine, unless a limit is named."

# A no-break space, which keeps a number and its moves on one line.
_HOLD = "\u00a0"


# The layout of pages, in millimetres.
MARGIN = 16.0
GUTTER = 8.0
# The scale of boards among the answers, relative to those of the puzzles.
ANSWER_SCALE = 0.7
# The largest square among the answers, except in tours, whose answers are only drawn.
ANSWER_SQUARE = 4.8
# Room for the text above and below a board.
_TEXT_ROOM = 25.0
_MIN_SQUARE, _LARGEST_SQUARE = 8.0, 13.0
# Columns and rows; the first grid leaves the most room for each board.
_GRIDS = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3))
# Those for a certain number of boards.
_WANTED = {1: ((1, 1),), 2: ((1, 2), (2, 1)), 4: ((2, 2),), 6: ((2, 3), (3, 2)), 9: ((3, 3),)}
PER_PAGE = tuple(_WANTED)
# The numbers of rules in the summaries of variants and keys.
_RULE = re.compile(r"\b[A-Z]{2}[0-9]+\b")


# Boards are scaled by this factor, to leave room for the browser's own fonts.
_WEB_SCALE = 0.9

SECTIONS = (GRADE, GAME) = ("grade", "game")
SORTS = (DIFFICULTY, _, NAME) = ("difficulty", GAME, "name")


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece on a sheet, and its entry among the answers.

    `options` are its variants and keys. `name` is what the file calls it, and `setting` is the
    game, the board and the player to move. `picture` is an SVG document, `extent` its width and
    height in its own units, and `words` describe it. The answer is `moves`, drawn as `solved`; of
    a tour, only the drawing is printed. `rank` is the grade's place and
    `difficulty` the number on the scale of all puzzles.
    """

    game: str
    options: tuple[str, ...]
    name: str | None
    grade: str | None
    setting: str
    goal: str
    picture: str
    extent: tuple[int, int]
    words: str
    moves: str
    proof: str
    solved: str | None = None
    is_tour: bool = False
    note: str | None = None
    rank: int = len(Grade)
    difficulty: float = 100.0
    number: int = 0

    @property
    def heading(self) -> str:
        """What stands beside the number."""
        return " · ".join(text for text in (self.name, self.grade) if text)


@dataclass(slots=True)
class Sheet:
    """Pieces on paper of a certain size; `origin` is the command that makes the sheet again.

    `what` the pieces are stands in the title, unless that is given. `per_page` is the number of
    boards on a page; None for as many as are large enough to play on. The pieces are sorted by
    `sort`, and in sections by `sections`, if these are given. With `answers`, the answers stand
    behind, under `promise`.
    """

    paper: Paper
    origin: str
    per_page: int | None = None
    given_title: str | None = None
    author: str | None = None
    sections: str | None = None
    sort: str | None = None
    rules: bool = False
    answers: bool = True
    what: str = "puzzles"
    promise: str = PROMISE
    added: list[Entry] = field(default_factory=list)

    def add(self, record: dict[str, Any]) -> None:
        """Add a puzzle, given its record; its `name` and `note`, if any, are printed."""
        position = parse_puzzle(record["position"])
        grade = record["grade"]
        is_tour = rules_of(position).solution == "path"
        rank = len(Grade) if grade is None else list(Grade).index(grade)
        self._add(
            position,
            name=record.get("name"),
            note=record.get("note"),
            grade=grade,
            goal=record["goal"],
            moves=numbered_moves(position, record["solution"]),
            proof=_proved(position, **record["uniqueness"]),
            solved=_tour(draw(position), record["solution"])
            if is_tour
            else _line(position, record["solution"]),
            is_tour=is_tour,
            rank=rank,
            difficulty=100.0
            if grade is None
            else record.get("difficulty", rank * 100 / len(Grade)),
        )

    def add_position(self, position: Position, name: str | None, answer: Answer | None) -> None:
        """Add a position; without an `answer`, it has none among the answers."""
        line = () if answer is None else answer.line
        self._add(
            position,
            name=name,
            goal=_goal(position),
            moves=numbered_moves(position, line),
            proof="" if answer is None else _found(position, answer),
            solved=_line(position, line) if line else None,
        )

    def add_game(self, game: GameRecord, name: str | None) -> None:
        """Add a game: its last position, with its moves among the answers."""
        *before, last = game.positions()
        moves = [format_move(at, ply.move) for at, ply in zip(before, game.plies, strict=True)]
        result = "" if game.result is None else f" {words.sentence(_result(game.result))}"
        self._add(
            last,
            name=name,
            goal=f"After {counted(len(moves), 'move')}.{result}",
            moves=numbered_moves(game.start, moves),
            solved=_line(game.start, moves) if moves else None,
        )

    def _add(self, position: Position, *, name: str | None, **more: Any) -> None:  # noqa: ANN401 - fields of an entry
        drawing = draw(position)
        self.added.append(
            Entry(
                **{"grade": None, "proof": "", **more},
                game=position.game,
                options=(*position.variants, *(key for key, _ in position.keys)),
                name=name,
                setting=drawing.title,
                picture=to_svg(drawing, PAPER),
                extent=extent(drawing),
                words=drawing.describe(),
            )
        )

    @property
    def entries(self) -> list[Entry]:
        """The pieces in printed order, numbered."""
        entries = self.added
        if self.sort is not None:
            entries = sorted(entries, key=_ORDERS[self.sort])
        if self.sections is not None:
            entries = sorted(entries, key=_ORDERS[self.sections])
        return [replace(entry, number=number) for number, entry in enumerate(entries, start=1)]

    @property
    def games(self) -> list[str]:
        """The titles of the games."""
        return sorted({GAMES[entry.game].title for entry in self.added})

    @property
    def title(self) -> str:
        """The title: the given one, or which games the pieces are of."""
        return self.given_title or f"{', '.join(self.games)} {self.what}".rstrip()

    @property
    def rules_of_games(self) -> list[tuple[str, list[str]]]:
        """The rules of each game, under its title, if they are wanted."""
        if not self.rules:
            return []
        games = sorted({entry.game for entry in self.added}, key=lambda game: GAMES[game].title)
        of_games = ([each for each in self.added if each.game == game] for game in games)
        return [(GAMES[one[0].game].title, rules) for one in of_games if (rules := _rules_of(one))]

    def sectioned(self) -> Iterator[tuple[str | None, list[Entry]]]:
        """Yield the sections: a heading, None without sections, and the pieces."""
        if self.sections is None:
            yield None, self.entries
            return
        for name, section in groupby(self.entries, key=_HEADINGS[self.sections]):
            yield name, list(section)


_ORDERS = {
    GRADE: lambda entry: entry.rank,
    DIFFICULTY: lambda entry: entry.difficulty,
    GAME: lambda entry: list(GAMES).index(entry.game),
    NAME: lambda entry: (entry.name or "").casefold(),
}
_HEADINGS = {
    GRADE: lambda entry: "Without a grade" if entry.grade is None else entry.grade.capitalize(),
    GAME: lambda entry: GAMES[entry.game].title,
}


def _rules_of(entries: Sequence[Entry]) -> list[str]:
    """Return the rules in force on boards of one game: the basic ones, and those of variants."""
    game = GAMES[entries[0].game]
    course = course_of(game.name)
    options = {name for entry in entries for name in entry.options}
    known: tuple[Variant | Key, ...] = (*game.variants, *game.keys)
    named = {
        number
        for option in known
        if option.name in options
        for number in _RULE.findall(option.summary)
    }
    in_force = {*course.basics, *named}
    return [" ".join(text.split()) for number, text in course.rules.items() if number in in_force]


def _goal(position: Position) -> str:
    """Return what is asked about a position of no puzzle."""
    rules = rules_of(position)
    if rules.solution == "path":
        return tour_goal(position)
    if rules.outcome(position) is not None:
        return ""
    if rules.persons == 1:
        return solitaire_goal(position)
    return f"{player(game_of(position), position.turn)} {rules.act(position)}: find the best move."


def _found(position: Position, answer: Answer) -> str:
    sentence = words.answer(position, answer)
    return f"{sentence} {words.grounds(answer)}" if answer.status == Status.PROVED else sentence


def _result(result: str) -> str:
    return result if result in {"draw", "solved", "unsolved"} else f"{result} has won"


def _line(position: Position, names: Sequence[str]) -> str:
    """Draw a line of moves as numbers on its start."""
    moves: list[Move] = []
    at = position
    for name in names:
        moves.append(parse_move(at, name))
        at = rules_of(at).play(at, moves[-1])
    return to_svg(draw_line(position, moves), PAPER)


def _tour(drawing: Drawing, tour: Sequence[str]) -> str:
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
    A5 = "a5"


# All lengths are in millimetres.
SIZES = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4), Paper.A5: (148.0, 210.0)}
_MARGINS = {Paper.A5: 12.0}


def margin(paper: Paper) -> float:
    """Return the margin on each side of a page."""
    return _MARGINS.get(paper, MARGIN)


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of boards, and the millimetres per unit of their pictures."""

    columns: int
    rows: int
    scale: float


def lay_out(
    paper: Paper, extents: Sequence[tuple[int, int]], per_page: int | None = None
) -> Layout:
    """Choose the grid with the most boards per page whose squares are large enough to play on.

    `extents` are the widths and heights of all pictures, which share one scale. Among grids with
    equally many boards, the one with larger squares is chosen. Boards too large for a page of their
    own are scaled to fit it. With `per_page`, the grid has so many boards, however small.
    """
    if per_page is not None:
        wanted = (Layout(*grid, _scale(paper, extents, *grid)) for grid in _WANTED[per_page])
        return max(wanted, key=lambda grid: grid.scale)
    layouts = [
        Layout(*grid, min(_scale(paper, extents, *grid), _LARGEST_SQUARE / SIDE)) for grid in _GRIDS
    ]
    large = [layout for layout in layouts if layout.scale * SIDE >= _MIN_SQUARE]
    if not large:
        return layouts[0]
    count = len(extents)
    return max(large, key=lambda grid: (min(grid.columns * grid.rows, count), grid.scale))


def _scale(paper: Paper, extents: Sequence[tuple[int, int]], columns: int, rows: int) -> float:
    across, down = (side - 2 * margin(paper) for side in SIZES[paper])
    width = (across - (columns - 1) * GUTTER) / columns
    height = max((down - (rows - 1) * GUTTER) / rows - _TEXT_ROOM, 1)
    widest = max(extent[0] for extent in extents)
    highest = max(extent[1] for extent in extents)
    return min(width / widest, height / highest)


def to_pdf(sheet: Sheet) -> bytes:
    """Return a sheet as a PDF, for every reader including those who hear it (PDF/UA-1)."""
    (data,) = _typeset(sheet, "pdf")
    # The value that a missing entry has, which some versions of pdfinfo complain about.
    return data.replace(_NOT_SUSPECT, b" " * len(_NOT_SUSPECT))


_NOT_SUSPECT = b"/Suspects false"


def to_svg_page(sheet: Sheet) -> bytes:
    """Return a sheet as one SVG page, as wide as the paper and as long as necessary."""
    (data,) = _typeset(sheet, "svg")
    return data


def to_pieces(sheet: Sheet, form: Literal["svg", "png"]) -> list[bytes]:
    """Return a picture of every piece, with its caption."""
    return _typeset(sheet, form, in_pieces=True)


def _typeset(
    sheet: Sheet, form: Literal["pdf", "svg", "png"], *, in_pieces: bool = False
) -> list[bytes]:
    import typst

    template = Path(__file__).with_name("sheet.typ")
    entries = sheet.entries
    layout = lay_out(sheet.paper, [entry.extent for entry in entries], sheet.per_page)
    width, height = SIZES[sheet.paper]
    largest = _LARGEST_SQUARE if sheet.per_page is None else max(width, height)
    data = {
        "title": sheet.title,
        "author": sheet.author,
        "origin": sheet.origin,
        "promise": sheet.promise,
        "rules": sheet.rules_of_games,
        "answers": sheet.answers,
        "width": width,
        "height": height,
        "form": "pieces" if in_pieces else "endless" if form == "svg" else "pages",
        "margin": margin(sheet.paper),
        "gutter": GUTTER,
        "answer": ANSWER_SCALE,
        "small": ANSWER_SQUARE / SIDE,
        "columns": layout.columns,
        "rows": layout.rows,
        "scale": layout.scale,
        "largest": largest / SIDE,
        "sections": [
            {"heading": heading, "count": len(section), "first": section[0].number - 1}
            for heading, section in sheet.sectioned()
        ],
        "puzzles": [{**asdict(entry), "heading": entry.heading} for entry in entries],
    }

    def compiled(standard: Literal["ua-1"] | None) -> bytes | list[bytes]:
        return typst.compile(
            template,
            # The default is the current folder, which may no longer exist.
            root=template.parent,
            format=form,
            ignore_system_fonts=True,
            sys_inputs={"sheet": json.dumps(data)},
            pdf_standards=standard,
            ppi=300.0,
        )

    try:
        made = compiled("ua-1" if form == "pdf" else None)
    except typst.TypstError:
        # Letters that the fonts lack, for which the standard has no sign.
        made = compiled(None)
    return [made] if isinstance(made, bytes) else made


def to_html(sheet: Sheet) -> str:
    """Return a sheet as an HTML document."""
    from cli.reports.page import render

    layout = lay_out(sheet.paper, [entry.extent for entry in sheet.entries], sheet.per_page)
    return render(
        Path(__file__).with_name("sheet.html"),
        {"drawn": Markup},
        sheet=sheet,
        title=sheet.title,
        size=SIZES[sheet.paper],
        margin=margin(sheet.paper),
        gutter=GUTTER,
        columns=layout.columns,
        answer=ANSWER_SCALE,
        scale=layout.scale * _WEB_SCALE,
    )
