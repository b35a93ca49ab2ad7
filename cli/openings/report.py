"""The human-readable report of `openings`: a map of first squares, a grid, or a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich import box
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cli.openings import words
from cli.reports.results import RESULT_SIGNS, RESULT_TONES, RESULT_WORDS, UNKNOWN_SIGN
from cli.terminal import render
from cli.terminal.output import Glyphs
from cli.terminal.render import FAINT, STRONG
from cli.terminal.square_map import board_map, table_of_cells
from positions import Position, format_move
from solver.questions.openings import Opening, result_of_start


def openings(
    all_openings: Sequence[Opening], signs: Glyphs, width: int
) -> Iterator[RenderableType]:
    """Yield the report of one position's openings, one part per start."""
    for number, (start, group) in enumerate(
        groupby(all_openings, key=lambda opening: opening.start)
    ):
        if number:
            yield Text()
        yield from _of_start(start, list(group), signs, width)
    yield Text()
    yield Text(words.cost(all_openings), FAINT)


def _of_start(
    start: Position, openings: list[Opening], signs: Glyphs, width: int
) -> Iterator[RenderableType]:
    yield render.heading(start, signs)
    yield Text()
    yield Text(words.answer(start, openings, result_of_start(openings)), STRONG)
    yield Text()
    if not _has_squares(openings):
        yield _list(start, openings, width)
    elif len(openings[0].moves) == 1:
        yield _map(start, openings)
        yield Text(words.map_legend(start, openings), FAINT)
    else:
        yield _grid(start, openings)
        yield Text(words.grid_legend(start, openings), FAINT)


def _has_squares(openings: list[Opening]) -> bool:
    """Return whether one square identifies each move of the openings."""
    squares = {tuple(move.squares for move in opening.moves) for opening in openings}
    return len(squares) == len(openings) and all(
        len(square) == 1 for places in squares for square in places
    )


def _map(start: Position, openings: list[Opening]) -> Text:
    """Draw the board with the value of each first square."""
    board = start.board
    cells = {opening.moves[0].squares[0]: _worth(opening) for opening in openings}
    return board_map(board, cells)


def _grid(start: Position, openings: list[Opening]) -> Text:
    """Draw a grid: first squares as columns, replies as rows."""
    board = start.board
    cells = {tuple(m.squares[0] for m in o.moves): _winner_and_plies(o) for o in openings}
    firsts, seconds = (sorted({squares[ply] for squares in cells}) for ply in (0, 1))
    rows = [
        (board.name(second), [cells.get((first, second)) for first in firsts]) for second in seconds
    ]
    return table_of_cells(rows, [board.name(first) for first in firsts])


def _worth(opening: Opening) -> Text:
    """Return the sign of a first move, with the margin or the plies if known."""
    result, assessment = opening.result, opening.verdict.found
    if result is None or assessment is None:
        return Text(UNKNOWN_SIGN, _style(opening))
    number = opening.distance if assessment.score is None else abs(assessment.score)
    return Text(f"{RESULT_SIGNS[result]}{number or ''}", _style(opening))


def _winner_and_plies(opening: Opening) -> Text:
    assessment = opening.verdict.found
    if assessment is None:
        return Text(UNKNOWN_SIGN, _style(opening))
    return Text(f"{assessment.winner or '='}{opening.distance or ''}", _style(opening))


def _style(opening: Opening) -> Style:
    return render.STYLES[RESULT_TONES[opening.result]] if opening.result else render.PLAIN


def _list(start: Position, openings: list[Opening], width: int) -> RenderableType:
    """List openings that are not just squares, with their values."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=FAINT)
    table.add_column(words.OPENING)
    table.add_column(words.RESULT)
    has_plies = any(opening.distance is not None for opening in openings)
    if has_plies:
        table.add_column(words.PLIES, justify="right")
    for opening in openings:
        result = opening.result
        plies = "" if opening.distance is None else f"{opening.distance:,}"
        table.add_row(
            " ".join(format_move(start, move) for move in opening.moves),
            Text(words.NOT_SETTLED)
            if result is None
            else Text(RESULT_WORDS[result], _style(opening)),
            *([plies] if has_plies else []),
        )
    return table
