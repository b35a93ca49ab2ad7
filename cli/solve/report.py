"""The human reports of `solve` and `analyse`, put together from sentences, tables and boards.

A report in a file has more room than one in the terminal, and has all `in_full`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.analyse import words as analysis_words
from cli.common import words
from cli.reports import heat_map
from cli.reports.document import (
    Block,
    Column,
    Diagram,
    Facts,
    Gallery,
    Items,
    Sentences,
    Steps,
    Table,
    Tone,
    Words,
)
from cli.reports.results import RESULT_WORDS, tone_of
from cli.reports.steps import steps
from cli.terminal.output import Glyphs
from positions.games import game_of
from positions.looks.drawing import title
from positions.reading.game_records import move_number
from positions.text import format_move, format_position
from solver.questions.analysis import Analysis, MoveValue
from solver.questions.counting import Counted
from solver.questions.fair import Fair
from solver.questions.solve import Verdict
from solver.questions.sums import SumVerdict

_FAIR_SHOWN = 5
_BOARDS_SHOWN = 6
_LARGE = 10**9


def solved(
    verdict: Verdict, signs: Glyphs, extra: Sequence[Words] = (), *, in_full: bool = False
) -> Iterator[Block]:
    """Give the report of `solve`; `extra` has further sentences.

    In full it shows the board after some moves of the line.
    """
    yield _summary(verdict, signs, extra)
    caption = words.line_caption(verdict)
    if caption is not None:
        yield steps(caption, verdict.position, verdict.line, signs)
        if in_full:
            yield _boards_of_line(verdict)


def analysed(analysis: Analysis, signs: Glyphs, asked_for_value: bool) -> Iterator[Block]:
    """Give the report of `analyse`."""
    sentences = [Words(sentence) for sentence in analysis_words.outlook(analysis)]
    if analysis.counted is not None and analysis.counted.solutions:
        sentences.append(counted(analysis.counted))
    sentences += left_open(analysis.left_open)
    yield _summary(analysis.verdict, signs, sentences)
    if analysis.moves:
        yield _table_of_moves(analysis, signs, asked_for_value)
        yield from heat_map.heat_map(analysis, signs)


def left_open(names: Sequence[str]) -> list[Words]:
    """Say what else was asked and is left open."""
    return [Words(words.left_open(name), Tone.OPEN) for name in names]


def _summary(verdict: Verdict, signs: Glyphs, further: Sequence[Words]) -> Facts:
    position, found = verdict.position, verdict.found
    tone = tone_of(None if found is None else found.result)
    facts = (
        words.margin(position, None if found is None else found.value),
        words.other_turn(position, verdict.other_turn),
    )
    return Facts(
        Diagram(position),
        title(position, signs.times),
        (
            (
                Words(words.answer(verdict), tone, is_strong=True),
                *(Words(fact) for fact in facts if fact is not None),
                *further,
            ),
            (Words(words.grounds(verdict), Tone.FAINT),),
        ),
    )


def _boards_of_line(verdict: Verdict) -> Gallery:
    """Give a few boards along a line, the last one among them."""
    position, line = verdict.position, verdict.line
    count = min(_BOARDS_SHOWN, len(line))
    shown = {(number + 1) * len(line) // count - 1 for number in range(count)}
    rules, diagrams = game_of(position).rules, []
    for ply, move in enumerate(line):
        after, effects = rules.play(position, move), rules.effects(position, move)
        if ply in shown:
            name = f"{move_number(verdict.position, ply)} {format_move(position, move)}"
            diagrams.append(Diagram(after, effects, f"After {name}"))
        position = after
    return Gallery("Boards along this line", tuple(diagrams))


def counted(found: Counted | None) -> Words:
    """Say how many solutions there are and how often chance finds one."""
    if found is None:
        return Words("Solutions: not counted, a limit came first.")
    solutions = words.counted(found.solutions, "solution")
    return Words(f"{solutions}; random play finds one {words.chance(found.random_play)}.")


def certified(claim: str) -> Words:
    """Say what a certificate claims."""
    return Words(f"Certificate: {claim}.")


def _table_of_moves(analysis: Analysis, signs: Glyphs, asked_for_value: bool) -> Table:
    """Give all legal moves, best first; a column that says nothing is left out."""
    moves, position = analysis.moves, analysis.verdict.position
    alone = game_of(position).is_solitaire(position)
    has_solutions = analysis.counted is not None and analysis.counted.solutions > 0
    contents = {
        "Plies": [_number(move.distance) for move in moves],
        "Par": [_number(move.after.par if alone and move.after else None) for move in moves],
        "Score": [_score(move) for move in moves],
        "Value after": [_value(move) for move in moves],
        "Cost": [_cost(analysis, move) for move in moves],
    }
    if has_solutions:
        contents["Solutions"] = [_solutions(move) for move in moves]
        contents["By chance"] = [_chance(move) for move in moves]
    shown = {title: cells for title, cells in contents.items() if any(cells)}
    rows = [
        (
            Words(signs.best if move.best else ""),
            Words(format_move(position, move.move), is_strong=move.best),
            _result(move),
            *(Words(cells[number]) for cells in shown.values()),
        )
        for number, move in enumerate(moves)
    ]
    columns = (
        Column("", label="Best"),
        Column("Move", is_head=True),
        Column("Result"),
        *(Column(title, is_number=True) for title in shown),
    )
    notes = _footnotes(analysis, signs, asked_for_value)
    return Table("All moves, best first", columns, tuple(rows), tuple(notes))


def _result(move: MoveValue) -> Words:
    said = "not settled" if move.result is None else RESULT_WORDS[move.result]
    return Words(said, tone_of(move.result))


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _score(move: MoveValue) -> str:
    score = None if move.after is None else move.after.score
    return "" if score is None else words.signed(score)


def _value(move: MoveValue) -> str:
    value = None if move.after is None else move.after.value
    return "" if value is None else words.signed(value)


def _cost(analysis: Analysis, move: MoveValue) -> str:
    cost = analysis.cost(move)
    return "" if cost is None else str(cost)


def _solutions(move: MoveValue) -> str:
    """Give the number of solutions, of a large one three figures and the power of ten."""
    if move.counted is None:
        return ""
    count = move.counted.solutions
    return f"{count:,}" if count < _LARGE else f"{count:.2e}".replace("e+", "e")


def _chance(move: MoveValue) -> str:
    return "" if move.counted is None else words.odds(move.counted.random_play)


def _footnotes(analysis: Analysis, signs: Glyphs, asked_for_value: bool) -> Iterator[str]:
    verdict = analysis.verdict
    position, game = verdict.position, game_of(verdict.position)
    first, second = (words.player(game, symbol) for symbol in game.players)
    if any(move.best for move in analysis.moves):
        yield f"{signs.best} best"
    if any(_score(move) for move in analysis.moves):
        yield f"score: {first}'s kings minus {second}'s at the end"
    if verdict.found is not None and verdict.found.value is not None:
        yield f"value: {first}'s lead in moves"
        yield "cost: the lead that a move gives up"
    elif game.has_value and not game.is_solitaire(position) and not asked_for_value:
        yield "--value: what each move costs, where it can be known"
    if analysis.counted is not None and analysis.counted.solutions:
        yield "by chance: how often random play solves it after the move"


def fair(report: Fair) -> Iterator[Block]:
    """Give the report of the fair set-up (SR9)."""
    lines = []
    for change in report.rearrangements[:_FAIR_SHOWN]:
        names = " ".join(change.position.board.name(square) for square in change.squares)
        lines.append(f"{names}  class {change.outcome_class}  {format_position(change.position)}")
    yield Items(words.fair(report), tuple(lines))


def summed(verdict: SumVerdict) -> Iterator[Block]:
    """Give the report of `solve --sum`."""
    boards = [
        Diagram(position, caption=f"Board {number}")
        for number, position in enumerate(verdict.positions, start=1)
    ]
    yield Gallery("", tuple(boards))
    lead = words.margin(verdict.positions[0], verdict.value)
    yield Sentences(
        (
            Words(words.sum_answer(verdict), tone_of(verdict.result), is_strong=True),
            *([] if lead is None else [Words(lead)]),
            Words(words.sum_grounds(verdict), Tone.FAINT),
        )
    )
    if verdict.line:
        moves = [
            (f"{format_move(verdict.positions[board], move)} on board {board + 1}",)
            for board, move in verdict.line
        ]
        yield Steps(f"A line that keeps the win, {words.plies(len(moves))}", tuple(moves))
