"""`proofplay solve`: the exact value of positions, with a line of best play."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.common.exits import Code
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
from cli.common.session import Session, draw_name
from cli.files.checkpoint_file import CheckpointFile, checkpoint_option
from cli.files.run_files import OUTPUT, Command
from cli.files.whole_file import WholeFile
from cli.reports.report_file import Blocks, report_file, write_answer
from cli.terminal.output import complain
from cli.terminal.progress import ProgressBar
from cli.terminal.signs import Glyphs
from positions import Position
from solver import Answer, Limits, Question
from solver.answers.ask import ask_within, with_rest
from solver.answers.question import SOLVE
from solver.estimates.effort import Effort
from solver.interface.engine import Budget, Engine, check_taken

if TYPE_CHECKING:
    from cli.reports.document import Block
    from solver.certificates.writing.certificate import CertifiedAnswer


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
    positions: tuple[str, ...],
    as_json: bool,
    report_path: Path | None,
    distance: bool,
    value: bool,
    par: bool,
    count: bool,
    as_sum: bool,
    certificate: Path | None,
    checkpoint_path: Path | None,
    engine: str,
    effort: Effort | None,
    limits: Limits,
) -> Code:
    """Solve positions exactly, with a line of best play.

    Each argument is a position, a file of positions, or - for standard input. If a limit ends a
    search, the answer is "unknown", even with an estimate. The exit code is then 3, as it is if a
    limit prevents a certificate.
    """
    if as_sum:
        _check_sum(certificate, checkpoint_path, distance, effort)
    with report_file(report_path, "position", "solved") as report:
        if as_sum:
            from cli.solve.sums import solve_as_sum

            return solve_as_sum(positions, limits, engine, as_json, report)
        question = Question(
            SOLVE,
            engine,
            distance=distance,
            value=value,
            par=par,
            count=count,
            other_turn=not as_json or report is not None,
            estimate=effort,
        )
        session = Session(positions, as_json, draw_name, report)
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
                    blocks = _blocks(position, answer, certified)
                    write_answer(position, answer, question, blocks, as_json, report, **claim)
                    is_kept = file is None or certified is None or _keep(certified, file)
                    session.answered(is_kept and answer.is_complete)
        return session.close()


def _check_sum(
    certificate: Path | None, checkpoint: Path | None, distance: bool, effort: Effort | None
) -> None:
    """Raise `click.UsageError` for options that do not apply to sums."""
    options = {
        "--certificate": certificate is not None,
        "--checkpoint": checkpoint is not None,
        "--distance": distance,
        "--estimate": effort is not None and effort.playouts is None,
        "--playouts": effort is not None and effort.playouts is not None,
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
    check_taken(checkpoint.engine, position, question.wanted(position))
    return checkpoint.engine


def _answer(
    position: Position, question: Question, limits: Limits, engine: Engine, *, certifying: bool
) -> tuple[Answer, CertifiedAnswer | None]:
    """Solve a position, with a certificate if one is asked for."""
    limits = question.exact(position, limits)
    with ProgressBar("solving") as bar:
        if not certifying:
            return ask_within(position, question, limits, Budget(limits, bar), engine), None
        from solver.certificates.writing.certificate import certify

        certified = certify(position, question, limits, engine, bar)
        return with_rest(position, certified.answer, question, limits, bar), certified


def _blocks(position: Position, answer: Answer, certified: CertifiedAnswer | None) -> Blocks:
    """Return a function that makes the report of an answer."""

    def blocks(signs: Glyphs, in_full: bool) -> Iterable[Block]:
        from cli.solve.report import report

        claim = None if certified is None else certified.claim
        return report(position, answer, signs, claim, in_full=in_full)

    return blocks


def _keep(certified: CertifiedAnswer, file: WholeFile) -> bool:
    """Add a certificate to its file; if there is none, say why and return False."""
    if certified.text is None:
        complain(f"{certified.answer.position}: no certificate: {certified.missing}")
        return False
    file.write(certified.text)
    return True
