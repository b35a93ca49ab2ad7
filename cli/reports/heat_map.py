"""The heat map of an analysis: each square with the value of the move there.

It exists only if every move is a different square. Signs repeat what colours say.
"""

from __future__ import annotations

from collections.abc import Iterator

from cli.common.words import percent
from cli.reports.document import SquareMap, Tone, Words
from cli.reports.results import ABOUT, RESULT_SIGNS, RESULT_WORDS, UNKNOWN_SIGN, tone_of
from cli.terminal.signs import Glyphs, sign
from positions import Position, format_move, legal_moves
from positions.games import game_of
from positions.grid import EMPTY
from solver import Analysis
from solver.answers.model import MoveAnswer
from solver.answers.moves import cost

# The meaning of the number in a cell, for the legend, by what is shown.
_LEGENDS = {
    "score": "margin in {}s at the end",
    "distance": "plies to the end",
    "cost": "the part of the lead that the move gives up, in moves",
    "share": "share of all solutions, in %",
}


def heat_map(position: Position, analysis: Analysis, signs: Glyphs) -> Iterator[SquareMap]:
    """Yield the map with its legend; nothing if moves are not squares."""
    moves = _by_square(position, analysis)
    is_anything_known = any(move.result or move.estimate for move in analysis.moves)
    if moves is None or not is_anything_known:
        return
    cells = {
        square: Words(_piece(position, symbol, signs), Tone.FAINT)
        for square, symbol in enumerate(position.board.cells)
    }
    shown = _shown(position, analysis)
    cells |= {square: _cell(position, analysis, move, shown) for square, move in moves.items()}
    legend = _legend(position, analysis, shown)
    yield SquareMap("Value of a move on each square", position.board, cells, legend)


def _by_square(position: Position, analysis: Analysis) -> dict[int, MoveAnswer] | None:
    """Return the moves by square; None if two share a square, or the board has only one row."""
    squares_of = {format_move(position, move): move.squares for move in legal_moves(position)}
    pairs = [(squares_of[move.move], move) for move in analysis.moves if squares_of[move.move]]
    by_square = {squares[0]: move for squares, move in pairs}
    is_flat = 1 in position.board.size
    is_square = all(len(squares) == 1 for squares, _ in pairs)
    return by_square if is_square and not is_flat and 1 < len(pairs) == len(by_square) else None


def _piece(position: Position, symbol: str, signs: Glyphs) -> str:
    return signs.board.empty if symbol == EMPTY else sign(position, symbol, signs)


def _cell(position: Position, analysis: Analysis, move: MoveAnswer, shown: str | None) -> Words:
    if move.estimate is not None:
        return Words(f"{ABOUT}{percent(move.estimate.win)}", Tone.GUESS)
    if move.result is None:
        return Words(UNKNOWN_SIGN, Tone.OPEN)
    text = RESULT_SIGNS[move.result] + _number(position, analysis, move, shown)
    return Words(text, tone_of(move.result), is_strong=bool(move.best))


def _number(position: Position, analysis: Analysis, move: MoveAnswer, shown: str | None) -> str:
    """Return the number that the legend explains; empty if unknown."""
    if shown == "score" and move.score is not None:
        return str(abs(move.score))
    if shown == "distance":
        return str(move.distance or "")
    if shown == "cost":
        return str(cost(position, analysis, move) or "")
    if shown == "share" and move.number_of_solutions:
        return percent(move.number_of_solutions / analysis.number_of_solutions)
    return ""


def _shown(position: Position, analysis: Analysis) -> str | None:
    """Choose what to show: the first kind of number that the moves have."""
    moves = analysis.moves
    if game_of(position).is_solitaire(position):
        return "share" if analysis.number_of_solutions else None
    if any(move.score is not None for move in moves):
        return "score"
    if any(move.distance is not None for move in moves):
        return "distance"
    is_cost_known = any(cost(position, analysis, move) is not None for move in moves)
    return "cost" if is_cost_known else None


def _legend(position: Position, analysis: Analysis, shown: str | None) -> tuple[str, ...]:
    results = {move.result for move in analysis.moves if move.result is not None}
    signs = {f"{RESULT_SIGNS[result]} {RESULT_WORDS[result]}" for result in results}
    if any(move.result is None and move.estimate is None for move in analysis.moves):
        signs.add(f"{UNKNOWN_SIGN} unknown")
    if any(move.estimate is not None for move in analysis.moves):
        signs.add(f"{ABOUT} estimated chances in %")
    unit = game_of(position).scored_in
    numbers = [] if shown is None else [f"number: {_LEGENDS[shown].format(unit)}"]
    return (*sorted(signs), *numbers)
