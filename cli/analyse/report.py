"""The human-readable report of `analyse`: sentences, tables and boards."""

from __future__ import annotations

from collections.abc import Iterator

from cli.analyse import words
from cli.common.words import minus, odds, percent, player, signed
from cli.reports.document import Block, Column, Items, Table, Tone, Words
from cli.reports.heat_map import heat_map
from cli.reports.results import ABOUT, RESULT_WORDS, tone_of
from cli.reports.verdict import counted, left_open, summary
from cli.terminal.output import Glyphs
from positions import Position, format_move, format_position
from positions.games import game_of
from solver import Answer
from solver.questions.analysis import Analysis, MoveValue
from solver.questions.fair import Fair

# Columns of estimates.
_ESTIMATED, _MARGIN = "Estimated", "Margin"
_FAIR_SHOWN = 5
_LARGE = 10**9


def report(answer: Answer, analysis: Analysis, signs: Glyphs) -> Iterator[Block]:
    """Return the report of an answer with its analysis."""
    sentences = [Words(sentence) for sentence in words.outlook(analysis)]
    if analysis.counted is not None and analysis.counted.solutions:
        sentences.append(counted(analysis.counted))
    sentences += left_open(answer.left_open)
    yield summary(answer, signs, sentences)
    if analysis.moves:
        yield _table_of_moves(analysis, signs, answer.question.value)
        yield from heat_map(analysis, signs)
    if answer.fair is not None:
        yield _fair(answer.fair)


def _table_of_moves(analysis: Analysis, signs: Glyphs, asked_for_value: bool) -> Table:
    """Return a table of all legal moves, best first, without empty columns."""
    moves, position = analysis.moves, analysis.verdict.position
    alone = game_of(position).is_solitaire(position)
    has_solutions = analysis.counted is not None and analysis.counted.solutions > 0
    contents = {
        "Plies": [_number(move.distance) for move in moves],
        "Par": [_number(move.after.par if alone and move.after else None) for move in moves],
        "Score": [_score(move) for move in moves],
        "Value after": [_value(move) for move in moves],
        "Cost": [_cost(analysis, move) for move in moves],
        _ESTIMATED: [_estimated_wins(move) for move in moves],
        _MARGIN: [_expected_margin(position, move) for move in moves],
    }
    if has_solutions:
        contents["Solutions"] = [_solutions(move) for move in moves]
        contents["By chance"] = [_random_play(move) for move in moves]
    non_empty = {title: cells for title, cells in contents.items() if any(cells)}
    rows = [
        (
            Words(signs.best if move.best else ""),
            Words(format_move(position, move.move), is_strong=move.best),
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
    notes = _footnotes(analysis, signs, asked_for_value)
    return Table("All moves, best first", columns, tuple(rows), tuple(notes))


def _tone_of_column(title: str) -> Tone:
    return Tone.GUESS if title in (_ESTIMATED, _MARGIN) else Tone.PLAIN


def _result(move: MoveValue) -> Words:
    text = "unknown" if move.result is None else RESULT_WORDS[move.result]
    return Words(text, tone_of(move.result))


def _estimated_wins(move: MoveValue) -> str:
    return "" if move.estimate is None else f"{ABOUT}{percent(move.estimate.win)} %"


def _expected_margin(position: Position, move: MoveValue) -> str:
    """Return the expected final margin, first player minus second (kings, White minus Red)."""
    score = None if move.estimate is None else move.estimate.score
    if score is None:
        return ""
    tenths = round(score * 10)
    return ABOUT + (minus(f"{tenths / 10:+.1f}") if tenths else "0.0")


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _score(move: MoveValue) -> str:
    score = None if move.after is None else move.after.score
    return "" if score is None else signed(score)


def _value(move: MoveValue) -> str:
    value = None if move.after is None else move.after.value
    return "" if value is None else signed(value)


def _cost(analysis: Analysis, move: MoveValue) -> str:
    cost = analysis.cost(move)
    return "" if cost is None else str(cost)


def _solutions(move: MoveValue) -> str:
    """Return the number of solutions; a large one with three digits and a power of ten."""
    if move.counted is None:
        return ""
    count = move.counted.solutions
    return f"{count:,}" if count < _LARGE else f"{count:.2e}".replace("e+", "e")


def _random_play(move: MoveValue) -> str:
    return "" if move.counted is None else odds(move.counted.random_play)


def _footnotes(analysis: Analysis, signs: Glyphs, asked_for_value: bool) -> Iterator[str]:
    verdict = analysis.verdict
    position, game = verdict.position, game_of(verdict.position)
    first, second = (player(game, symbol) for symbol in game.players)
    if any(move.best for move in analysis.moves):
        yield f"{signs.best} best"
    if any(_score(move) for move in analysis.moves):
        yield f"score: {first}'s {game.scored_in}s minus {second}'s at the end"
    if verdict.found is not None and verdict.found.value is not None:
        yield f"value: {first}'s lead in moves"
        yield "cost: the part of the lead that a move gives up"
    elif game.has_value and not game.is_solitaire(position) and not asked_for_value:
        yield "--value shows what each move costs, where it can be computed"
    if any(move.estimate is not None for move in analysis.moves):
        yield f"{ABOUT} estimated by playouts, not proved"
    if analysis.counted is not None and analysis.counted.solutions:
        yield "by chance: how often random play solves the deal after the move"


def _fair(fair: Fair) -> Items:
    """Return the fair set-ups (SR9)."""
    lines = []
    for change in fair.rearrangements[:_FAIR_SHOWN]:
        names = " ".join(change.position.board.name(square) for square in change.squares)
        lines.append(f"{names}  class {change.outcome_class}  {format_position(change.position)}")
    return Items(words.fair(fair), tuple(lines))
