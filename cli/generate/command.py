"""`proofplay generate`: puzzles made from seeds, with proved solutions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict

import click

from cli.common.exits import Code, Interrupts
from cli.common.inputs import UnreadableSource, name_of, read_arguments
from cli.common.options import (
    check_words,
    count_option,
    example,
    game_options,
    gathered,
    memory_option,
    number_option,
    seconds,
    seed_of,
    seed_option,
)
from cli.common.pool import PoolOptions, open_pool, pool_options
from cli.files.journal import digest
from cli.files.record_output import Target, opened, output_options
from cli.files.run_files import SOURCE, Command
from cli.generate import words
from cli.generate.demands import demand_options, demanded, kinds_text
from cli.generate.run import COLUMNS, GenerateRun
from cli.sheets.file import SheetOptions, sheet_options, sheet_to
from cli.sheets.origin import origin
from cli.terminal.output import complain, draw, width
from cli.terminal.progress import RecordProgress
from cli.terminal.signs import glyphs
from positions import GAMES, InputError, Position
from positions.errors import one_of, quote
from positions.reading.puzzle_text import parse_puzzle
from solver.puzzles.grades import GradeRange, parse_grades
from solver.puzzles.kind import Kind, Puzzle, Setting
from solver.puzzles.kinds import fitting, kinds_by_game, kinds_of
from solver.puzzles.search import GENERATOR, Task, seek
from solver.version import version

TRIES = 10_000


def _grades(text: str) -> GradeRange:
    try:
        return parse_grades(text)
    except InputError as error:
        raise click.BadParameter(str(error)) from error


def _setting(game_name: str, variants: tuple[str, ...], size: tuple[int, int] | None) -> Setting:
    game = GAMES[game_name]
    known = [variant.name for variant in game.variants]
    check_words("--variant", variants, known, game)
    return Setting(game_name, tuple(name for name in known if name in variants), size)


@click.command(
    "generate",
    cls=Command,
    help=words.HELP,
    epilog=f"{kinds_text()}\n\n{example(words.EXAMPLE)}",
)
@gathered("setting", _setting, game_options(list(kinds_by_game())))
@click.option("--puzzle", "kind_name", metavar="KIND", help=words.OPTIONS["puzzle"])
@demand_options
@click.option("--grade", "grades", type=_grades, metavar="GRADE", help=words.OPTIONS["grade"])
@seed_option
@count_option(words.OPTIONS["count"])
@number_option("--tries", words.OPTIONS["tries"], 1, default=TRIES)
@number_option("--nodes", words.OPTIONS["nodes"])
@click.option("--time", "limit", type=seconds, metavar="SECONDS", help=words.OPTIONS["time"])
@memory_option
@click.option("--avoid", type=SOURCE, metavar="FILE", help=words.OPTIONS["avoid"])
@output_options(words.OPTIONS["output"])
@sheet_options
@pool_options
@click.pass_context
def command(
    context: click.Context,
    setting: Setting,
    kind_name: str | None,
    demands: dict[str, object],
    grades: GradeRange | None,
    seed: int | None,
    count: int,
    tries: int,
    nodes: int | None,
    limit: float | None,
    memory: int | None,
    avoid: str | None,
    target: Target,
    sheet: SheetOptions,
    pool: PoolOptions,
) -> Code:
    """Generate puzzles, and write or draw them."""
    deadline = None if limit is None else time.time() + limit
    kind_wanted = _kind(setting.game, kind_name)
    kind = demanded(kind_wanted, fitting(kind_wanted, setting, grades), demands)
    kind.check(grades)
    target.check()
    actual_seed = seed_of(seed, target.resume)
    avoided = [] if avoid is None else list(_read(avoid))
    task = Task(kind, actual_seed, tries, grades, nodes, deadline)
    show = None if target.is_named else _show
    questions = _questions(task, memory, avoid)
    maker = origin(context, (*questions, "tries"), seed=actual_seed)
    with (
        pool.logged(),
        Interrupts() as interrupts,
        sheet_to(sheet, maker, interrupts.held) as take,
        opened(target, COLUMNS, {"format": target.format, **questions}, interrupts) as out,
    ):
        run = GenerateRun(task, count, avoided, out, take, show)
        run.recount()
        if seed is None:
            complain(words.FRESH_SEED.format(actual_seed))
        with (
            RecordProgress(words.GERUND, not target.is_watched, lambda: count) as bar,
            open_pool(pool, memory, preload=[seek.__module__, type(kind).__module__]) as workers,
        ):
            return run.through(workers, bar)


def _kind(game: str, name: str | None) -> type[Kind]:
    kinds = {kind.name: kind for kind in kinds_of(game)}
    if name is not None and name not in kinds:
        found, expected, title = quote(name), one_of(list(kinds)), GAMES[game].title
        raise InputError(words.BAD_KIND.format(found, expected, title))
    return kinds[name or next(iter(kinds))]


def _read(name: str) -> Iterator[Position]:
    """Yield the positions of a file; raises `InputError` at the first bad one."""
    for item in read_arguments([name], parse_puzzle):
        if isinstance(item, UnreadableSource):
            raise InputError(words.BAD_AVOIDED.format(item.message))
        try:
            yield item.require()
        except InputError as error:
            fault = f"{name_of(item)}: {error}"
            raise InputError(words.BAD_AVOIDED.format(fault)) from error


def _show(puzzle: Puzzle, number: int) -> None:
    from cli.generate.report import made

    draw(*made(puzzle, number, glyphs(), width()))


def _questions(task: Task, memory: int | None, avoid: str | None) -> dict[str, object]:
    """Return everything that the puzzles depend on, by option name.

    The tries are not included: they only say when to give up.
    """
    kind = asdict(task.kind)
    setting = kind.pop("setting")
    return {
        "proofplay": version(),
        "generator": GENERATOR,
        "puzzle": task.kind.name,
        **{
            name: list(value) if isinstance(value, tuple) else value
            for name, value in (*setting.items(), *kind.items())
        },
        "grade": None if task.grades is None else str(task.grades),
        "seed": task.seed,
        "nodes": task.nodes,
        "memory": memory,
        "avoid": None if avoid is None else digest([avoid]),
    }
