"""`proofplay annotate`: what each move of a game gave away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from cli import annotate_words as words
from cli.annotate_words import AnnotatedGame
from cli.common.exits import Code, InterruptedRun, Interrupts
from cli.common.inputs import UnreadableSource, check_arguments, file_name, read_file, source_name
from cli.common.options import (
    MAX_WORKERS,
    distance_option,
    engine_option,
    estimate_options,
    example,
    form_of,
    form_option,
    gathered,
    number_option,
    report_option,
    search_limit_options,
    start_options,
)
from cli.common.pool import PoolOptions, open_pool
from cli.common.session import RecordCounts, bad_record_writers, fault_lines
from cli.common.words import counted
from cli.files.run_files import SOURCE, Command
from cli.files.table_file import (
    HEADING,
    STATUS,
    VALUE,
    TableFile,
    rows_of,
    table_file,
    table_option,
)
from cli.reports.document import Article
from cli.reports.report_file import Report, report_file
from cli.terminal.output import draw, width, write_json, write_line
from cli.terminal.progress import ProgressBar
from cli.terminal.signs import UNICODE, glyphs
from cli.work import Game, Order, annotate_game
from positions import InputError
from positions.errors import summary
from positions.reading.game_reading import read_games
from positions.reading.game_records import format_record
from positions.reading.sgf import Begin
from solver import Limits, Question
from solver.answers.annotation import annotate
from solver.answers.ask import ANALYSE
from solver.answers.model import Annotation, record
from solver.interface.engine import PlayoutBudget
from solver.pool.ordered import Failure

FORMATS = ("report", "text", "json")

_Item = Game | UnreadableSource
_Answer = Annotation | Failure | None

GAME = "game"
# The columns of a table, which has a row for every move.
COLUMNS = (
    *(*HEADING, "ply", "move_number", "move", "player", "person", "mark", "comment", *STATUS),
    *(f"{when}_{name}" for when in ("before", "after") for name in VALUE),
    *("lost_result", "lost_margin", "lost_distance", "measured", "forced", "only_move"),
    *("better", "line", "estimate_before", "estimate_after", "estimate_playouts"),
    *("estimate_best", "estimate_says"),
)


@click.command(
    "annotate",
    cls=Command,
    epilog=example(
        "proofplay annotate games.txt\nproofplay annotate --format text games.txt > annotated.txt"
    ),
)
@click.argument("files", type=SOURCE, nargs=-1, metavar="[FILE | -]...")
@start_options
@form_option(
    FORMATS, "Output format: report, text (the annotated record), or json.  [default: report]"
)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
@report_option
@table_option
@gathered(
    "question",
    partial(Question, ANALYSE),
    distance_option,
    click.option("--value", is_flag=True, help="Compute what each move costs, in moves."),
    click.option("--par", is_flag=True, help="Compute the par of unsolvable positions (SR8)."),
    engine_option,
)
@estimate_options
@search_limit_options
@number_option(
    "--workers",
    "Annotate N games at once, in worker processes that share cores and memory.  "
    "[default: one after another, with --threads]",
    1,
    MAX_WORKERS,
    default=None,
    show_default=False,
)
def command(
    files: tuple[str, ...],
    begin: Begin,
    form: str | None,
    as_json: bool,
    report_path: Path | None,
    table_path: Path | None,
    question: Question,
    playout_budget: PlayoutBudget | None,
    limits: Limits,
    workers: int | None,
) -> Code:
    """Annotate games: what each move gave away.

    Each file holds game records: tags, then numbered moves with comments (see `proofplay help
    formats`), plain lists of moves, or SGF. The limits apply to each position. If a limit ends a
    search, the move is unknown and the exit code is 3, even with an estimate.
    """
    question = replace(question, estimate=playout_budget)
    form = form_of(form, as_json) or "report"
    check_arguments(files, GAME, "")

    order, items = Order(question, limits), _games(files, begin)
    with (
        report_file(report_path, GAME, "annotated") as report,
        table_file(table_path, COLUMNS, _rows) as table,
    ):
        if workers is None:
            return _run(_in_turn(order, items), form, report, table)
        options = PoolOptions(workers)
        with (
            Interrupts() as interrupts,
            open_pool(options, limits.memory, preload=[annotate_game.__module__]) as pool,
            closing(pool.map(partial(annotate_game, order), items)) as answers,
        ):
            return _run(answers, form, report, table, interrupts.held)


def _rows(annotation: dict[str, object]) -> Iterator[dict[str, object]]:
    """Yield the rows of a table: a move each."""
    for move in rows_of("moves")(annotation):
        yield {"move_number" if name == "number" else name: value for name, value in move.items()}


def _in_turn(order: Order, items: Iterable[_Item]) -> Iterator[tuple[_Item, _Answer]]:
    """Yield each item with its answer, all found in this process."""
    for item in items:
        answer: _Answer = None
        if isinstance(item, Game):
            try:
                with ProgressBar("annotating") as bar:
                    answer = annotate(item.require(), order.question, order.limits, bar)
            except InputError as error:
                answer = Failure(error)
        yield item, answer


def _run(
    answers: Iterable[tuple[_Item, _Answer]],
    form: str,
    report: Report | None,
    table: TableFile | None,
    held: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Code:
    """Write the answers to all games; a bad one does not stop the others.

    `held` delays an interrupt, so that what is written is counted.
    """
    write = {"report": _draw, "text": _text, "json": _json}[form]
    counts = RecordCounts(*bad_record_writers(form == "json", report, table))
    try:
        for item, answer in answers:
            if isinstance(item, UnreadableSource):
                counts.source_failed(item.message)
                continue
            counts.begin()
            if report is not None:
                report.begin(f"{file_name(item.source)}: line {item.entry.line}")
            if isinstance(answer, Annotation):
                game = AnnotatedGame(item.require(), answer)
                with held():
                    if report is not None:
                        report.add(_article(game))
                    if table is not None:
                        table.add(record(game.annotation))
                    write(game, counts.answered == 0)
                    counts.answer(answer.is_complete)
            elif isinstance(answer, Failure):
                error = answer.as_input_error()
                name = f"{item.source}: line {item.entry.line}"
                faults = fault_lines(item.source, name, error)
                counts.fail(item.entry.line, summary(error), faults)
    except KeyboardInterrupt:
        raise InterruptedRun(f"Stopped; {counted(counts.answered, 'game')} annotated.") from None
    return counts.close()


def _article(game: AnnotatedGame) -> Article:
    from cli.annotate_report import annotated

    return Article(
        words.title(game.record),
        words.turning_point(game),
        tuple(annotated(game, UNICODE, in_full=True)),
        record(game.annotation),
    )


def _games(files: tuple[str, ...], begin: Begin) -> Iterator[Game | UnreadableSource]:
    for file in files:
        for item in read_file(file, partial(read_games, begin=begin), GAME):
            yield item if isinstance(item, UnreadableSource) else Game(source_name(file), item)


def _json(game: AnnotatedGame, is_first: bool) -> None:
    write_json(record(game.annotation))


def _text(game: AnnotatedGame, is_first: bool) -> None:
    from cli.annotate_report import annotated_record

    write_line(("" if is_first else "\n") + format_record(annotated_record(game)))


def _draw(game: AnnotatedGame, is_first: bool) -> None:
    from rich.text import Text

    from cli.annotate_report import annotated
    from cli.reports.terminal import drawn

    above = [] if is_first else [Text()]
    draw(*above, *drawn(annotated(game, glyphs()), glyphs(), width()))
