"""The human-readable report of `openings`: a map of first squares, a grid, or a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from cli.common.words import counted, duration, player
from cli.reports import terminal
from cli.reports.answers import RESULT_SIGNS, RESULT_WORDS, UNKNOWN_SIGN, tone_of
from cli.reports.document import Column, Table, Words
from cli.terminal.board import FAINT, STRONG, board_map, table_of_cells
from cli.terminal.signs import Glyphs
from positions import Position
from positions.games import game_of, rules_of
from positions.text import parse_move
from solver import Result
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
    yield Text(_cost([opening for _, opening in found]), FAINT)


def _of_start(
    start: Position, openings: list[Opening], signs: Glyphs, width: int
) -> Iterator[RenderableType]:
    yield terminal.heading(start, signs)
    yield Text()
    yield Text(answer(start, openings, result_of_start(start, openings)), STRONG)
    yield Text()
    by_squares = _by_squares(start, openings)
    if by_squares is None:
        yield terminal.table(_list(openings), signs, width)
    elif len(openings[0].moves) == 1:
        cells = {square: _sign(opening) for (square,), opening in by_squares.items()}
        yield board_map(start.board, cells)
        yield Text(_map_legend(start, openings), FAINT)
    else:
        yield _grid(start, by_squares)
        yield Text(_grid_legend(start, openings), FAINT)


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
            position = rules_of(position).play(position, move)
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


def _sign(opening: Opening) -> Text:
    """Return the sign of a first move, with the margin or the plies if known."""
    if opening.result is None:
        return Text(UNKNOWN_SIGN, terminal.STYLES[tone_of(opening.result)])
    number = opening.distance if opening.score is None else abs(opening.score)
    return Text(
        f"{RESULT_SIGNS[opening.result]}{number or ''}", terminal.STYLES[tone_of(opening.result)]
    )


def _winner_and_plies(start: Position, opening: Opening) -> Text:
    if opening.result is None:
        return Text(UNKNOWN_SIGN, terminal.STYLES[tone_of(opening.result)])
    symbols = {name: symbol for symbol, name in game_of(start).players.items()}
    winner = "=" if opening.winner is None else symbols[opening.winner]
    return Text(f"{winner}{opening.distance or ''}", terminal.STYLES[tone_of(opening.result)])


def _list(openings: list[Opening]) -> Table:
    """List openings that are not just squares, with their values."""
    columns = [Column("Opening"), Column("Result"), Column("Plies", is_number=True)]
    rows = []
    for opening in openings:
        result = "unknown" if opening.result is None else RESULT_WORDS[opening.result]
        plies = "" if opening.distance is None else f"{opening.distance:,}"
        cells = Words(" ".join(opening.moves)), Words(result, tone_of(opening.result)), Words(plies)
        rows.append(cells)
    shown = 3 if any(opening.distance is not None for opening in openings) else 2
    return Table("", tuple(columns[:shown]), tuple(row[:shown] for row in rows))


def answer(start: Position, openings: Sequence[Opening], result: Result | None) -> str:
    """Return the value of the start, and how many openings are good for whom."""
    return " ".join((_worth(start, result), *_tally(start, openings)))


def _worth(start: Position, result: Result | None) -> str:
    game = game_of(start)
    mover, other = player(game, start.turn), player(game, game.opponent(start.turn))
    choices = {
        Result.WIN: f"{mover} wins with best play.",
        Result.LOSS: f"{other} wins with best play.",
        Result.DRAW: "A draw with best play.",
        Result.SOLVABLE: "Solvable.",
        Result.UNSOLVABLE: "Not solvable.",
    }
    return "Unknown." if result is None else choices[result]


def _tally(start: Position, openings: Sequence[Opening]) -> list[str]:
    """Count the openings by result, leaving out the unknown ones."""
    game = game_of(start)
    settled = [opening for opening in openings if opening.result is not None]
    if not settled:
        return [f"None of {counted(len(openings), 'opening')} is solved."]
    results = [opening.result for opening in settled]
    good = results.count(Result.WIN) + results.count(Result.SOLVABLE)
    if any(opening.swap is not None for opening in settled):
        swaps = sum(opening.swap is True for opening in settled)
        other = player(game, game.opponent(start.turn))
        parts = [f"{other} should swap after {swaps} of {counted(len(settled), 'first move')}"]
    elif rules_of(start).persons == 1:
        parts = [f"{good} of {counted(len(settled), 'first move')} solve it"]
    else:
        total = counted(len(settled), "opening")
        parts = [f"{player(game, start.turn)} wins {good} of {total}"]
    if results.count(Result.DRAW):
        parts.append(f"{results.count(Result.DRAW)} are draws")
    if len(settled) < len(openings):
        parts[0] += " that are solved"
        rest = len(openings) - len(settled)
        parts.append(f"{rest} {'is' if rest == 1 else 'are'} not")
    return [", ".join(parts) + "."]


def _map_legend(start: Position, openings: Sequence[Opening]) -> str:
    """Return the legend of a map of first squares."""
    game = game_of(start)
    mover, other = player(game, start.turn), player(game, game.opponent(start.turn))
    results = {opening.result for opening in openings}
    swap = f" ({other} should swap)" if any(opening.swap for opening in openings) else ""
    by_margin = any(opening.score is not None for opening in openings)
    parts = []
    if Result.WIN in results:
        parts.append(f"+ {mover} wins{swap}")
    if Result.LOSS in results:
        parts.append(f"− {other} wins")
    if Result.DRAW in results:
        parts.append("= a draw")
    if None in results:
        parts.append("? unknown")
    if by_margin:
        parts.append("number: the margin")
    elif any(opening.distance is not None for opening in openings):
        parts.append("number: plies to the end")
    return "   ".join(parts)


def _grid_legend(start: Position, openings: Sequence[Opening]) -> str:
    """Return the legend of a grid of two squares."""
    game = game_of(start)
    mover, other = player(game, start.turn), player(game, game.opponent(start.turn))
    parts = [f"below: {mover}'s first square, left: {other}'s", "letter: the winner"]
    if any(opening.distance is not None for opening in openings):
        parts.append("number: plies to the end")
    if any(opening.result is None for opening in openings):
        parts.append("? unknown")
    return "   ".join(parts)


def _cost(openings: Sequence[Opening]) -> str:
    """Return the cost of all openings; symmetric ones were solved once."""
    nodes = sum(opening.nodes for opening in openings)
    seconds = sum(opening.seconds for opening in openings)
    return f"{counted(nodes, 'position')}, {duration(seconds)}."
