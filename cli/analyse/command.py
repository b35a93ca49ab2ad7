"""`proofplay analyse`: what every legal move of a position is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from cli.common import words
from cli.common.exits import Code
from cli.common.options import (
    distance_option,
    engine_option,
    example,
    json_option,
    limit_options,
    limits_of,
    par_option,
    positions_argument,
    report_option,
    verbose_option,
)
from cli.common.session import Session, draw_name
from cli.files.run_files import Command
from cli.reports.document import Article, Block
from cli.reports.report_file import report_file
from cli.terminal.output import UNICODE, Glyphs, draw, glyphs, width, write_json
from cli.terminal.progress import ProgressBar
from positions.game import Position
from positions.looks.drawing import title
from solver.interface.engine import Engine, Limits, Status
from solver.questions.analysis import Analysis, analyse
from solver.questions.asking import engine_for, fair_set_up, with_left_open
from solver.questions.fair import Fair
from solver.questions.solve import Question, Verdict, wanted_of
from solver.records.answers import Record, analysis_record, fair_record


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of a position; the fair set-up and the values of moves if they were asked."""

    analysis: Analysis
    set_up: Fair | None
    asked_for_set_up: bool
    asked_for_value: bool

    @property
    def is_complete(self) -> bool:
        """Whether no limit has left anything open."""
        is_fair = self.set_up is None or self.set_up.status == Status.PROVED
        is_proved = self.analysis.verdict.status == Status.PROVED
        return is_proved and is_fair and not self.analysis.left_open


@click.command(
    "analyse",
    cls=Command,
    epilog=example(
        "proofplay analyse sight-reduction:bwwb/wwbw/bwbb:w\n"
        "proofplay analyse --fair sight-reduction:bbww/wbwb/wbbw:w"
    ),
)
@positions_argument
@json_option("position")
@report_option
@distance_option
@click.option("--value", is_flag=True, help="Give what each move costs, in moves.")
@par_option
@click.option(
    "--count",
    is_flag=True,
    help="Count the solutions of large solitaire deals, too, move by move.",
)
@click.option(
    "--fair",
    "is_fair",
    is_flag=True,
    help="Find the least rearrangements that make it matter who begins (SR9).",
)
@engine_option
@limit_options
@verbose_option
def command(
    positions: tuple[str, ...],
    as_json: bool,
    report_path: Path | None,
    distance: bool,
    value: bool,
    par: bool,
    count: bool,
    is_fair: bool,
    engine: str,
    nodes: int | None,
    seconds: float | None,
    memory: int | None,
) -> Code:
    """Value every legal move of positions.

    Each argument is a position, a file of positions, or - for standard input. Where a limit comes
    first the answer is "unknown" and the exit code 3.
    """
    limits = limits_of(nodes, seconds, memory)

    def analysed(position: Position) -> Found:
        wanted = wanted_of(position, distance=distance, value=value, par=par)
        chosen = engine_for(engine, position, wanted)
        with ProgressBar("analysing") as bar:
            analysis = analyse(
                Question(position, wanted), limits, chosen, bar, counting=count or None
            )
        analysis = with_left_open(analysis, value=value)
        set_up = _fair(analysis.verdict, limits, chosen) if is_fair else None
        return Found(analysis, set_up, is_fair, value)

    with report_file(report_path, "position", "analysed") as report:

        def answer(position: Position) -> bool:
            found = analysed(position)
            if report is not None:
                report.add(_article(found))
            if as_json:
                write_json(_record(found))
            else:
                _draw(found)
            return found.is_complete

        return Session(positions, as_json, draw_name, report).run(answer)


def _fair(verdict: Verdict, limits: Limits, engine: Engine) -> Fair | None:
    with ProgressBar("trying rearrangements") as bar:
        return fair_set_up(verdict, limits, engine, bar)


def _record(found: Found) -> Record:
    record = analysis_record(found.analysis)
    if found.asked_for_set_up:
        record["fair"] = None if found.set_up is None else fair_record(found.set_up)
    return record


def _blocks(found: Found, signs: Glyphs) -> Iterator[Block]:
    from cli.solve import report

    yield from report.analysed(found.analysis, signs, found.asked_for_value)
    if found.set_up is not None:
        yield from report.fair(found.set_up)


def _article(found: Found) -> Article:
    verdict = found.analysis.verdict
    return Article(
        title(verdict.position),
        words.answer(verdict),
        tuple(_blocks(found, UNICODE)),
        _record(found),
    )


def _draw(found: Found) -> None:
    from cli.reports.terminal import drawn

    draw(*drawn(_blocks(found, glyphs()), glyphs(), width()))
