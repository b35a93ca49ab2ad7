"""`proofplay solve`: the exact value of positions, with a line of best play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.common.exits import Code
from cli.common.inputs import Sources
from cli.common.options import (
    answer_options,
    engine_option,
    estimate_options,
    example,
    json_option,
    positions_argument,
    report_option,
    search_limit_options,
    verbose_option,
)
from cli.common.session import Session, read_all
from cli.common.words import counted, duration, left_unknown, margin, plies
from cli.files.checkpoint_file import CheckpointFile, checkpoint_option
from cli.files.run_files import OUTPUT, Command
from cli.files.table_file import (
    COST,
    COUNTS,
    ESTIMATE,
    HEADING,
    STATUS,
    VALUE,
    table_file,
    table_option,
)
from cli.files.whole_file import WholeFile
from cli.reports.answers import left_open, solution_count, steps, summary, tone_of
from cli.reports.document import Article, Block, Diagram, Gallery, Sentences, Steps, Tone, Words
from cli.reports.report_file import Report, draw_blocks, report_file, write_answer
from cli.terminal.output import complain, write_json
from cli.terminal.progress import ProgressBar
from cli.terminal.signs import Glyphs
from positions import Position
from positions.games import rules_of
from positions.reading.game_records import move_number
from positions.text import parse_move
from solver import Answer, Limits, Question, Result, Status
from solver.answers.ask import SOLVE, ask_within, with_rest
from solver.answers.model import Sum, record
from solver.answers.sums import solve_sum
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Engine, PlayoutBudget, check_taken

if TYPE_CHECKING:
    from solver.certificates.writing import CertifiedAnswer

_BOARDS_SHOWN = 6
# The columns of a table.
COLUMNS = (*HEADING, *STATUS, *VALUE, "line", *COST, *COUNTS, *ESTIMATE)


@click.command(
    "solve",
    cls=Command,
    epilog=example(
        "proofplay solve sight-reduction+solitaire:"
        "wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w\n"
        "proofplay deal --count 100 --seed 1 | proofplay solve --json -"
    ),
)
@positions_argument
@json_option("position")
@report_option
@table_option
@answer_options
@click.option("--sum", "as_sum", is_flag=True, help="Solve the sum of all positions, as one game.")
@click.option(
    "--certificate",
    type=OUTPUT,
    metavar="FILE",
    help="Write a certificate of each answer to FILE, for `proofplay verify`.",
)
@checkpoint_option
@engine_option
@estimate_options
@search_limit_options
@verbose_option
def command(
    positions: Sources,
    as_json: bool,
    report_path: Path | None,
    table_path: Path | None,
    distance: bool,
    value: bool,
    par: bool,
    count: bool,
    as_sum: bool,
    certificate: Path | None,
    checkpoint_path: Path | None,
    engine: str,
    playout_budget: PlayoutBudget | None,
    limits: Limits,
) -> Code:
    """Solve positions exactly, with a line of best play.

    Each argument is a position, a file of positions, or - for standard input. If a limit ends a
    search, the answer is "unknown", even with an estimate. The exit code is then 3, as it is if a
    limit prevents a certificate.
    """
    if as_sum:
        _check_sum(certificate, checkpoint_path, table_path, distance, playout_budget)
    with (
        report_file(report_path, "position", "solved") as report,
        table_file(table_path, COLUMNS, _rows) as table,
    ):
        if as_sum:
            return solve_as_sum(positions, limits, engine, as_json, report)
        question = Question(
            SOLVE,
            engine,
            distance=distance,
            value=value,
            par=par,
            count=count,
            other_turn=not as_json or report is not None,
            estimate=playout_budget,
        )
        session = Session(positions, as_json, report, table=table, has_names=True)
        file = None if certificate is None else WholeFile(certificate, "--certificate")
        checkpoint = None if checkpoint_path is None else CheckpointFile(checkpoint_path, engine)
        with file or nullcontext(), checkpoint or nullcontext():
            for record in session:
                with record as position:
                    method = _method(position, question, checkpoint)
                    answer, certified = _answer(
                        position, question, limits, method, certifying=file is not None
                    )
                    claim = {} if certified is None else {"certificate": certified.claim}
                    more = session.labels | claim
                    blocks = partial(_report, position, answer, claim.get("certificate"))
                    files = (report, table)
                    write_answer(position, answer, question, blocks, as_json, *files, more)
                    is_kept = file is None or certified is None or _keep(certified, file)
                    session.answered(is_kept and answer.is_complete)
        return session.close()


def _rows(answer: dict[str, object]) -> Iterator[dict[str, object]]:
    """Yield the row of an answer, without what only the report asks for."""
    yield {name: value for name, value in answer.items() if name != "other_turn"}


def _check_sum(
    certificate: Path | None,
    checkpoint: Path | None,
    table: Path | None,
    distance: bool,
    playout_budget: PlayoutBudget | None,
) -> None:
    """Raise `click.UsageError` for options that do not apply to sums."""
    options = {
        "--certificate": certificate is not None,
        "--checkpoint": checkpoint is not None,
        "-o": table is not None,
        "--distance": distance,
        "--estimate": playout_budget is not None and playout_budget.playouts is None,
        "--playouts": playout_budget is not None and playout_budget.playouts is not None,
    }
    for option, is_given in options.items():
        if is_given:
            context = click.get_current_context(silent=True)
            raise click.UsageError(f"{option} cannot be combined with --sum", context)


def _method(position: Position, question: Question, checkpoint: CheckpointFile | None) -> Engine:
    """Return the engine for a position; raises `InputError` if it cannot answer the question."""
    if checkpoint is None:
        return question.engine_for(position)
    checkpoint.begin(position)
    check_taken(checkpoint.engine, position)
    return checkpoint.engine


def _answer(
    position: Position, question: Question, limits: Limits, engine: Engine, *, certifying: bool
) -> tuple[Answer, CertifiedAnswer | None]:
    """Solve a position, with a certificate if one is asked for."""
    limits = question.exact(position, limits)
    with ProgressBar("solving") as bar:
        if not certifying:
            return ask_within(position, question, limits, Budget(limits, bar), engine), None
        from solver.certificates.writing import certify

        certified = certify(position, question, limits, engine, bar)
        return with_rest(position, certified.answer, question, limits, bar), certified


def _keep(certified: CertifiedAnswer, file: WholeFile) -> bool:
    """Add a certificate to its file; if there is none, say why and return False."""
    if certified.text is None:
        complain(f"{certified.answer.position}: no certificate: {certified.missing}")
        return False
    file.write(certified.text)
    return True


def _report(
    position: Position, answer: Answer, claim: str | None, signs: Glyphs, in_full: bool
) -> Iterator[Block]:
    """Return the report of an answer; `claim` is what its certificate claims.

    A full report shows the board after some moves of the line.
    """
    sentences = [] if answer.solutions is None else [solution_count(answer)]
    sentences += left_open(answer.left_open)
    if claim is not None:
        sentences.append(Words(f"Certificate: {claim}."))
    yield summary(position, answer, signs, sentences)
    caption = line_caption(position, answer)
    if caption is not None:
        yield steps(caption, position, answer.line, signs)
        if in_full:
            yield _boards_of_line(position, answer.line)


def line_caption(position: Position, answer: Answer) -> str | None:
    """Return the caption of an answer's line; None if it has no line."""
    if not answer.line:
        return None
    length = len(answer.line)
    if rules_of(position).persons == 1:
        if answer.result == Result.SOLVABLE:
            return "Solution"
        return f"The best attempt, {counted(length, 'move')}"
    if answer.distance is not None or answer.score is not None:
        return f"Best play, {plies(length)}"
    return f"A winning line, {plies(length)} (--distance finds the shortest)"


def _boards_of_line(start: Position, line: Sequence[str]) -> Gallery:
    """Return a few boards along a line, including the last one."""
    count = min(_BOARDS_SHOWN, len(line))
    plies = {(number + 1) * len(line) // count - 1 for number in range(count)}
    rules, diagrams, position = rules_of(start), [], start
    for ply, name in enumerate(line):
        move = parse_move(position, name)
        after, effects = rules.play(position, move), rules.effects(position, move)
        if ply in plies:
            caption = f"After {move_number(start, ply)} {name}"
            diagrams.append(Diagram(after, effects, caption))
        position = after
    return Gallery("Boards along this line", tuple(diagrams))


def solve_as_sum(
    arguments: Sources, limits: Limits, engine: str, as_json: bool, report: Report | None
) -> Code:
    """Solve the sum of all positions; nothing is solved if one is bad."""
    positions = read_all(arguments)
    if positions is None:
        return Code.BAD_INPUT
    with ProgressBar("solving") as bar:
        answer = solve_sum(positions, limits, ENGINES[engine], bar)
    blocks, found = tuple(_sum_report(positions, answer)), record(answer)
    if as_json:
        write_json(found)
    else:
        draw_blocks(blocks)
    if report is not None:
        name = f"Sum of {counted(len(positions), 'board')}"
        report.add(Article(name, sum_answer(answer), blocks, found))
    return Code.ANSWERED if answer.status == Status.PROVED else Code.LIMITED


def _sum_report(positions: Sequence[Position], answer: Sum) -> Iterator[Block]:
    """Return the report of a sum."""
    boards = [
        Diagram(position, caption=f"Board {number}")
        for number, position in enumerate(positions, start=1)
    ]
    yield Gallery("", tuple(boards))
    lead = margin(positions[0], answer.value)
    yield Sentences(
        (
            Words(sum_answer(answer), tone_of(answer.result), is_strong=True),
            *([] if lead is None else [Words(lead)]),
            Words(sum_grounds(answer), Tone.FAINT),
        )
    )
    if answer.line:
        moves = [(f"{step.move} on board {step.board}",) for step in answer.line]
        yield Steps(f"A winning line, {plies(len(moves))}", tuple(moves))


def sum_answer(answer: Sum) -> str:
    """Return the answer to a sum of positions."""
    if answer.winner is None:
        return "Unknown."
    boards = counted(len(answer.positions), "board")
    return f"{answer.winner.capitalize()} wins the sum of {boards} with best play."


def sum_grounds(answer: Sum) -> str:
    """Return how the answer to a sum was proved, or why it is unknown."""
    cost = f"{counted(answer.nodes, 'position')}, {duration(answer.seconds)}"
    if answer.status == Status.UNKNOWN:
        return left_unknown(answer.reason, answer.detail, cost)
    return f"Proved by adding the values of the boards, {cost}."
