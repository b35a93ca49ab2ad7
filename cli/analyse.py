"""`proofplay analyse`: the exact value of every legal move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import click

from cli.common.exits import Code
from cli.common.inputs import Sources
from cli.common.options import (
    distance_option,
    engine_option,
    estimate_options,
    example,
    gathered,
    json_option,
    par_option,
    positions_argument,
    report_option,
    search_limit_options,
    solutions_option,
    verbose_option,
)
from cli.common.session import Session
from cli.common.words import counted, minus, number, odds, percent, player, signed
from cli.files.run_files import Command
from cli.files.table_file import (
    COUNTS,
    ESTIMATE,
    HEADING,
    VALUE,
    rows_of,
    table_file,
    table_option,
)
from cli.reports.answers import (
    ABOUT,
    RESULT_WORDS,
    heat_map,
    left_open,
    solution_count,
    summary,
    tone_of,
)
from cli.reports.document import Block, Column, Items, Table, Tone, Words
from cli.reports.report_file import report_file, write_answer
from cli.terminal.progress import ProgressBar
from cli.terminal.signs import Glyphs
from positions import Position
from positions.games import game_of, rules_of
from solver import Analysis, Answer, Limits, Question, Result, Status, ask
from solver.answers.ask import ANALYSE
from solver.answers.model import Fair, MoveAnswer, Progress, Survivors
from solver.answers.moves import cost
from solver.interface.engine import PlayoutBudget, limit_reached

# Columns of estimates.
_ESTIMATED, _MARGIN = "Estimated", "Margin"
_FAIR_SHOWN = 5
_LARGE = 10**9

# What moves that keep a result do: for one move, and for several.
_KEEPS = {
    Result.WIN: ("wins", "win"),
    Result.DRAW: ("holds the draw", "hold the draw"),
    Result.SOLVABLE: ("keeps it solvable", "keep it solvable"),
}
_BOUNDS = {
    Result.WIN: "one of them wins, so {mover} wins",
    Result.DRAW: "one of them draws, so {mover} has at least a draw",
    Result.SOLVABLE: "one of them keeps it solvable, so it can be solved",
}

# The columns of a table, which has a row for every move.
COLUMNS = (*HEADING, "move", *VALUE, "best", *COUNTS, *ESTIMATE)

_CLASSES = {
    "N": "whoever moves first wins",
    "P": "whoever moves second wins, so both players would rather pass",
}


@click.command(
    "analyse",
    cls=Command,
    epilog=example(
        "proofplay analyse sight-reduction:bwwb/wwbw/bwbb:w\n"
        "proofplay analyse --fair sight-reduction:bbww/wbwb/wbbw:w\n"
        "proofplay analyse --estimate 2 nakatta:start:9x9"
    ),
)
@positions_argument
@json_option("position")
@report_option
@table_option
@gathered(
    "question",
    partial(Question, ANALYSE),
    distance_option,
    click.option("--value", is_flag=True, help="Compute what each move costs, in moves."),
    par_option,
    solutions_option("Count the solutions after each move, for large solitaire deals too."),
    click.option(
        "--fair",
        is_flag=True,
        help="Find the smallest rearrangements that make it matter who moves first (SR9).",
    ),
    engine_option,
)
@estimate_options
@search_limit_options
@verbose_option
def command(
    positions: Sources,
    as_json: bool,
    report_path: Path | None,
    table_path: Path | None,
    question: Question,
    playout_budget: PlayoutBudget | None,
    limits: Limits,
) -> Code:
    """Evaluate every legal move of positions.

    Each argument is a position, a file of positions, or - for standard input. If a limit ends the
    search first, the answer is "unknown" and the exit code is 3, even with an estimate.
    """
    question = replace(question, estimate=playout_budget)
    with (
        report_file(report_path, "position", "analysed") as report,
        table_file(table_path, COLUMNS, rows_of("moves")) as table,
    ):
        session = Session(positions, as_json, report, table=table, has_names=True)
        for record in session:
            with record as position:
                with ProgressBar("analysing") as bar:
                    answer = ask(position, question, limits, bar)
                blocks = partial(_report, position, answer, question)
                files, more = (report, table), session.labels
                write_answer(position, answer, question, blocks, as_json, *files, more)
                session.answered(answer.is_complete)
        return session.close()


def _report(
    position: Position, analysis: Answer, question: Question, signs: Glyphs, in_full: bool
) -> Iterator[Block]:
    """Return the report of an analysis, which is the same `in_full`."""
    if not isinstance(analysis, Analysis):
        return
    sentences = [Words(sentence) for sentence in _outlook(position, analysis)]
    if analysis.number_of_solutions:
        sentences.append(solution_count(analysis))
    sentences += left_open(analysis.left_open)
    yield summary(position, analysis, signs, sentences)
    if analysis.moves:
        yield _table_of_moves(position, analysis, question, signs)
        yield from heat_map(position, analysis, signs)
    if analysis.fair is not None:
        yield _fair_items(analysis.fair)


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
        yield f"score: {first}'s {game.rules.scored_in}s minus {second}'s at the end"
    if analysis.value is not None:
        yield f"value: {first}'s lead in moves"
        yield "cost: the part of the lead that a move gives up"
    elif rules_of(position).has_value and not question.value:
        yield "--value shows what each move costs, where it can be computed"
    if any(move.estimate is not None for move in analysis.moves):
        yield f"{ABOUT} estimated by playouts, not proved"
    if analysis.number_of_solutions:
        yield "by chance: how often random play solves the deal after the move"


def _fair_items(fair: Fair) -> Items:
    """Return the fair set-ups (SR9)."""
    lines = [
        f"{' '.join(change.squares)}  class {change.outcome_class}  {change.position}"
        for change in fair.rearrangements[:_FAIR_SHOWN]
    ]
    return Items(_fair_sentence(fair), tuple(lines))


def _outlook(position: Position, analysis: Analysis) -> Iterator[str]:
    """Return sentences that sum up an analysis."""
    facts = (
        _outcome_class(position, analysis.outcome_class),
        _zugzwang(position, analysis),
        _keeping(analysis),
        None if analysis.survivors is None else _survivors(position, analysis.survivors),
        None if analysis.why is None else _progress(position, analysis.why),
    )
    return (fact for fact in facts if fact is not None)


def _keeping(analysis: Analysis) -> str | None:
    """Return how many moves keep the result, if any move loses it."""
    keeping, total = analysis.keeping, len(analysis.moves)
    if keeping is None or analysis.result not in _KEEPS:
        return None
    one, many = _KEEPS[analysis.result]
    if keeping == 1:
        name = analysis.moves[0].move
        return f"{name} is the only move." if total == 1 else f"Only {name} {one}."
    if keeping == total:
        return f"Every move {one}."
    return f"{keeping} of {total} moves {many}."


def _zugzwang(position: Position, analysis: Analysis) -> str | None:
    """Return what a pass would be worth, if it would be better than every move.

    An outcome class of P already says so.
    """
    other = analysis.other_turn
    if not analysis.zugzwang or analysis.outcome_class == "P" or other is None:
        return None
    mover = player(game_of(position), position.turn)
    if other.winner == analysis.winner:
        kings = abs((other.score or 0) - (analysis.score or 0))
        return f"Zugzwang: a pass would be worth {counted(kings, 'point')} to {mover}."
    gain = "draw" if other.winner is None else "win"
    return f"Zugzwang: if {mover} could pass, {mover} would {gain}."


def _survivors(position: Position, survivors: Survivors) -> str | None:
    """Return which pieces can be the last ones, and which must be."""
    if not survivors.white:
        return None
    white, black = (
        _last(names, position.board.cells.count(symbol))
        for names, symbol in ((survivors.white, "w"), (survivors.black, "b"))
    )
    return f"The last white piece {white}, and the last black one {black}."


def _last(names: Sequence[str], pieces: int) -> str:
    if len(names) == 1:
        return f"must be {names[0]}"
    if len(names) == pieces:
        return "can be any"
    return f"can be {', '.join(names[:-1])} or {names[-1]}"


def _progress(position: Position, why: Progress) -> str | None:
    """Return what an analysis found before a limit ended it."""
    if not why.moves:
        return None
    solved = f"{why.moves_settled} of {counted(why.moves, 'move')} solved"
    bound = _BOUNDS.get(why.at_least or Result.LOSS)
    if bound is None:
        return f"{solved}."
    return f"{solved}; {bound.format(mover=player(game_of(position), position.turn))}."


def _outcome_class(position: Position, outcome_class: str | None) -> str | None:
    """Return the meaning of an outcome class (SR9)."""
    if outcome_class is None:
        return None
    game = game_of(position)
    first, second = game.players
    meanings = {
        "L": f"{player(game, first)} wins, whoever moves first",
        "R": f"{player(game, second)} wins, whoever moves first",
        **_CLASSES,
    }
    return f"Outcome class {outcome_class}: {meanings[outcome_class]}."


def _fair_sentence(report: Fair) -> str:
    """Return what the search for fair set-ups found (SR9)."""
    if report.status == Status.UNKNOWN:
        tried = counted(report.tried, "rearrangement")
        return f"Fair set-up: unknown, {limit_reached(report.reason)} after {tried}."
    if report.squares == 0:
        return "Fair set-up: it already matters who moves first, so nothing needs to change."
    if report.squares is None:
        return (
            "Fair set-up: no rearrangement of up to four squares makes it matter who moves first."
        )
    return (
        f"Fair set-up: at least {number(report.squares)} squares must change "
        f"({counted(report.tried, 'rearrangement')} tried)."
    )
