"""`proofplay census`: statistics of a game, exact or sampled with confidence intervals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

import click

from cli.census import words
from cli.census.run import CensusRun
from cli.common.exits import Code, InterruptedRun, Interrupts
from cli.common.options import (
    deal_options,
    engine_option,
    example,
    limit_options,
    number_option,
    report_option,
    seed_of,
    seed_option,
    word_option,
)
from cli.common.pool import PoolOptions, open_pool, pool_options
from cli.files.formats import JSON_LINES, JsonLines
from cli.files.record_output import Output, Target, opened, output_options
from cli.files.run_files import Command
from cli.reports.document import Article
from cli.reports.report_file import Report, report_file
from cli.terminal.output import complain, draw, width, write_json
from cli.terminal.progress import RecordProgress
from cli.terminal.signs import UNICODE, glyphs
from positions import InputError
from positions.deals import DealOrder
from positions.errors import quote
from solver import Limits
from solver.census.parts import Part, parts_of
from solver.census.plan import DEALS, PARTS, PLAY, TABLE, Plan, has_table, is_dealt
from solver.census.play import MAX_PLIES
from solver.census.records import census_record
from solver.version import version

ALL = "all"
COUNT = 100
# Enough for a width of 0.02, unless limits leave answers open.
COUNT_UNTIL_WIDTH = 10_000

_WIDTH = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(%?)")


def interval_width(value: object) -> float:
    """Parse the width of an interval, as a fraction or a percentage: ``0.1`` is ``10%``."""
    match = _WIDTH.fullmatch(str(value))
    width = float(match[1]) / (100 if match[2] else 1) if match else 0.0
    if not 0 < width <= 1:
        raise click.BadParameter(words.BAD_WIDTH.format(quote(str(value))))
    return width


@click.command(
    "census",
    cls=Command,
    help=words.HELP,
    epilog=example(words.EXAMPLE),
)
@deal_options
@word_option("--part", (*PARTS, ALL), words.OPTIONS["part"], "names", multiple=True)
@seed_option
@number_option("--count", words.OPTIONS["count"].format(COUNT, COUNT_UNTIL_WIDTH), 1)
@click.option(
    "--until-width",
    type=interval_width,
    metavar="WIDTH",
    help=words.OPTIONS["until-width"],
)
@number_option("--max-plies", words.OPTIONS["max-plies"], 1, default=MAX_PLIES)
@output_options(words.OPTIONS["output"], has_forms=False)
@click.option("--json", "as_json", is_flag=True, help=words.OPTIONS["json"])
@report_option
@click.option("--timings", is_flag=True, help=words.OPTIONS["timings"])
@engine_option
@limit_options
@pool_options
def command(
    order: DealOrder,
    names: tuple[str, ...],
    seed: int | None,
    count: int | None,
    until_width: float | None,
    max_plies: int,
    target: Target,
    as_json: bool,
    report_path: Path | None,
    timings: bool,
    engine: str,
    limits: Limits,
    pool: PoolOptions,
) -> Code:
    """Take a census and show it."""
    default_count = COUNT if until_width is None else COUNT_UNTIL_WIDTH
    plan = Plan(
        order,
        _parts(names, order),
        seed_of(seed, target.resume),
        default_count if count is None else count,
        until_width,
        engine,
        limits,
        max_plies,
        timings,
    )
    if target.format != JSON_LINES:
        raise click.UsageError(words.BAD_OUTPUT.format(target.path))
    target.check()
    parts = parts_of(plan)
    with (
        report_file(report_path, *words.REPORTED) as report,
        pool.logged(),
        Interrupts() as interrupts,
        _opened(target, plan, interrupts) as out,
    ):
        if seed is None:
            complain(words.FRESH_SEED.format(plan.seed))
        run = CensusRun(
            parts,
            out,
            partial(open_pool, pool, limits.memory, preload=[Part.__module__]),
            lambda label, total: RecordProgress(label, True, lambda: total),
        )
        try:
            run.through()
        except InterruptedRun:
            _show(plan, parts, as_json, report, is_stopped=True)
            raise
        code = run.close(census_record(plan, parts))
        _show(plan, parts, as_json, report)
        return code


def _parts(names: tuple[str, ...], order: DealOrder) -> tuple[str, ...]:
    """Return the named parts, or by default those that make sense."""
    sensible = {DEALS: is_dealt(order), TABLE: has_table(order), PLAY: True}
    if ALL in names:
        return tuple(part for part in PARTS if sensible[part])
    if DEALS in names and not sensible[DEALS]:
        raise InputError(words.NO_DEALS.format(order.game.title))
    if TABLE in names and not sensible[TABLE]:
        option = "--plies" if order.plies else "--setup deterministic"
        raise InputError(words.NO_TABLE.format(option))
    return names or ((DEALS,) if sensible[DEALS] else (PLAY,))


def _opened(target: Target, plan: Plan, interrupts: Interrupts) -> AbstractContextManager[Output]:
    """Open the output file, if one is named."""
    if target.path is None:
        return nullcontext(Output(_Nowhere(), JsonLines(), nullcontext))
    return opened(target, [], _questions(plan), interrupts)


class _Nowhere:
    """An output that discards its lines."""

    def write(self, line: bytes) -> None:
        """Discard a line."""

    def kept(self) -> Iterator[bytes]:
        """Return nothing."""
        return iter(())


def _show(
    plan: Plan,
    parts: Sequence[Part],
    as_json: bool,
    report: Report | None,
    *,
    is_stopped: bool = False,
) -> None:
    from cli.census.report import CensusReport

    record = census_record(plan, parts, is_stopped=is_stopped)
    if report is not None:
        census = CensusReport(plan, UNICODE)
        blocks = tuple(census.report(parts, is_stopped=is_stopped))
        report.add(Article(census.title, "", blocks, record))
    if as_json:
        write_json(record)
        return
    from rich.text import Text

    from cli.reports.terminal import drawn
    from cli.terminal.board import STRONG

    census = CensusReport(plan, glyphs())
    blocks = tuple(census.report(parts, is_stopped=is_stopped))
    draw(Text(census.title, STRONG), *drawn(blocks, glyphs(), width()))


def _questions(plan: Plan) -> dict[str, object]:
    """Return everything that a census depends on, by option name."""
    order, limits = plan.order, plan.limits
    return {
        "proofplay": version(),
        "game": order.game.name,
        "variant": sorted(order.variants),
        "size": f"{order.width}x{order.height}",
        "setup": order.setup,
        "plies": order.plies,
        "part": [name for name in PARTS if name in plan.parts],
        "seed": plan.seed,
        "count": plan.count,
        "until-width": plan.until_width,
        "max-plies": plan.max_plies,
        "engine": plan.engine,
        "nodes": limits.nodes,
        "time": limits.seconds,
        "memory": limits.memory,
        "timings": plan.has_costs,
    }
