"""`proofplay analyse`: what every legal move of a position is worth."""

from __future__ import annotations

import click

from cli.exits import Code
from cli.options import (
    engine_option,
    example,
    json_option,
    limit_options,
    limits_of,
    positions_argument,
    verbose_option,
)
from cli.output import draw, glyphs, width, write_json
from cli.progress import ProgressBar
from cli.session import Session, draw_name
from positions.game import Position
from solver.analysis import analyse
from solver.asking import engine_for, is_solitaire, rest_of
from solver.engine import Engine, Limits, Status
from solver.fair import Fair, fair
from solver.records import analysis_record, fair_record
from solver.solve import Question, Verdict, wanted_of


@click.command(
    "analyse",
    epilog=example(
        "proofplay analyse sight-reduction:bwwb/wwbw/bwbb:w\n"
        "proofplay analyse --fair sight-reduction:bbww/wbwb/wbbw:w"
    ),
)
@positions_argument
@json_option
@click.option("--distance", is_flag=True, help="Give the exact length of best play.")
@click.option("--value", is_flag=True, help="Give what each move costs, in moves.")
@click.option("--par", is_flag=True, help="Give the par of unsolvable deals (SR8).")
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

    def answer(position: Position) -> bool:
        wanted = wanted_of(position, distance=distance, value=value, par=par)
        chosen = engine_for(engine, position, wanted)
        with ProgressBar("analysing") as bar:
            analysis = analyse(
                Question(position, wanted), limits, chosen, bar, counting=count or None
            )
        set_up = _fair(analysis.verdict, limits, chosen) if is_fair else None
        if as_json:
            more = {"fair": set_up and fair_record(set_up)} if is_fair else {}
            write_json({**analysis_record(analysis), **more})
        else:
            from cli import report

            draw(*report.analysed(analysis, glyphs(), width(), value))
            if set_up is not None:
                draw(*report.fair(set_up))
        statuses = [analysis.verdict.status, *([set_up.status] if set_up else [])]
        return Status.UNKNOWN not in statuses and not analysis.left_open

    return Session(positions, as_json, draw_name).run(answer)


def _fair(verdict: Verdict, limits: Limits, engine: Engine) -> Fair | None:
    """Look for fair set-ups with what is left of the limits; None in solitaire."""
    if is_solitaire(verdict.position):
        return None
    with ProgressBar("trying rearrangements") as bar:
        return fair(verdict.position, rest_of(limits, verdict), engine, bar)
