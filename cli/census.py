"""`proofplay census`: statistics of a game, exact or sampled with confidence intervals."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path

import click

from cli.census_report import census_report, census_title
from cli.common.exits import Code, InterruptedRun, Interrupts
from cli.common.options import (
    deal_options,
    engine_option,
    example,
    limit_options,
    number_option,
    report_option,
    report_seed,
    seed_of,
    seed_option,
    word_option,
)
from cli.common.pool import Pool, PoolOptions, open_pool, pool_options
from cli.common.words import counted
from cli.files.formats import JSON_LINES, JsonLines
from cli.files.record_output import Output, Target, another_line, opened, output_options
from cli.files.run_files import Command
from cli.files.table_file import TableFile, table_file
from cli.reports.document import Article, Sentences, Words
from cli.reports.report_file import Report, draw_blocks, report_file
from cli.terminal.output import write_json
from cli.terminal.progress import RecordProgress
from cli.terminal.signs import UNICODE, glyphs
from positions import InputError
from positions.deals import DealOrder
from positions.errors import quote
from solver import Limits
from solver.answers.model import Record
from solver.census.parts import (
    DEALS,
    PARTS,
    PLAY,
    TABLE,
    Item,
    Part,
    Plan,
    has_table,
    is_dealt,
    parts_of,
)
from solver.census.play import MAX_PLIES
from solver.census.records import census_record
from solver.pool.ordered import Failure
from solver.pool.worker import WorkerDied
from solver.version import version

# The columns of a table, which has a row for every figure.
HEADING = ("game", "variants", "size", "setup", "plies", "seed")
INTERVAL = ("low", "high", "count", "cases", "unknown")
COLUMNS = (*HEADING, "part", "figure", "amount", *INTERVAL)

ALL = "all"
COUNT = 100
# Enough for a width of 0.02, unless limits leave answers open.
COUNT_UNTIL_WIDTH = 10_000

_WIDTH = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(%?)")

log = logging.getLogger(__name__)


# Labels of the progress bar for each part, and what it counts.
GERUNDS = {DEALS: "solving", TABLE: "listing", PLAY: "playing"}
UNITS = {DEALS: "deal", TABLE: "table item", PLAY: "game"}


def interval_width(value: object) -> float:
    """Parse the width of an interval, as a fraction or a percentage: ``0.1`` is ``10%``."""
    match = _WIDTH.fullmatch(str(value))
    width = float(match[1]) / (100 if match[2] else 1) if match else 0.0
    if not 0 < width <= 1:
        raise click.BadParameter(
            f"found {quote(str(value))}, expected a width above 0 and up to 1, such as 0.1 or 10%"
        )
    return width


@click.command(
    "census",
    cls=Command,
    epilog=example(
        "proofplay census --variant solitaire --count 1000 --seed 1\n"
        "proofplay census --size 4x4 --until-width 5% --seed 1 -o census.jsonl\n"
        "proofplay census --game nakatta --size 3x3 --part table --part play --seed 1"
    ),
)
@deal_options
@word_option(
    "--part",
    (*PARTS, ALL),
    "What to count: deals (random deals, solved), table (all positions of a board), play "
    "(random games) or all; repeatable.  [default: deals if positions are dealt, else play]",
    "names",
    multiple=True,
)
@seed_option
@number_option(
    "--count",
    f"Number of deals and of random games.  [default: {COUNT:,}, or up to {COUNT_UNTIL_WIDTH:,} "
    "with --until-width]",
    1,
)
@click.option(
    "--until-width",
    type=interval_width,
    metavar="WIDTH",
    help="Stop a part when the interval of its first share is this narrow: 0.1 or 10%.",
)
@number_option("--max-plies", "Stop a random game after N plies.", 1, default=MAX_PLIES)
@output_options(
    "Write every deal and game, then the census, to FILE (.jsonl), or a table of the figures "
    "(.csv, .parquet).",
    has_forms=False,
)
@click.option("--json", "as_json", is_flag=True, help="Print the census as one JSON object.")
@report_option
@click.option(
    "--timings", is_flag=True, help="Include the time and the node count of deals and of the table."
)
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
    """Compute statistics of a game: deals, all positions, or random play.

    Sampled figures come with 95 % confidence intervals that allow for whatever a limit left open. A
    seed always gives the same census, whatever the number of workers. Ctrl-C shows what was done so
    far and keeps it in FILE.
    """
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
    if target.format != JSON_LINES and target.resume:
        raise click.UsageError("--resume needs a .jsonl file, which has every deal and game")
    target.check()
    parts = parts_of(plan)
    with (
        report_file(report_path, "census", "taken") as report,
        pool.logged(),
        Interrupts() as interrupts,
        _opened(target, plan, interrupts) as out,
        table_file(None if is_journal(target) else target.path, COLUMNS, figures) as table,
    ):
        report_seed(seed, plan.seed)
        run = CensusRun(
            parts,
            out,
            partial(open_pool, pool, limits.memory, preload=[Part.__module__]),
            lambda label, total: RecordProgress(label, True, lambda: total),
        )
        try:
            run.through()
        except InterruptedRun:
            _show(plan, parts, as_json, report, table, is_stopped=True)
            raise
        code = run.close(census_record(plan, parts))
        _show(plan, parts, as_json, report, table)
    target.close(run.summary())
    return code


def _parts(names: tuple[str, ...], order: DealOrder) -> tuple[str, ...]:
    """Return the named parts, or by default those that make sense."""
    sensible = {DEALS: is_dealt(order), TABLE: has_table(order), PLAY: True}
    if ALL in names:
        return tuple(part for part in PARTS if sensible[part])
    if DEALS in names and not sensible[DEALS]:
        raise InputError(f"--part: {order.game.title} has a single start, so deals need --plies")
    if TABLE in names and not sensible[TABLE]:
        option = "--plies" if order.plies else "--setup deterministic"
        raise InputError(f"--part: the table cannot be combined with {option}")
    return names or ((DEALS,) if sensible[DEALS] else (PLAY,))


def is_journal(target: Target) -> bool:
    """Return whether the file has every deal and game, and not just a table of the figures."""
    return target.format == JSON_LINES


def figures(record: Record) -> Iterator[Record]:
    """Yield the rows of a table: a figure each, named after the fields on the way to it."""
    heading = {name: record[name] for name in HEADING}
    for part in PARTS:
        for figure, value in _figures("", record[part]):
            yield {**heading, "part": part, "figure": figure, **value}


def _figures(path: str, value: object) -> Iterator[tuple[str, Record]]:
    """Yield the numbers in a value, and the shares and measures, which have an interval."""
    if isinstance(value, dict):
        if "low" in value:
            number = value["share"] if "share" in value else value.get("value")
            kept = {name: value[name] for name in INTERVAL if name in value}
            yield path, {"amount": number, **kept}
            return
        for name, inner in value.items():
            yield from _figures(f"{path}.{name}" if path else str(name), inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, {"amount": float(value)}


def _opened(target: Target, plan: Plan, interrupts: Interrupts) -> AbstractContextManager[Output]:
    """Open the output file, if one is named."""
    if target.path is None or not is_journal(target):
        return nullcontext(Output(None, JsonLines(), nullcontext))
    return opened(target, [], _questions(plan), interrupts)


def _show(
    plan: Plan,
    parts: Sequence[Part],
    as_json: bool,
    report: Report | None,
    table: TableFile | None,
    *,
    is_stopped: bool = False,
) -> None:
    record = census_record(plan, parts, is_stopped=is_stopped)
    if table is not None:
        table.add(record)
    blocks = tuple(census_report(plan, parts, is_stopped=is_stopped))
    if report is not None:
        report.add(Article(census_title(plan.order, UNICODE.times), "", blocks, record))
    if as_json:
        write_json(record)
        return
    heading = Words(census_title(plan.order, glyphs().times), is_strong=True)
    draw_blocks([Sentences((heading,))])
    draw_blocks(blocks)


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


class CensusRun:
    """Runs the parts of a census one after the other, each until it has enough data.

    `open_pool` and `bar` are used for parts that are not complete in the file.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        output: Output,
        open_pool: Callable[[], AbstractContextManager[Pool]],
        bar: Callable[[str, int | None], AbstractContextManager[RecordProgress]],
    ) -> None:
        self._parts = parts
        self._output = output
        self._open_pool = open_pool
        self._bar = bar
        self._done: Counter[str] = Counter()
        self._kept = output.kept()
        self._line = next(self._kept, None)

    def through(self) -> None:
        """Run all parts; raises `InterruptedRun` on Ctrl-C."""
        try:
            for part in self._parts:
                self._through(part)
        except KeyboardInterrupt:
            log.info("stopped, %d items done", self._output.count)
            items = counted(self._output.count, "item")
            raise InterruptedRun(f"Stopped; {items} done.") from None

    def close(self, summary: Record) -> Code:
        """Write the summary, unless it exists, and return the exit code."""
        if self._line is None:
            self._output.write(summary)
        else:
            is_same = self._line + b"\n" == self._output.form.encode(summary)
            if not is_same or next(self._kept, None) is not None:
                raise another_line(self._line, "the summary, and nothing after it")
        is_narrow = all(part.is_narrow for part in self._parts)
        is_settled = not any(part.left_open for part in self._parts)
        return Code.ANSWERED if is_narrow and is_settled else Code.LIMITED

    def summary(self) -> Iterator[str]:
        """Yield how many items the parts have, and how many of them a limit left unknown."""
        for part in self._parts:
            yield counted(self._done[part.name], UNITS[part.name])
        yield f"{sum(part.left_open for part in self._parts):,} unknown"

    def _through(self, part: Part) -> None:
        items = part.items()
        self._recall(part, items)
        if self._line is not None or part.is_done:
            return
        item = next(items, None)
        if item is None:
            return
        with self._bar(GERUNDS[part.name], part.total) as bar, self._open_pool() as pool:
            bar.begin(item.number)
            with closing(pool.map(part.work, chain([item], items))) as answers:
                for item, answer in answers:
                    self._take(part, item, answer)
                    bar.advance()
                    if part.is_done:
                        # Do not wait for work on later items.
                        pool.executor.shutdown(wait=False, cancel_futures=True)
                        break

    def _recall(self, part: Part, items: Iterator[Item]) -> None:
        """Use a part's existing lines; raises `InputError` if they belong to something else."""
        while self._line is not None and not part.is_done:
            item = next(items, None)
            if item is None:
                return
            try:
                part.take(item, self._output.form.decode(self._line))
            except ValueError:
                place = f"item {item.number} of {part.name!r}"
                raise another_line(self._line, place) from None
            self._done[part.name] += 1
            self._line = next(self._kept, None)

    def _take(self, part: Part, item: Item, answer: Record | Failure) -> None:
        if isinstance(answer, Failure):
            if not isinstance(answer.error, WorkerDied):
                raise answer.error
            answer = part.failed(item, str(answer))
        line = self._output.write(answer)
        # Decoded, as a resumed run would read it, so that both have identical items.
        part.take(item, self._output.form.decode(line))
        self._done[part.name] += 1
