"""Answers in reports: the board with the result, lines of moves, and the map of a move's values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cli.common import words
from cli.reports.document import Diagram, Facts, SquareMap, Steps, Tone, Words
from cli.terminal.signs import Glyphs, sign
from positions import Position, format_move
from positions.games import game_of, rules_of
from positions.grid import EMPTY
from positions.looks.drawing import title
from positions.playing import legal_moves
from solver import Analysis, Answer, Result
from solver.answers.model import Counts, MoveAnswer
from solver.answers.moves import cost

RESULT_TONES = {
    Result.WIN: Tone.GOOD,
    Result.SOLVABLE: Tone.GOOD,
    Result.LOSS: Tone.BAD,
    Result.UNSOLVABLE: Tone.BAD,
    Result.DRAW: Tone.OPEN,
}
RESULT_WORDS = {
    Result.WIN: "wins",
    Result.LOSS: "loses",
    Result.DRAW: "draws",
    Result.SOLVABLE: "stays solvable",
    Result.UNSOLVABLE: "unsolvable",
}
RESULT_SIGNS = {
    Result.WIN: "+",
    Result.SOLVABLE: "+",
    Result.DRAW: "=",
    Result.LOSS: "−",
    Result.UNSOLVABLE: "−",
}
UNKNOWN_SIGN = "?"
# Marks an estimate.
ABOUT = "≈"

# The meaning of the number in a cell, for the legend, by what is shown.
_LEGENDS = {
    "score": "margin in {}s at the end",
    "distance": "plies to the end",
    "cost": "the part of the lead that the move gives up, in moves",
    "share": "share of all solutions, in %",
}


def summary(position: Position, answer: Answer, signs: Glyphs, further: Sequence[Words]) -> Facts:
    """Return the board and the answer, with `further` sentences."""
    tone = tone_of(answer.result) if answer.estimate is None else Tone.GUESS
    facts = (
        words.margin(position, answer.value),
        words.other_turn(position, answer.other_turn),
    )
    return Facts(
        Diagram(position),
        title(position, signs.times),
        (
            (
                Words(words.answer(position, answer), tone, is_strong=True),
                *(Words(fact) for fact in facts if fact is not None),
                *_best_chances(answer),
                *further,
            ),
            (Words(words.grounds(answer), Tone.FAINT),),
        ),
    )


def _best_chances(answer: Answer) -> list[Words]:
    """Return the move with the best estimated chances."""
    if answer.estimate is None or answer.estimate.best is None:
        return []
    return [Words(f"Best by the estimate: {answer.estimate.best}.", Tone.GUESS)]


def solution_count(count: Counts) -> Words:
    """Return how many solutions there are and how often random play finds one."""
    solutions = words.counted(count.number_of_solutions, "solution")
    return Words(f"{solutions}; random play finds one {words.chance(count.random_play or 0.0)}.")


def left_open(names: Sequence[str]) -> list[Words]:
    """Return which other requested details are left open."""
    return [Words(words.left_open(name), Tone.OPEN) for name in names]


def tone_of(result: Result | None) -> Tone:
    """Return the tone of a result; None stands for unknown."""
    return Tone.OPEN if result is None else RESULT_TONES[result]


def steps(caption: str, position: Position, names: Sequence[str], signs: Glyphs) -> Steps:
    """Return a line of moves as numbered steps.

    For two players, a number covers one move of each, as in chess; in solitaire it covers one
    removal, and a sign shows the colour; in a tour it covers one square.
    """
    game, rules = game_of(position), rules_of(position)
    names = list(names)
    if rules.solution == "path":
        return Steps(caption, tuple((name,) for name in names))
    if rules_of(position).persons == 1:
        colours = [
            sign(position, turn, signs) for turn in (position.turn, game.opponent(position.turn))
        ]
        cells = tuple((f"{colours[ply % 2]} {name}",) for ply, name in enumerate(names))
        return Steps(caption, cells, cycle=2)
    if names and position.turn != next(iter(game.players)):
        names.insert(0, signs.before)
    return Steps(caption, tuple(zip_longest(names[::2], names[1::2], fillvalue="")))


def heat_map(position: Position, analysis: Analysis, signs: Glyphs) -> Iterator[SquareMap]:
    """Yield a map of the value of the move on each square; nothing if moves are not squares.

    Signs repeat what colours say.
    """
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
        return Words(f"{ABOUT}{words.percent(move.estimate.win)}", Tone.GUESS)
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
        return words.percent(move.number_of_solutions / analysis.number_of_solutions)
    return ""


def _shown(position: Position, analysis: Analysis) -> str | None:
    """Choose what to show: the first kind of number that the moves have."""
    moves = analysis.moves
    if rules_of(position).persons == 1:
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
    unit = rules_of(position).scored_in
    numbers = [] if shown is None else [f"number: {_LEGENDS[shown].format(unit)}"]
    return (*sorted(signs), *numbers)
