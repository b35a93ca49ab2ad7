"""The human reports of `solve` and `analyse`, put together from sentences and drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cli import analysis_words, heat_map, render, words
from cli.boards import board
from cli.output import Glyphs
from cli.render import FAINT, STRONG
from cli.results import OPEN, RESULT_STYLES, RESULT_WORDS
from positions.games import game_of
from positions.text import format_move, format_position
from solver.analysis import Analysis, MoveValue
from solver.counting import Counted
from solver.fair import Fair
from solver.solve import Verdict
from solver.sums import SumVerdict

_FAIR_SHOWN = 5
_LARGE = 10**9


def solved(
    verdict: Verdict, signs: Glyphs, width: int, extra: Sequence[Text] = ()
) -> Iterator[RenderableType]:
    """Give the report of `solve`; `extra` has further sentences."""
    yield _summary(verdict, signs, width, extra)
    caption = words.line_caption(verdict)
    if caption is not None:
        yield Text()
        yield Text(caption, STRONG)
        yield render.line(verdict.position, verdict.line, signs, width)


def analysed(
    analysis: Analysis, signs: Glyphs, width: int, asked_for_value: bool
) -> Iterator[RenderableType]:
    """Give the report of `analyse`."""
    verdict = analysis.verdict
    sentences = [Text(sentence) for sentence in analysis_words.outlook(analysis)]
    if analysis.counted is not None and analysis.counted.solutions:
        sentences.append(counted(analysis.counted))
    sentences += [Text(words.left_open(what), OPEN) for what in analysis.left_open]
    yield _summary(verdict, signs, width, sentences)
    if analysis.moves:
        yield Text()
        yield _table_of_moves(analysis, signs)
        yield from _footnotes(analysis, signs, asked_for_value)
        yield from heat_map.heat_map(analysis, signs)


def _summary(
    verdict: Verdict, signs: Glyphs, width: int, further: Sequence[Text | None]
) -> RenderableType:
    position, found = verdict.position, verdict.found
    style = OPEN if found is None else RESULT_STYLES[found.result]
    sentences = [
        render.heading(position, signs),
        Text(),
        Text(words.answer(verdict), STRONG + style),
        _sentence(words.margin(position, None if found is None else found.value)),
        _sentence(words.other_turn(position, verdict.other_turn)),
        *further,
        Text(),
        Text(words.grounds(verdict), FAINT),
    ]
    return render.beside(board(position, signs), render.paragraphs(sentences), width)


def _sentence(text: str | None) -> Text | None:
    return None if text is None else Text(text)


def counted(found: Counted | None) -> Text:
    """Say how many solutions there are and how often chance finds one."""
    if found is None:
        return Text("Solutions: not counted, a limit came first.")
    solutions = words.counted(found.solutions, "solution")
    return Text(f"{solutions}; random play finds one {words.chance(found.random_play)}.")


def certified(claim: str) -> Text:
    """Say what a certificate claims."""
    return Text(f"Certificate: {claim}.")


def _table_of_moves(analysis: Analysis, signs: Glyphs) -> Table:
    """Give all legal moves, best first; a column that says nothing is left out."""
    moves, verdict = analysis.moves, analysis.verdict
    position = verdict.position
    alone = game_of(position).is_solitaire(position)
    has_solutions = analysis.counted is not None and analysis.counted.solutions > 0
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=FAINT)
    table.add_column("")
    table.add_column("Move")
    table.add_column("Result")
    contents = {
        "Plies": [_number(move.distance) for move in moves],
        "Par": [_number(move.after.par if alone and move.after else None) for move in moves],
        "Score": [_number(move.after.score if move.after else None) for move in moves],
        "Value after": [_value(move) for move in moves],
        "Cost": [_cost(analysis, move) for move in moves],
    }
    if has_solutions:
        contents["Solutions"] = [_solutions(move) for move in moves]
        contents["By chance"] = [_chance(move) for move in moves]
    shown = {title: cells for title, cells in contents.items() if any(cells)}
    for title in shown:
        table.add_column(title, justify="right")
    for number, move in enumerate(moves):
        table.add_row(
            signs.best if move.best else "",
            Text(format_move(position, move.move), STRONG if move.best else ""),
            _result(move),
            *(cells[number] for cells in shown.values()),
        )
    return table


def _result(move: MoveValue) -> Text:
    if move.result is None:
        return Text("not settled", OPEN)
    return Text(RESULT_WORDS[move.result], RESULT_STYLES[move.result])


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _value(move: MoveValue) -> str:
    value = None if move.after is None else move.after.value
    if value is None:
        return ""
    return f"+{value}" if value > 0 else str(value)


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


def _footnotes(analysis: Analysis, signs: Glyphs, asked_for_value: bool) -> Iterator[Text]:
    position, notes = analysis.verdict.position, []
    can_cost = game_of(position).has_value and not game_of(position).is_solitaire(position)
    if any(move.best for move in analysis.moves):
        notes.append(f"{signs.best} best")
    verdict = analysis.verdict
    if verdict.found is not None and verdict.found.value is not None:
        game = game_of(verdict.position)
        first = words.player(game, next(iter(game.players)))
        notes.append(f"value: {first}'s lead in moves")
        notes.append("cost: the lead that a move gives up")
    elif can_cost and not asked_for_value:
        notes.append("--value: what each move costs, where it can be known")
    if analysis.counted is not None and analysis.counted.solutions:
        notes.append("by chance: how often random play solves it after the move")
    if notes:
        yield Text("   ".join(notes), FAINT)


def fair(report: Fair) -> Iterator[RenderableType]:
    """Give the report of the fair set-up (SR9)."""
    yield Text()
    yield Text(words.fair(report), STRONG)
    for change in report.rearrangements[:_FAIR_SHOWN]:
        names = " ".join(change.position.board.name(square) for square in change.squares)
        line = f"{names}  class {change.outcome_class}  {format_position(change.position)}"
        yield Text(line, overflow="ignore", no_wrap=True)


def summed(verdict: SumVerdict, signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Give the report of `solve --sum`."""
    yield render.boards(verdict.positions, signs)
    yield Text()
    style = OPEN if verdict.result is None else RESULT_STYLES[verdict.result]
    yield Text(words.sum_answer(verdict), STRONG + style)
    lead = words.margin(verdict.positions[0], verdict.value)
    if lead is not None:
        yield Text(lead)
    yield Text(words.sum_grounds(verdict), FAINT)
    if verdict.line:
        yield Text()
        yield Text(f"A line that keeps the win, {words.plies(len(verdict.line))}", STRONG)
        yield render.columns(
            [
                render.numbered(
                    ply,
                    len(verdict.line),
                    f"{format_move(verdict.positions[board], move)} on board {board + 1}",
                )
                for ply, (board, move) in enumerate(verdict.line, start=1)
            ],
            width,
        )
