"""The human-readable report of `analyse`: sentences, tables and boards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cli.analyse import words
from cli.common.words import minus, odds, percent, player, signed
from cli.reports.answers import ABOUT, RESULT_WORDS, counted, heat_map, left_open, summary, tone_of
from cli.reports.document import Block, Column, Items, Table, Tone, Words
from cli.terminal.signs import Glyphs
from positions import Position
from positions.games import game_of
from solver import Analysis, Question
from solver.answers.model import Fair, MoveAnswer
from solver.answers.moves import cost

# Columns of estimates.
_ESTIMATED, _MARGIN = "Estimated", "Margin"
_FAIR_SHOWN = 5
_LARGE = 10**9


def report(
    position: Position, analysis: Analysis, question: Question, signs: Glyphs
) -> Iterator[Block]:
    """Return the report of an analysis."""
    sentences = [Words(sentence) for sentence in words.outlook(position, analysis)]
    if analysis.number_of_solutions:
        sentences.append(counted(analysis))
    sentences += left_open(analysis.left_open)
    yield summary(position, analysis, signs, sentences)
    if analysis.moves:
        yield _table_of_moves(position, analysis, question, signs)
        yield from heat_map(position, analysis, signs)
    if analysis.fair is not None:
        yield _fair(analysis.fair)


def _table_of_moves(
    position: Position, analysis: Analysis, question: Question, signs: Glyphs
) -> Table:
    """Return a table of all legal moves, best first, without empty columns."""
    moves = analysis.moves
    contents = {
        "Plies": [_number(move.distance) for move in moves],
        "Par": [_number(move.par) for move in moves],
        "Score": [_score(move) for move in moves],
        "Value after": [_value(move) for move in moves],
        "Cost": [str(cost(position, analysis, move) or "") for move in moves],
        _ESTIMATED: [_estimated_wins(move) for move in moves],
        _MARGIN: [_expected_margin(move) for move in moves],
    }
    if analysis.number_of_solutions:
        contents["Solutions"] = [_solutions(move) for move in moves]
        contents["By chance"] = [_random_play(move) for move in moves]
    non_empty = {title: cells for title, cells in contents.items() if any(cells)}
    rows = [
        (
            Words(signs.best if move.best else ""),
            Words(move.move, is_strong=bool(move.best)),
            _result(move),
            *(Words(cells[number], _tone_of_column(title)) for title, cells in non_empty.items()),
        )
        for number, move in enumerate(moves)
    ]
    columns = (
        Column("", label="Best"),
        Column("Move", is_head=True),
        Column("Result"),
        *(Column(title, is_number=True) for title in non_empty),
    )
    notes = _footnotes(position, analysis, question, signs)
    return Table("All moves, best first", columns, tuple(rows), tuple(notes))


def _tone_of_column(title: str) -> Tone:
    return Tone.GUESS if title in (_ESTIMATED, _MARGIN) else Tone.PLAIN


def _result(move: MoveAnswer) -> Words:
    text = "unknown" if move.result is None else RESULT_WORDS[move.result]
    return Words(text, tone_of(move.result))


def _estimated_wins(move: MoveAnswer) -> str:
    return "" if move.estimate is None else f"{ABOUT}{percent(move.estimate.win)} %"


def _expected_margin(move: MoveAnswer) -> str:
    """Return the expected final margin, first player minus second (kings, White minus Red)."""
    score = None if move.estimate is None else move.estimate.score
    if score is None:
        return ""
    tenths = round(score * 10)
    return ABOUT + (minus(f"{tenths / 10:+.1f}") if tenths else "0.0")


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _score(move: MoveAnswer) -> str:
    return "" if move.score is None else signed(move.score)


def _value(move: MoveAnswer) -> str:
    return "" if move.value is None else signed(Fraction(move.value))


def _solutions(move: MoveAnswer) -> str:
    """Return the number of solutions; a large one with three digits and a power of ten."""
    if move.solutions is None:
        return ""
    count = move.number_of_solutions
    return f"{count:,}" if count < _LARGE else f"{count:.2e}".replace("e+", "e")


def _random_play(move: MoveAnswer) -> str:
    return "" if move.random_play is None else odds(move.random_play)


def _footnotes(
    position: Position, analysis: Analysis, question: Question, signs: Glyphs
) -> Iterator[str]:
    game = game_of(position)
    first, second = (player(game, symbol) for symbol in game.players)
    if any(move.best for move in analysis.moves):
        yield f"{signs.best} best"
    if any(_score(move) for move in analysis.moves):
        yield f"score: {first}'s {game.scored_in}s minus {second}'s at the end"
    if analysis.value is not None:
        yield f"value: {first}'s lead in moves"
        yield "cost: the part of the lead that a move gives up"
    elif game.has_value and not game.is_solitaire(position) and not question.value:
        yield "--value shows what each move costs, where it can be computed"
    if any(move.estimate is not None for move in analysis.moves):
        yield f"{ABOUT} estimated by playouts, not proved"
    if analysis.number_of_solutions:
        yield "by chance: how often random play solves the deal after the move"


def _fair(fair: Fair) -> Items:
    """Return the fair set-ups (SR9)."""
    lines = [
        f"{' '.join(change.squares)}  class {change.outcome_class}  {change.position}"
        for change in fair.rearrangements[:_FAIR_SHOWN]
    ]
    return Items(words.fair(fair), tuple(lines))
