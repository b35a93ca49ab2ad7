"""`proofplay solve`: the exact value of positions, with a line of best play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import click

from cli.common import words
from cli.common.exits import Code
from cli.common.options import (
    answer_options,
    engine_option,
    example,
    json_option,
    limit_options,
    limits_of,
    positions_argument,
    report_option,
    verbose_option,
)
from cli.common.session import Session, draw_name, read_all
from cli.files.run_files import OUTPUT, Command
from cli.files.whole_file import WholeFile
from cli.reports.document import Article, Block
from cli.reports.report_file import Report, report_file
from cli.terminal.output import UNICODE, Glyphs, complain, draw, glyphs, width, write_json
from cli.terminal.progress import ProgressBar
from positions.game import Position
from positions.looks.drawing import title
from positions.text import format_position
from solver.certificates.writing.certificate import Certified, certify
from solver.engines.choice import ENGINES
from solver.interface.engine import Limits, Status
from solver.questions.asking import count_solutions, engine_for, is_solitaire, left_open
from solver.questions.counting import Counted
from solver.questions.solve import Question, solve, wanted_of
from solver.questions.sums import solve_sum
from solver.records.answers import (
    Record,
    counted_record,
    left_open_record,
    sum_record,
    verdict_record,
)


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
    certificates: WholeFile | None
    report: Report | None


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of a position, and what was asked beside its value."""

    certified: Certified
    certifying: bool
    counted: Counted | None
    counting: bool
    left_open: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether no limit has left anything open."""
        is_counted = self.counted is not None or not self.counting
        is_proved = self.certified.verdict.status == Status.PROVED
        return is_proved and is_counted and not self.left_open

    def record(self) -> Record:
        """Give the object of ``--json``."""
        record = verdict_record(self.certified.verdict) | left_open_record(self.left_open)
        if self.counting:
            record |= counted_record(self.counted)
        if self.certifying:
            record["certificate"] = self.certified.claim
        return record

    def blocks(self, signs: Glyphs, *, in_full: bool = False) -> Iterator[Block]:
        """Give the report."""
        from cli.solve import report

        extra = [report.counted(self.counted)] if self.counting else []
        extra += report.left_open(self.left_open)
        if self.certified.claim is not None:
            extra.append(report.certified(self.certified.claim))
        return report.solved(self.certified.verdict, signs, extra, in_full=in_full)


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
@click.option("--sum", "as_sum", is_flag=True, help="Add all the positions given as one game.")
@click.option(
    "--certificate",
    type=OUTPUT,
    metavar="FILE",
    help="Write a certificate of each answer, for `proofplay verify`.",
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
    _check_usage(certificate, as_sum, distance)
    with report_file(report_path, "position", "solved") as report:
        if as_sum:
            return _solve_sum(positions, limits, engine, as_json, report)
        session = Session(positions, as_json, draw_name, report)
        with _certificate_file(certificate) as file:
            asked = Asked(limits, engine, as_json, count, distance, value, par, file, report)
            return session.run(lambda position: _solve(position, asked))


def _certificate_file(path: Path | None) -> AbstractContextManager[WholeFile | None]:
    return nullcontext() if path is None else WholeFile(path, "--certificate")


def _check_usage(path: Path | None, as_sum: bool, distance: bool) -> None:
    """Raise `click.UsageError` for a certificate that cannot be written, and what sums have not."""
    context = click.get_current_context(silent=True)
    if path is not None and as_sum:
        raise click.UsageError("--certificate does not go with --sum", context)
    if distance and as_sum:
        raise click.UsageError("--distance does not go with --sum", context)


def _solve(position: Position, asked: Asked) -> bool:
    """Solve one position and write the answer; say whether it is complete."""
    found = _found(position, asked)
    # Before the answer is out: who stops the run after it finds it in the report.
    if asked.report is not None:
        verdict = found.certified.verdict
        blocks = tuple(found.blocks(UNICODE, in_full=True))
        asked.report.add(Article(title(position), words.answer(verdict), blocks, found.record()))
    if asked.as_json:
        write_json(found.record())
    else:
        _draw(found.blocks(glyphs()))
    return _keep(found.certified, asked.certificates) and found.is_complete


def _found(position: Position, asked: Asked) -> Found:
    wanted = wanted_of(position, distance=asked.distance, value=asked.value, par=asked.par)
    engine = engine_for(asked.engine, position, wanted)
    other_turn = not asked.as_json or asked.report is not None
    counting = asked.count and is_solitaire(position)
    counted: Counted | None = None
    with ProgressBar("solving") as bar:
        question = Question(position, wanted, other_turn)
        if asked.certificates is None:
            certified = Certified(solve(question, asked.limits, engine, bar))
        else:
            certified = certify(question, asked.limits, engine, bar, with_distance=asked.distance)
        if counting and certified.verdict.status == Status.PROVED:
            counted = count_solutions(certified.verdict, asked.limits, bar)
    remaining = left_open(certified.verdict, value=asked.value)
    return Found(certified, asked.certificates is not None, counted, counting, remaining)


def _keep(certified: Certified, file: WholeFile | None) -> bool:
    """Add a certificate to its file; where there is none say why, and give False."""
    if file is None:
        return True
    if certified.text is None:
        position = format_position(certified.verdict.position)
        complain(f"{position}: no certificate: {certified.missing}")
        return False
    file.write(certified.text)
    return True


def _draw(blocks: Iterable[Block]) -> None:
    from cli.reports.terminal import drawn

    draw(*drawn(blocks, glyphs(), width()))


def _solve_sum(
    arguments: tuple[str, ...], limits: Limits, engine: str, as_json: bool, report: Report | None
) -> Code:
    """Solve all positions as one game; a bad one leaves nothing to add."""
    from cli.solve.report import summed

    positions = read_all(arguments)
    if positions is None:
        return Code.BAD_INPUT
    with ProgressBar("solving") as bar:
        verdict = solve_sum(positions, limits, ENGINES[engine], bar)
    blocks, record = tuple(summed(verdict)), sum_record(verdict)
    if as_json:
        write_json(record)
    else:
        _draw(blocks)
    if report is not None:
        name = f"A sum of {words.counted(len(positions), 'board')}"
        report.add(Article(name, words.sum_answer(verdict), blocks, record))
    return Code.ANSWERED if verdict.status == Status.PROVED else Code.LIMITED
