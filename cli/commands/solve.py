"""`proofplay solve`: the exact value of positions, with a line of best play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from cli.asking import count_solutions, engine_for, is_solitaire
from cli.exits import Code
from cli.options import (
    engine_option,
    example,
    json_option,
    limit_options,
    limits_of,
    positions_argument,
)
from cli.output import draw, glyphs, width, write_json
from cli.progress import ProgressBar
from cli.session import Session, draw_name, read_all
from positions.game import Position
from solver.choice import ENGINES
from solver.counting import Counted
from solver.engine import Limits, Status
from solver.records import counted_record, sum_record, verdict_record
from solver.solve import Question, Verdict, solve, wanted_of
from solver.sums import solve_sum

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options ask of every position."""

    limits: Limits
    engine: str
    as_json: bool
    count: bool
    distance: bool
    value: bool
    par: bool


@click.command(
    "solve",
    epilog=example(
        "proofplay solve sight-reduction+solitaire:"
        "wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w\n"
        "proofplay deal --count 100 --seed 1 | proofplay solve --json -"
    ),
)
@positions_argument
@json_option
@click.option("--distance", is_flag=True, help="Give the exact length of best play.")
@click.option("--value", is_flag=True, help="Give the number of moves that White is ahead.")
@click.option("--par", is_flag=True, help="Give the par of unsolvable deals (SR8).")
@click.option(
    "--count",
    is_flag=True,
    help="Count the solutions of solitaire deals, and give the chance of random play.",
)
@click.option("--sum", "as_sum", is_flag=True, help="Add all the positions given as one game.")
@engine_option
@limit_options
def command(
    positions: tuple[str, ...],
    as_json: bool,
    distance: bool,
    value: bool,
    par: bool,
    count: bool,
    as_sum: bool,
    engine: str,
    nodes: int | None,
    seconds: float | None,
    memory: int | None,
) -> Code:
    """Prove the exact value of positions, with a line of best play.

    Each argument is a position, a file of positions, or - for standard input. Where a limit comes
    first the answer is "unknown" and the exit code 3.
    """
    limits = limits_of(nodes, seconds, memory)
    if as_sum:
        return _solve_sum(positions, limits, engine, as_json)
    asked = Asked(limits, engine, as_json, count, distance, value, par)
    session = Session(positions, as_json, draw_name)
    return session.run(lambda position: _solve(position, asked))


def _solve(position: Position, asked: Asked) -> bool:
    """Solve one position and write the answer; say whether it is complete."""
    wanted = wanted_of(position, distance=asked.distance, value=asked.value, par=asked.par)
    engine = engine_for(asked.engine, position, wanted)
    other_turn = not asked.as_json
    counting = asked.count and is_solitaire(position)
    counted: Counted | None = None
    with ProgressBar("solving") as bar:
        question = Question(position, wanted, other_turn)
        verdict = solve(question, asked.limits, engine, bar)
        if counting and verdict.status == Status.PROVED:
            counted = count_solutions(verdict, asked.limits, bar)
    if asked.as_json:
        write_json({**verdict_record(verdict), **(counted_record(counted) if counting else {})})
    else:
        draw(*_report(verdict, counted, counting))
    return verdict.status == Status.PROVED and (counted is not None or not counting)


def _report(verdict: Verdict, counted: Counted | None, counting: bool) -> Iterator[RenderableType]:
    from cli import report

    extra = report.counted(counted) if counting else None
    return report.solved(verdict, glyphs(), width(), extra)


def _solve_sum(arguments: tuple[str, ...], limits: Limits, engine: str, as_json: bool) -> Code:
    """Solve all positions as one game; a bad one leaves nothing to add."""
    positions = read_all(arguments)
    if positions is None:
        return Code.BAD_INPUT
    with ProgressBar("solving") as bar:
        verdict = solve_sum(positions, limits, ENGINES[engine], bar)
    if as_json:
        write_json(sum_record(verdict))
    else:
        from cli import report

        draw(*report.summed(verdict, glyphs(), width()))
    return Code.ANSWERED if verdict.status == Status.PROVED else Code.LIMITED
