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
from cli.reports import terminal
from cli.reports.answers import RESULT_SIGNS, RESULT_TONES, RESULT_WORDS, UNKNOWN_SIGN
from cli.terminal.board import FAINT, STRONG, board_map, table_of_cells
from cli.terminal.signs import Glyphs
from positions import Position
from positions.games import game_of
from positions.text import parse_move
from solver.answers.model import Opening
from solver.answers.openings import result_of_start


def openings(
    found: Sequence[tuple[Position, Opening]], signs: Glyphs, width: int
) -> Iterator[RenderableType]:
    """Yield the report of one position's openings, one part per start."""
    for number, (start, group) in enumerate(groupby(found, key=lambda pair: pair[0])):
        if number:
            yield Text()
        yield from _of_start(start, [opening for _, opening in group], signs, width)
    yield Text()
    yield Text(words.cost([opening for _, opening in found]), FAINT)


def _of_start(
    start: Position, openings: list[Opening], signs: Glyphs, width: int
) -> Iterator[RenderableType]:
    yield terminal.heading(start, signs)
    yield Text()
    yield Text(words.answer(start, openings, result_of_start(start, openings)), STRONG)
    yield Text()
    by_squares = _by_squares(start, openings)
    if by_squares is None:
        yield _list(openings, width)
    elif len(openings[0].moves) == 1:
        cells = {square: _worth(opening) for (square,), opening in by_squares.items()}
        yield board_map(start.board, cells)
        yield Text(words.map_legend(start, openings), FAINT)
    else:
        yield _grid(start, by_squares)
        yield Text(words.grid_legend(start, openings), FAINT)


def _by_squares(start: Position, openings: list[Opening]) -> dict[tuple[int, ...], Opening] | None:
    """Return the openings by the squares of their moves; None if these do not identify them."""
    by_squares: dict[tuple[int, ...], Opening] = {}
    for opening in openings:
        position, squares = start, []
        for name in opening.moves:
            move = parse_move(position, name)
            if len(move.squares) != 1:
                return None
            squares.append(move.squares[0])
            position = game_of(position).rules.play(position, move)
        by_squares[tuple(squares)] = opening
    return by_squares if len(by_squares) == len(openings) else None


def _grid(start: Position, openings: dict[tuple[int, ...], Opening]) -> Text:
    """Draw a grid: first squares as columns, replies as rows."""
    board = start.board
    cells = {squares: _winner_and_plies(start, one) for squares, one in openings.items()}
    firsts, seconds = (sorted({squares[ply] for squares in cells}) for ply in (0, 1))
    rows = [
        (board.name(second), [cells.get((first, second)) for first in firsts]) for second in seconds
    ]
    return table_of_cells(rows, [board.name(first) for first in firsts])


def _worth(opening: Opening) -> Text:
    """Return the sign of a first move, with the margin or the plies if known."""
    if opening.result is None:
        return Text(UNKNOWN_SIGN, _style(opening))
    number = opening.distance if opening.score is None else abs(opening.score)
    return Text(f"{RESULT_SIGNS[opening.result]}{number or ''}", _style(opening))


def _winner_and_plies(start: Position, opening: Opening) -> Text:
    if opening.result is None:
        return Text(UNKNOWN_SIGN, _style(opening))
    symbols = {name: symbol for symbol, name in game_of(start).players.items()}
    winner = "=" if opening.winner is None else symbols[opening.winner]
    return Text(f"{winner}{opening.distance or ''}", _style(opening))


def _style(opening: Opening) -> Style:
    return terminal.STYLES[RESULT_TONES[opening.result]] if opening.result else terminal.PLAIN


def _list(openings: list[Opening], width: int) -> RenderableType:
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
            " ".join(opening.moves),
            Text(words.NOT_SETTLED)
            if result is None
            else Text(RESULT_WORDS[result], _style(opening)),
            *([plies] if has_plies else []),
        )
    return table
