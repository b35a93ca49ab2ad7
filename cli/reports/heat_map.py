"""The heat map of an analysis: each square with the value of the move there.

It exists only if every move is a different square. Signs repeat what colours say.
"""

from __future__ import annotations

from collections.abc import Iterator

from cli.common.words import percent
from cli.reports.document import SquareMap, Tone, Words
from cli.reports.results import ABOUT, RESULT_SIGNS, RESULT_WORDS, UNKNOWN_SIGN, tone_of
from cli.terminal.board import sign
from cli.terminal.output import Glyphs
from positions import Position
from positions.games import game_of
from positions.grid import EMPTY
from solver.questions.analysis import Analysis, MoveValue

# The meaning of the number in a cell, for the legend, by what is shown.
_LEGENDS = {
    "score": "margin in {}s at the end",
    "distance": "plies to the end",
    "cost": "the part of the lead that the move gives up, in moves",
    "share": "share of all solutions, in %",
}


def heat_map(analysis: Analysis, signs: Glyphs) -> Iterator[SquareMap]:
    """Yield the map with its legend; nothing if moves are not squares."""
    position, moves = analysis.verdict.position, _by_square(analysis)
    is_anything_known = analysis.settled or any(move.estimate for move in analysis.moves)
    if moves is None or not is_anything_known:
        return
    cells = {
        square: Words(_piece(position, symbol, signs), Tone.FAINT)
        for square, symbol in enumerate(position.board.cells)
    }
    cells |= {square: _cell(analysis, move) for square, move in moves.items()}
    yield SquareMap("Value of a move on each square", position.board, cells, _legend(analysis))


def _by_square(analysis: Analysis) -> dict[int, MoveValue] | None:
    """Return the moves by square; None if two share a square, or the board has only one row."""
    moves = [move for move in analysis.moves if move.move.squares]
    by_square = {move.move.squares[0]: move for move in moves}
    is_flat = 1 in analysis.verdict.position.board.size
    is_square = all(len(move.move.squares) == 1 for move in moves)
    return by_square if is_square and not is_flat and 1 < len(moves) == len(by_square) else None


def _piece(position: Position, symbol: str, signs: Glyphs) -> str:
    return signs.board.empty if symbol == EMPTY else sign(position, symbol, signs)


def _cell(analysis: Analysis, move: MoveValue) -> Words:
    if move.estimate is not None:
        return Words(f"{ABOUT}{percent(move.estimate.win)}", Tone.GUESS)
    if move.result is None:
        return Words(UNKNOWN_SIGN, Tone.OPEN)
    text = RESULT_SIGNS[move.result] + _number(analysis, move)
    return Words(text, tone_of(move.result), is_strong=move.best)


def _number(analysis: Analysis, move: MoveValue) -> str:
    """Return the number that the legend explains; empty if unknown."""
    shown = _shown(analysis)
    if shown == "score" and move.after is not None and move.after.score is not None:
        return str(abs(move.after.score))
    if shown == "distance":
        return str(move.distance or "")
    if shown == "cost":
        return str(analysis.cost(move) or "")
    counted, total = move.counted, analysis.counted
    if shown == "share" and counted is not None and total is not None and counted.solutions:
        return percent(counted.solutions / total.solutions)
    return ""


def _shown(analysis: Analysis) -> str | None:
    """Choose what to show: the first kind of number that the moves have."""
    moves = analysis.moves
    if game_of(analysis.verdict.position).is_solitaire(analysis.verdict.position):
        return "share" if analysis.counted is not None and analysis.counted.solutions else None
    if any(move.after is not None and move.after.score is not None for move in moves):
        return "score"
    if any(move.distance is not None for move in moves):
        return "distance"
    return "cost" if any(analysis.cost(move) is not None for move in moves) else None


def _legend(analysis: Analysis) -> tuple[str, ...]:
    results = {move.result for move in analysis.moves if move.result is not None}
    signs = {f"{RESULT_SIGNS[result]} {RESULT_WORDS[result]}" for result in results}
    if any(move.result is None and move.estimate is None for move in analysis.moves):
        signs.add(f"{UNKNOWN_SIGN} unknown")
    if any(move.estimate is not None for move in analysis.moves):
        signs.add(f"{ABOUT} estimated chances in %")
    shown, unit = _shown(analysis), game_of(analysis.verdict.position).scored_in
    numbers = [] if shown is None else [f"number: {_LEGENDS[shown].format(unit)}"]
    return (*sorted(signs), *numbers)
