"""`proofplay analyse`: the exact value of every legal move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.common.exits import Code
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
    verbose_option,
)
from cli.common.session import Session, draw_name
from cli.files.run_files import Command
from cli.reports.report_file import Blocks, report_file, write_answer
from cli.terminal.progress import ProgressBar
from cli.terminal.signs import Glyphs
from positions import Position
from solver import Analysis, Answer, Limits, Question, ask
from solver.answers.question import ANALYSE
from solver.estimates.effort import Effort

if TYPE_CHECKING:
    from cli.reports.document import Block


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
@gathered(
    "question",
    partial(Question, ANALYSE),
    distance_option,
    click.option("--value", is_flag=True, help="Compute what each move costs, in moves."),
    par_option,
    click.option(
        "--count",
        is_flag=True,
        help="Count the solutions after each move, for large solitaire deals too.",
    ),
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
    positions: tuple[str, ...],
    as_json: bool,
    report_path: Path | None,
    question: Question,
    effort: Effort | None,
    limits: Limits,
) -> Code:
    """Evaluate every legal move of positions.

    Each argument is a position, a file of positions, or - for standard input. If a limit ends the
    search first, the answer is "unknown" and the exit code is 3, even with an estimate.
    """
    question = replace(question, estimate=effort)
    with report_file(report_path, "position", "analysed") as report:
        session = Session(positions, as_json, draw_name, report)
        for record in session:
            with record as position:
                with ProgressBar("analysing") as bar:
                    answer = ask(position, question, limits, bar)
                blocks = _blocks(position, answer, question)
                write_answer(position, answer, question, blocks, as_json, report)
                session.answered(answer.is_complete)
        return session.close()


def _blocks(position: Position, answer: Answer, question: Question) -> Blocks:
    """Return a function that makes the report of an answer."""

    def blocks(signs: Glyphs, in_full: bool) -> Iterable[Block]:
        from cli.analyse.report import report

        return report(position, answer, question, signs) if isinstance(answer, Analysis) else ()

    return blocks
