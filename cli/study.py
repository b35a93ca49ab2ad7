"""`proofplay study`: a designer's report on a game, by size of board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cli.common.exits import Code, worst
from cli.common.options import (
    board_size,
    example,
    json_option,
    number_option,
    report_option,
    search_limit_options,
    seconds,
)
from cli.common.words import counted, percent, player
from cli.files.run_files import Command
from cli.reports.document import Article, Block, Column, Sentences, Table, Words
from cli.reports.report_file import draw_blocks, report_file
from cli.terminal.output import write_json
from cli.terminal.progress import ProgressBar
from positions import GAMES, InputError
from positions.errors import check_word, one_of, quote
from solver import Limits
from solver.census.measures import Measured
from solver.opponent import MAX_SECONDS
from solver.study import SHOWN, SizeStudy, StudyOrder, sizes_between, study, study_record

# Seconds for each search if no limit is named.
_USUAL_SECONDS = 10.0
_NOTES = (
    "Searches prove who wins; what a limit left open is “unknown”.",
    "Random play: AdvantageP1, Drawishness and the others as in census, with 95 % intervals in "
    "JSON.",
    "Levels: games of the opponent against itself; lead changes per ply, by its own estimates.",
)


def _sizes(value: object) -> tuple[tuple[int, int], tuple[int, int]]:
    """Parse a range of sizes, such as ``3x3..5x5``, or one size."""
    least, dots, most = str(value).partition("..")
    first = board_size(least)
    return first, board_size(most) if dots else first


@click.command(
    "study",
    cls=Command,
    epilog=example(
        "proofplay study nakatta --sizes 3x3..4x4\n"
        "proofplay study hex --rules hex.py --sizes 2x2..4x4 --report hex.html"
    ),
)
@click.argument("game_name", metavar="GAME")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Variant of the game; repeatable."
)
@click.option(
    "--sizes",
    type=_sizes,
    metavar="WxH..WxH",
    help="Board sizes: squares between two squares, else all.  [default: the standard size]",
)
@number_option("--games", "Games of random play for each size.", 1, default=200)
@number_option("--matches", "Games of levels 4 and 8 against themselves.", default=4)
@click.option(
    "--move-time",
    type=seconds,
    default=0.2,
    show_default=True,
    metavar="SECONDS",
    help="Time of the opponent for a move.",
)
@number_option("--seed", "Random seed.", default=0)
@json_option("size")
@report_option
@search_limit_options
def command(
    game_name: str,
    variants: tuple[str, ...],
    sizes: tuple[tuple[int, int], tuple[int, int]] | None,
    games: int,
    matches: int,
    move_time: float,
    seed: int,
    as_json: bool,
    report_path: Path | None,
    limits: Limits,
) -> Code:
    """Study a game: who wins by size, and what play is like.

    For each size of board: who wins with best play and how many first moves win, proved within the
    limits (without any, 10 seconds for each search); the advantage of moving first, draws, length
    and branching of random play; and games of the opponent against itself. The exit code is 3 if a
    limit left something open.
    """
    if game_name not in GAMES:
        raise InputError(f"found {quote(game_name)}, expected a game: {one_of(list(GAMES))}")
    game = GAMES[game_name]
    for name in variants:
        check_word("--variant", name, [variant.name for variant in game.variants], game.title)
    if move_time > MAX_SECONDS:
        raise InputError(f"--move-time: found {move_time:g}, expected at most {MAX_SECONDS:g}")
    if limits == Limits(threads=limits.threads):
        limits = Limits(seconds=_USUAL_SECONDS, threads=limits.threads)
    boards = sizes_between(game, *(sizes or (game.size, game.size)))
    order = StudyOrder(game, variants, boards, limits, games, matches, move_time, seed)
    found: list[SizeStudy] = []
    with report_file(report_path, "game", "studied") as report:
        for size in boards:
            with ProgressBar(f"studying {_name(size)}") as bar:
                found.append(study(order, size, bar))
            if as_json:
                write_json(study_record(order, found[-1]))
        blocks = tuple(_blocks(order, found))
        if report is not None:
            records = [study_record(order, each) for each in found]
            title = " + ".join([f"{game.title}: a study", *variants])
            report.add(Article(title, _summary(order, found), blocks, {"sizes": records}))
        if not as_json:
            draw_blocks(blocks)
    return worst(*(Code.ANSWERED if each.is_complete else Code.LIMITED for each in found))


def _name(size: tuple[int, int]) -> str:
    return "×".join(map(str, size))


def _summary(order: StudyOrder, found: Sequence[SizeStudy]) -> str:
    """Return who wins on how many of the sizes."""
    known = [each for each in found if each.solved == each.starts]
    won = sum(each.first_wins == each.starts for each in known)
    sizes = counted(len(found), "size")
    return f"{order.game.title}, {sizes}: {len(known)} solved, {won} won by the first player."


def _blocks(order: StudyOrder, found: Sequence[SizeStudy]) -> Iterator[Block]:
    yield Sentences((Words(_summary(order, found), is_strong=True),))
    columns: tuple[str, ...] = ("Size", "Winner", "Plies", "Winning first moves")
    rows: tuple[tuple[Words, ...], ...] = tuple(
        (
            Words(_name(each.size)),
            Words(_winner(order, each)),
            Words("" if each.answer is None else str(each.answer.distance or "")),
            Words(_winning(each)),
        )
        for each in found
    )
    yield Table("With best play", _columns(columns), rows, stands_alone=True)
    rows = tuple(
        (Words(_name(each.size)), *(Words(_measured(each.random.get(name))) for name in SHOWN))
        for each in found
    )
    caption = f"Random play, {counted(order.games, 'game')} for each size"
    yield Table(caption, _columns(("Size", *SHOWN)), rows, stands_alone=True)
    rows = tuple(
        (
            Words(_name(each.size)),
            Words(str(level.level)),
            Words(f"{percent(level.first)} %"),
            Words(f"{percent(level.draws)} %"),
            Words(f"{level.plies:.1f}"),
            Words(f"{level.lead_changes:.2f}"),
        )
        for each in found
        for level in each.levels
    )
    if rows:
        columns = ("Size", "Level", "First wins", "Draws", "Plies", "Lead changes")
        caption = f"The opponent against itself, {counted(order.matches, 'game')}"
        yield Table(caption, _columns(columns), rows, _NOTES, stands_alone=True)


def _columns(titles: Sequence[str]) -> tuple[Column, ...]:
    first, *others = titles
    return (Column(first, is_head=True), *(Column(title, is_number=True) for title in others))


def _winner(order: StudyOrder, found: SizeStudy) -> str:
    answer = found.answer
    if answer is None:
        return f"first in {found.first_wins} of {found.solved} deals"
    if answer.result is None:
        return "unknown"
    if answer.winner is None:
        return "draw"
    players = order.game.players
    first, second = (player(order.game, symbol) for symbol in players)
    name = answer.winner.capitalize()
    return f"{name} ({'first' if name == first else 'second'})" if first != second else name


def _winning(found: SizeStudy) -> str:
    if found.moves is None or found.winning is None:
        return "unknown" if found.answer is not None else ""
    share = found.winning / found.moves if found.moves else 0.0
    return f"{found.winning} of {found.moves} ({percent(share)} %)"


def _measured(measured: Measured | None) -> str:
    return "" if measured is None or measured.value is None else f"{measured.value:.2f}"
