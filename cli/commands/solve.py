"""`proofplay solve`: the exact value of positions, with a line of best play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.certificate_file import CertificateFile
from cli.exits import Code
from cli.inputs import STANDARD_INPUT
from cli.options import (
    engine_option,
    example,
    json_option,
    limit_options,
    limits_of,
    positions_argument,
    verbose_option,
)
from cli.output import complain, draw, glyphs, width, write_json
from cli.progress import ProgressBar
from cli.session import Session, draw_name, read_all
from positions.game import Position
from positions.text import format_position
from solver.asking import count_solutions, engine_for, is_solitaire
from solver.certificates.writing.certificate import Certified, certify
from solver.choice import ENGINES
from solver.counting import Counted
from solver.engine import Limits, Status
from solver.records import counted_record, sum_record, verdict_record
from solver.solve import Question, solve, wanted_of
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
    certificates: CertificateFile | None


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
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a certificate of each answer, for `proofplay verify`.",
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
    as_sum: bool,
    certificate: Path | None,
    engine: str,
    nodes: int | None,
    seconds: float | None,
    memory: int | None,
) -> Code:
    """Prove the exact value of positions, with a line of best play.

    Each argument is a position, a file of positions, or - for standard input. Where a limit comes
    first the answer is "unknown", or its certificate is not written, and the exit code is 3.
    """
    limits = limits_of(nodes, seconds, memory)
    _check_certificate(certificate, as_sum)
    if as_sum:
        return _solve_sum(positions, limits, engine, as_json)
    session = Session(positions, as_json, draw_name)
    with nullcontext() if certificate is None else CertificateFile(certificate) as file:
        asked = Asked(limits, engine, as_json, count, distance, value, par, file)
        return session.run(lambda position: _solve(position, asked))


def _check_certificate(path: Path | None, as_sum: bool) -> None:
    """Raise `click.UsageError` where no certificate can be written so."""
    context = click.get_current_context(silent=True)
    if path is not None and as_sum:
        raise click.UsageError("--certificate does not go with --sum", context)
    if path == Path(STANDARD_INPUT):
        raise click.UsageError("--certificate: found '-', expected the name of a file", context)


def _solve(position: Position, asked: Asked) -> bool:
    """Solve one position and write the answer; say whether it is complete."""
    wanted = wanted_of(position, distance=asked.distance, value=asked.value, par=asked.par)
    engine = engine_for(asked.engine, position, wanted)
    other_turn = not asked.as_json
    counting = asked.count and is_solitaire(position)
    counted: Counted | None = None
    with ProgressBar("solving") as bar:
        question = Question(position, wanted, other_turn)
        if asked.certificates is None:
            certified = Certified(solve(question, asked.limits, engine, bar))
        else:
            certified = certify(question, asked.limits, engine, bar, with_distance=asked.distance)
        verdict = certified.verdict
        if counting and verdict.status == Status.PROVED:
            counted = count_solutions(verdict, asked.limits, bar)
    if asked.as_json:
        record = verdict_record(verdict) | (counted_record(counted) if counting else {})
        if asked.certificates is not None:
            record["certificate"] = certified.claim
        write_json(record)
    else:
        draw(*_report(certified, counted, counting))
    is_complete = verdict.status == Status.PROVED and (counted is not None or not counting)
    return _keep(certified, asked.certificates) and is_complete


def _keep(certified: Certified, file: CertificateFile | None) -> bool:
    """Add a certificate to its file; where there is none say why, and give False."""
    if file is None:
        return True
    if certified.text is None:
        position = format_position(certified.verdict.position)
        complain(f"{position}: no certificate: {certified.missing}")
        return False
    file.add(certified.text)
    return True


def _report(
    certified: Certified, counted: Counted | None, counting: bool
) -> Iterator[RenderableType]:
    from cli import report

    extra = [report.counted(counted)] if counting else []
    if certified.claim is not None:
        extra.append(report.certified(certified.claim))
    return report.solved(certified.verdict, glyphs(), width(), extra)


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
