"""`proofplay grade`: how hard deals, positions and puzzles are."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

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
    example,
    json_option,
    limit_options,
    positions_argument,
    word_option,
)
from cli.common.pool import PoolOptions, open_pool, pool_options
from cli.common.session import RecordCounts, bad_record_writers, fault_lines
from cli.common.words import counted
from cli.files.record_output import quiet_option, say_counts
from cli.files.run_files import Command
from cli.files.table_file import HEADING, table_file, table_option
from cli.terminal.output import draw, width, write_json
from cli.terminal.progress import RecordProgress
from positions.errors import summary
from positions.reading.puzzle_text import parse_puzzle
from solver import Limits
from solver.answers.model import Record
from solver.pool.ordered import Failure
from solver.pool.worker import Resources
from solver.puzzles.grading import Graded, grade, grade_record, ranks
from solver.puzzles.words import Grade, in_words, one_in

SORTS = DIFFICULTY, SOLUTIONS, NAME = ("difficulty", "solutions", "name")
# The columns of a table.
COLUMNS = (
    *(*HEADING, "status", "reason", "puzzle", "why", "grade", "difficulty", "rank"),
    *("random_play", "random_play_low", "random_play_high", "goal", "solution"),
    *("measure_mistakes", "measure_first_mistake", "measure_bits", "measure_random_play"),
    *("measure_tempting", "measure_turns", "measure_given", "measure_longest_gap"),
    *("uniqueness_meaning", "uniqueness_complete", "uniqueness_first_moves"),
)


@click.command(
    "grade",
    cls=Command,
    epilog=example(
        "proofplay deal --variant solitaire --count 300 --seed 1 >deals.txt\n"
        "proofplay grade --sort difficulty deals.txt -o grades.csv\n"
        "proofplay grade puzzles.jsonl"
    ),
)
@positions_argument
@json_option("position")
@table_option
@word_option(
    "--sort",
    SORTS,
    "Order: difficulty (the easiest first), solutions (the likeliest for random play first) or "
    "name.  [default: that of the input]",
    "order",
    default=None,
    show_default=False,
)
@quiet_option
@limit_options
@pool_options
def command(
    positions: Sources,
    as_json: bool,
    table_path: Path | None,
    order: str | None,
    is_quiet: bool,
    limits: Limits,
    pool: PoolOptions,
) -> Code:
    """Grade deals, positions and puzzles: how hard is each?

    Each argument is a position, a file of positions or of puzzles, or - for standard input. A
    position gets what generate gives its own puzzles: a grade and what it was measured by, as the
    kind of puzzle that its record names or that can be proved of it. Rank 1 is the easiest. If a
    limit leaves open what a position is, the exit code is 3.
    """
    positions.check()
    begun = time.monotonic()
    with (
        table_file(table_path, COLUMNS, lambda record: [record]) as table,
        pool.logged(),
        Interrupts() as interrupts,
        open_pool(pool, limits.memory, preload=[grade_item.__module__]) as workers,
        RecordProgress("grading", True, partial(count_records, positions)) as bar,
    ):
        counts = RecordCounts(*bad_record_writers(as_json, None, table))
        graded: list[tuple[InputRecord, Graded]] = []
        bar.begin(0)
        is_stopped = False
        try:
            items = read_arguments(positions, parse_puzzle)
            with closing(workers.map(partial(grade_item, limits), items)) as answers:
                for item, answer in answers:
                    with bar.hidden():
                        _take(item, answer, counts, graded)
                    bar.advance()
        except KeyboardInterrupt:
            is_stopped = True
        with bar.hidden(), interrupts.held():
            records = list(_ranked(graded, order))
            for record in records:
                if table is not None:
                    table.add(record)
                if as_json:
                    write_json(record)
            if not as_json:
                _draw(records)
            code = counts.close()
    if is_stopped:
        raise InterruptedRun(f"Stopped; {counted(len(records), 'position')} graded.")
    if not is_quiet and code is not Code.BAD_INPUT:
        say_counts(_summary(records, counts.failed), table_path, time.monotonic() - begun)
    return code


def grade_item(
    limits: Limits, item: InputRecord | UnreadableSource, resources: Resources
) -> Graded | None:
    """Grade a record; None for an unreadable source. Raises `InputError` for a bad record."""
    if isinstance(item, UnreadableSource):
        return None
    return grade(item.require(), item.puzzle, resources.of(limits))


def _take(
    item: InputRecord | UnreadableSource,
    answer: Graded | Failure | None,
    counts: RecordCounts,
    graded: list[tuple[InputRecord, Graded]],
) -> None:
    if isinstance(item, UnreadableSource):
        counts.source_failed(item.message)
        return
    counts.begin()
    if isinstance(answer, Graded):
        graded.append((item, answer))
        counts.answer(answer.is_complete)
    elif answer is not None:
        error = answer.as_input_error()
        counts.fail(item.line, summary(error), fault_lines(item.source, name_of(item), error))


def _ranked(graded: list[tuple[InputRecord, Graded]], order: str | None) -> Iterator[Record]:
    """Yield the records of graded positions, with their ranks, in an order."""
    found = ranks([_difficulty(each) for _, each in graded])
    rows = list(zip(graded, found, strict=True))
    if order == DIFFICULTY:
        rows.sort(key=lambda row: (row[1] is None, row[1]))
    elif order == SOLUTIONS:
        rows.sort(key=lambda row: -row[0][1].chance.share if row[0][1].chance else 1.0)
    elif order == NAME:
        rows.sort(key=lambda row: _natural(row[0][0].name or ""))
    for (item, each), rank in rows:
        labels = {} if item.name is None else {"name": item.name}
        yield grade_record(each, labels, rank)


def _difficulty(graded: Graded) -> int | None:
    return None if graded.puzzle is None else graded.puzzle.difficulty


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key that puts "Deal 2" before "Deal 10"."""
    words = name.split()
    return [(int(word), "") if word.isdecimal() else (0, word) for word in words]


def _summary(records: list[Record], failed: int) -> Iterator[str]:
    """Yield how many positions have each grade, and how many have none."""
    grades = Counter(str(record["grade"]) for record in records if record["puzzle"] is not None)
    unknown = sum(record["reason"] is not None for record in records)
    for name in (*Grade, "None"):
        if grades[name]:
            yield f"{grades[name]:,} {'without grades' if name == 'None' else name}"
    yield f"{len(records) - grades.total() - unknown:,} not a puzzle"
    yield f"{unknown:,} unknown"
    if failed:
        yield f"{counted(failed, 'record')} could not be answered"


def _draw(records: list[Record]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from cli.terminal.board import FAINT, STRONG

    if not records:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, width=min(width(), 120))
    table.add_column("rank", justify="right")
    table.add_column("grade", no_wrap=True)
    table.add_column("position", overflow="fold", ratio=2)
    table.add_column("what it was measured by", ratio=3)
    for record in records:
        rank = "" if record["rank"] is None else str(record["rank"])
        shown = str(record.get("name") or record["position"])
        found = Text(str(record["grade"] or ""), STRONG)
        table.add_row(rank, found, Text(shown, FAINT if "name" not in record else ""), _why(record))
    draw(table)


def _why(record: Record) -> str:
    """Return in words why a position has its grade, or none."""
    if record["reason"] is not None:
        return f"unknown: {str(record['reason']).removesuffix('s')} limit reached"
    if record["puzzle"] is None:
        return f"not a puzzle: {record['why']}"
    measure = record["measure"]
    words = [in_words(measure)] if isinstance(measure, dict) else []
    if "random_play" in record:
        low, high = record["random_play_low"], record["random_play_high"]
        words.append(f"random play solves it {one_in(float(str(record['random_play'])))}")
        if low != high:
            words[-1] += f" (between {one_in(float(str(low)))} and {one_in(float(str(high)))})"
    return f"{record['puzzle']}: {'; '.join(words) or 'not graded'}"
