"""`proofplay batch`: solve or analyse many positions with worker processes."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

import click

from cli.batch.run import BatchRun
from cli.batch.work import Order, work
from cli.common.exits import Code, Interrupts
from cli.common.inputs import check_arguments, count_records
from cli.common.options import (
    answer_options,
    engine_option,
    example,
    limit_options,
    positions_argument,
    word_option,
)
from cli.common.pool import PoolOptions, open_pool, pool_options
from cli.files.journal import digest
from cli.files.record_output import Target, opened, output_options
from cli.files.run_files import Command
from cli.terminal.progress import RecordProgress
from solver import Limits, Question
from solver.answers.question import ANALYSE, SOLVE, TASKS
from solver.version import version

GERUNDS = {SOLVE: "solving", ANALYSE: "analysing"}


@click.command(
    "batch",
    cls=Command,
    epilog=example(
        "proofplay deal --variant solitaire --count 10000 --seed 1 > deals.txt\n"
        "proofplay batch deals.txt -o answers.jsonl\n"
        "proofplay batch deals.txt -o answers.jsonl --resume"
    ),
)
@positions_argument
@word_option("--do", TASKS, f"What to do with each position: {', '.join(TASKS)}.", default=SOLVE)
@output_options("Write the answers to FILE.")
@answer_options
@click.option("--fair", is_flag=True, help=f"With --do {ANALYSE}: also find fair set-ups (SR9).")
@click.option("--timings", is_flag=True, help="Include the time and the node count of each answer.")
@engine_option
@limit_options
@pool_options
def command(
    positions: tuple[str, ...],
    do: str,
    target: Target,
    distance: bool,
    value: bool,
    par: bool,
    count: bool,
    fair: bool,
    timings: bool,
    engine: str,
    limits: Limits,
    pool: PoolOptions,
) -> Code:
    """Solve or analyse many positions with worker processes.

    Each argument is a position, a file of positions, or - for standard input. Answers come in the
    order of the positions and do not depend on the number of workers. If a worker dies, only its
    own position fails. Ctrl-C keeps the answers already written.
    """
    check_arguments(positions)
    order = Order(Question(do, engine, distance, value, par, count, fair), limits, timings)
    if fair and do != ANALYSE:
        raise click.UsageError(f"--fair needs --do {ANALYSE}, found --do {do}")
    target.check()
    with (
        pool.logged(),
        Interrupts() as interrupts,
        opened(target, order.columns(), _questions(order, target, positions), interrupts) as out,
    ):
        run = BatchRun(positions, order, out)
        run.recount()
        total = partial(count_records, positions)
        with (
            RecordProgress(GERUNDS[do], not target.is_watched, total) as bar,
            open_pool(pool, limits.memory, preload=[work.__module__]) as workers,
        ):
            return run.through(workers, bar)


def _questions(order: Order, target: Target, arguments: tuple[str, ...]) -> dict[str, object]:
    """Return everything that the answers depend on, by option name."""
    limits, question = order.limits, asdict(order.question)
    return {
        "proofplay": version(),
        "format": target.format,
        "do": question.pop("task"),
        **question,
        "timings": order.timings,
        "nodes": limits.nodes,
        "time": limits.seconds,
        "memory": limits.memory,
        "input": None if target.path is None else digest(arguments),
    }
