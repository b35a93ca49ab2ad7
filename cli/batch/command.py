"""`proofplay batch`: many positions, solved or analysed by worker processes."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from cli.batch.run import BatchRun
from cli.batch.work import Order, work
from cli.common.exits import Code
from cli.common.inputs import check_arguments, count_records
from cli.common.interrupts import Interrupts
from cli.common.logs import logging_to
from cli.common.options import (
    answer_options,
    engine_option,
    example,
    format_options,
    limit_options,
    one_word,
    output_options,
    pool_options,
    positions_argument,
)
from cli.common.pool import PoolOptions, open_pool
from cli.files.journal import digest
from cli.files.record_output import Target, format_of, opened
from cli.files.run_files import Command
from cli.terminal.record_progress import RecordProgress
from solver import Limits, Question
from solver.questions.question import ANALYSE, SOLVE, TASKS
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
@click.option(
    "--do",
    type=one_word(TASKS),
    default=SOLVE,
    show_default=True,
    metavar="NAME",
    help=f"What to do with every position: {', '.join(TASKS)}.",
)
@output_options("Write to FILE.")
@format_options
@answer_options
@click.option("--fair", is_flag=True, help=f"Find fair set-ups (SR9), with --do {ANALYSE}.")
@click.option("--timings", is_flag=True, help="Give also what each answer cost.")
@engine_option
@limit_options
@pool_options
def command(
    positions: tuple[str, ...],
    do: str,
    output: Path | None,
    resume: bool,
    form: str | None,
    as_json: bool,
    distance: bool,
    value: bool,
    par: bool,
    count: bool,
    fair: bool,
    timings: bool,
    engine: str,
    nodes: int | None,
    seconds: float | None,
    memory: int | None,
    workers: int,
    start_method: str,
    cluster: str | None,
    log_file: Path | None,
    log_level: str,
) -> Code:
    """Solve or analyse many positions with worker processes.

    Each argument is a position, a file of positions, or - for standard input. The answers come in
    the order of the positions, and are the same whatever the number of workers. A worker that dies
    costs its own position only. Ctrl-C keeps what is written.
    """
    check_arguments(positions)
    limits = Limits(nodes, seconds, memory)
    order = Order(Question(do, engine, distance, value, par, count, fair), limits, timings)
    if fair and do != ANALYSE:
        raise click.UsageError(f"found --fair with --do {do}, expected --do {ANALYSE} with it")
    target = Target(output, format_of(form, as_json, output), resume)
    target.check()
    workers_wanted = PoolOptions(workers, start_method, cluster, memory)
    with (
        logging_to(log_file, log_level),
        Interrupts() as interrupts,
        opened(target, order.columns(), _questions(order, target, positions), interrupts) as out,
    ):
        run = BatchRun(positions, order, out)
        run.recount()
        total = partial(count_records, positions)
        with (
            RecordProgress(GERUNDS[do], not target.is_watched, total) as bar,
            open_pool(workers_wanted, preload=[work.__module__]) as pool,
        ):
            return run.through(pool, bar)


def _questions(order: Order, target: Target, arguments: tuple[str, ...]) -> dict[str, object]:
    """Give all that the answers depend on, by the names of the options."""
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
