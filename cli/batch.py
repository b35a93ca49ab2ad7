"""`proofplay batch`: solve or analyse many positions with worker processes."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from functools import partial

import click

from cli.common.exits import Code, InterruptedRun, Interrupts
from cli.common.inputs import (
    InputRecord,
    Sources,
    UnreadableSource,
    count_records,
    name_of,
    read_arguments,
)
from cli.common.options import (
    answer_options,
    engine_option,
    example,
    limit_options,
    positions_argument,
    word_option,
)
from cli.common.pool import Pool, PoolOptions, open_pool, pool_options
from cli.common.session import RecordCounts, fault_lines
from cli.common.words import counted
from cli.files.journal import digest
from cli.files.record_output import Output, Target, another_line, opened, output_options
from cli.files.run_files import Command
from cli.terminal.progress import RecordProgress
from cli.work import COSTS, DETAIL, Order, answer_record, was_complete
from positions import format_position
from positions.errors import summary
from solver import Limits, Question
from solver.answers.ask import ANALYSE, SOLVE, TASKS
from solver.answers.model import Record
from solver.interface.engine import Result
from solver.pool.ordered import Failure
from solver.version import version

UNKNOWN = "unknown"
GERUNDS = {SOLVE: "solving", ANALYSE: "analysing"}

log = logging.getLogger(__name__)


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
    positions: Sources,
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
    positions.check()
    order = Order(Question(do, engine, distance, value, par, count, fair), limits, timings)
    if fair and do != ANALYSE:
        raise click.UsageError(f"--fair needs --do {ANALYSE}, found --do {do}")
    target.check()
    with (
        pool.logged(),
        Interrupts() as interrupts,
        opened(target, columns(order), _questions(order, target, positions), interrupts) as out,
    ):
        run = BatchRun(positions, order, out)
        run.recount()
        total = partial(count_records, positions)
        with (
            RecordProgress(GERUNDS[do], not target.is_watched, total) as bar,
            open_pool(pool, limits.memory, preload=[answer_record.__module__]) as workers,
        ):
            code = run.through(workers, bar)
        if code is not Code.BAD_INPUT:
            target.close(run.summary())
        return code


def columns(order: Order) -> list[str]:
    """Return the fields that have a column in a table, in order."""
    question = order.question
    return [
        *("position", "game", "variants", "status", "reason"),
        *([DETAIL] if order.timings else []),
        *("result", "winner", "score", "distance", "par", "value", "line", "engine"),
        *(COSTS if order.timings else ()),
        *(("solutions", "random_play", "random_play_error") if question.count else ()),
        *(("moves", "outcome_class") if question.task == ANALYSE else ()),
        *(("fair",) if question.fair else ()),
    ]


def _questions(order: Order, target: Target, arguments: Sources) -> dict[str, object]:
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
        "supplied": arguments.options,
    }


class BatchRun:
    """Answers all records that the arguments name, in order."""

    def __init__(self, arguments: Sources, order: Order, output: Output) -> None:
        self._items = read_arguments(arguments)
        self._order = order
        self._output = output
        self._counts = RecordCounts(partial(output.write, is_answer=False))
        self._results: Counter[str] = Counter()

    def recount(self) -> None:
        """Count the answers already written, and begin the output if it is empty.

        Raises `InputError` if they are answers to other records.
        """
        for line in self._output.kept():
            self._recount(line, self._next_given())

    def through(self, pool: Pool, bar: RecordProgress) -> Code:
        """Answer the other records, advancing `bar` after each."""
        bar.begin(self._output.count)
        try:
            with closing(pool.map(partial(answer_record, self._order), self._items)) as answers:
                for item, answer in answers:
                    self._take(item, answer, bar)
        except KeyboardInterrupt:
            log.info("stopped, %d answers written", self._output.count)
            done = counted(self._output.count, "answer")
            raise InterruptedRun(f"Stopped; {done} written.") from None
        with bar.hidden():
            return self._counts.close()

    def summary(self) -> Iterator[str]:
        """Yield how many records had each result, how many had none, and how many were bad."""
        for result, times in sorted(self._results.items()):
            if result != UNKNOWN:
                yield f"{times:,} {result}"
        yield f"{self._results[UNKNOWN]:,} unknown"
        if self._counts.failed:
            yield f"{counted(self._counts.failed, 'record')} could not be answered"

    def _take(
        self,
        item: InputRecord | UnreadableSource,
        answer: Record | Failure | None,
        bar: RecordProgress,
    ) -> None:
        if isinstance(item, UnreadableSource):
            with bar.hidden():
                self._counts.source_failed(item.message)
            return
        self._counts.begin()
        if isinstance(answer, dict):
            self._output.write(answer if item.name is None else {**answer, "name": item.name})
            self._counts.answer(was_complete(answer))
            self._results[_result(answer)] += 1
        elif answer is not None:
            error = answer.as_input_error()
            faults = fault_lines(item.source, name_of(item), error)
            with bar.hidden():
                self._counts.fail(item.line, summary(error), faults)
        bar.advance()

    def _next_given(self) -> InputRecord | None:
        for item in self._items:
            if isinstance(item, InputRecord):
                return item
            self._counts.source_failed(item.message)
        return None

    def _recount(self, line: bytes, question: InputRecord | None) -> None:
        try:
            record = self._output.form.decode(line)
            is_answer = question is not None and _is_answer(record, question)
        except (ValueError, KeyError):
            is_answer = False
        if not is_answer:
            place = "no more records" if question is None else name_of(question)
            raise another_line(line, f"the answer to {place}")
        is_bad = "error" in record
        is_complete = is_bad or was_complete(record)
        if not is_bad:
            self._results[_result(record)] += 1
        self._counts.recall(is_bad, is_complete)


def _result(record: Record) -> str:
    """Return the result in a record, for its line of counts."""
    if record["result"] is None:
        return UNKNOWN
    if record["result"] in (Result.SOLVABLE, Result.UNSOLVABLE):
        return str(record["result"])
    return "drawn" if record["winner"] is None else f"won by {str(record['winner']).capitalize()}"


def _is_answer(record: Record, question: InputRecord) -> bool:
    if "error" in record:
        return record["line"] == question.line
    return question.position is not None and record["position"] == format_position(
        question.position
    )
