"""`proofplay match`: games between two players, and how much stronger one of them is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from cli.common.exits import Code, InterruptedRun, Interrupts
from cli.common.inputs import Sources, UnreadableSource, name_of, read_arguments
from cli.common.options import (
    deal_options,
    example,
    number_option,
    report_seed,
    seconds,
    seed_of,
    seed_option,
)
from cli.common.pool import PoolOptions, open_pool, pool_options
from cli.common.words import counted
from cli.files.journal import digest
from cli.files.record_output import Output, Target, another_line, opened, output_options
from cli.files.run_files import OUTPUT, SOURCE, Command
from cli.files.whole_file import WholeFile
from cli.terminal.output import complain, draw, write_line
from cli.terminal.progress import RecordProgress
from positions import InputError, Position
from positions.deals import DealOrder
from positions.errors import quote
from positions.games import game_of, rules_of
from positions.reading.game_records import GameRecord, Ply, format_record, player_tag
from positions.text import format_position, parse_move, parse_position
from solver.answers.model import Record
from solver.matches import MatchOrder, Played, Score, check_player, play_game, played_record
from solver.pool.ordered import Failure
from solver.version import version

COUNT = 100
_DIFFERENCES = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?):(-?[0-9]+(?:\.[0-9]+)?)")
COLUMNS = (
    *("number", "position", "game", "first", "second", "winner", "points", "plies", "line"),
    "fault",
)


def differences(value: object) -> tuple[float, float]:
    """Parse two Elo differences for the sequential test, such as ``0:50``."""
    match = _DIFFERENCES.fullmatch(str(value))
    low, high = (float(match[1]), float(match[2])) if match else (0.0, 0.0)
    if not low < high:
        raise click.BadParameter(
            f"found {quote(str(value))}, expected two Elo differences, the lower first: 0:50"
        )
    return low, high


@click.command(
    "match",
    cls=Command,
    epilog=example(
        "proofplay match level:4 level:2 --game nakatta --size 5x5 --plies 2 --count 40\n"
        "proofplay match level:8 './myengine --fast' --game manhattan --games games.txt"
    ),
)
@click.argument("one")
@click.argument("other")
@deal_options
@click.option(
    "--openings",
    type=SOURCE,
    metavar="FILE",
    help="Begin with the positions in FILE, instead of --plies random plies.",
)
@number_option("--count", "Number of games; each opening is played twice.", 1, default=COUNT)
@click.option(
    "--time",
    "limit",
    type=seconds,
    metavar="SECONDS",
    default=1.0,
    show_default=True,
    help="Thinking time per move in seconds.",
)
@click.option(
    "--sprt",
    type=differences,
    metavar="LOW:HIGH",
    help="Stop as soon as a sequential test accepts one of two Elo differences, with 5 % errors.",
)
@seed_option
@output_options("Write a record of each game to FILE.")
@click.option(
    "--games", "games_path", type=OUTPUT, metavar="FILE", help="Write the games as text to FILE."
)
@pool_options
def command(
    one: str,
    other: str,
    order: DealOrder,
    openings: str | None,
    count: int,
    limit: float,
    sprt: tuple[float, float] | None,
    seed: int | None,
    target: Target,
    games_path: Path | None,
    pool: PoolOptions,
) -> Code:
    """Play a match between two players: who is stronger, and by how much?

    A player is level:1 to level:8, random, or a command that speaks the UGI protocol. Each opening
    is played twice, with either player beginning; without --openings, it is --plies random plies.
    Games run side by side, so that one thread plays each. A program that fails or makes an illegal
    move loses the game.
    """
    for player in (one, other):
        check_player(player)
    target.check()
    begins = () if openings is None else tuple(_openings(openings, order.game.name))
    actual_seed = seed_of(seed, target.resume)
    match = MatchOrder((one, other), order, order.plies, begins, limit, actual_seed)
    if rules_of(match.opening(0)).persons == 1:
        raise InputError("--variant: found a solitaire, expected a game for two")
    with (
        pool.logged(),
        Interrupts() as interrupts,
        opened(target, COLUMNS, _questions(match, openings, target), interrupts) as out,
    ):
        run = MatchRun(match, count, sprt, out, is_shown=not target.is_named)
        run.recount()
        report_seed(seed, actual_seed)
        with (
            RecordProgress("playing", not target.is_watched, lambda: count) as bar,
            open_pool(pool, None, preload=[play_game.__module__]) as workers,
        ):
            bar.begin(len(run.games))
            numbers = iter(range(len(run.games), count))
            try:
                with closing(workers.map(partial(play_game, match), numbers)) as answers:
                    for number, answer in answers:
                        run.take(number, answer)
                        bar.advance()
                        if run.is_decided:
                            workers.executor.shutdown(wait=False, cancel_futures=True)
                            break
            except KeyboardInterrupt:
                games = counted(len(run.games), "game")
                raise InterruptedRun(f"Stopped; {games} played.") from None
    if games_path is not None:
        with WholeFile(games_path, "--games") as file:
            file.write("\n".join(map(run.text_of, run.games)))
    if not target.is_named:
        run.show()
    target.close(run.summary())
    return Code.ANSWERED if sprt is None or run.is_decided else Code.LIMITED


def _openings(name: str, game: str) -> Iterator[Position]:
    for item in read_arguments(Sources((name,)), parse_position):
        if isinstance(item, UnreadableSource):
            raise InputError(f"--openings: {item.message}")
        position = item.require()
        if position.game != game:
            expected = f"a position of {game} (--game)"
            raise InputError(f"--openings: {name_of(item)}: found {position.game}, {expected}")
        if rules_of(position).persons == 1 or rules_of(position).outcome(position) is not None:
            found = "a game that is over, or a solitaire"
            raise InputError(f"--openings: {name_of(item)}: found {found}, expected a game for two")
        yield position


def _questions(match: MatchOrder, openings: str | None, target: Target) -> dict[str, object]:
    """Return everything that the games depend on, by option name."""
    deal = match.deal
    return {
        "proofplay": version(),
        "format": target.format,
        "players": list(match.players),
        "game": deal.game.name,
        "variant": sorted(deal.variants),
        "size": f"{deal.width}x{deal.height}",
        "setup": deal.setup,
        "plies": match.plies,
        "openings": None if openings is None else digest(Sources((openings,))),
        "time": match.seconds,
        "seed": match.seed,
    }


class MatchRun:
    """The games of a match so far."""

    def __init__(
        self,
        match: MatchOrder,
        count: int,
        sprt: tuple[float, float] | None,
        output: Output,
        *,
        is_shown: bool,
    ) -> None:
        self.games: list[Played] = []
        self._match = match
        self._count = count
        self._sprt = sprt
        self._output = output
        self._is_shown = is_shown

    @property
    def score(self) -> Score:
        """The score of the first player."""
        return Score(tuple(played.points for played in self.games))

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has a verdict."""
        return self._sprt is not None and self.score.verdict(*self._sprt) is not None

    def recount(self) -> None:
        """Take the games of an earlier run; raises `InputError` if they are of another match."""
        for line in self._output.kept():
            try:
                played = self._read(self._output.form.decode(line))
            except (ValueError, KeyError, TypeError, InputError):
                raise another_line(line, f"game {len(self.games) + 1}") from None
            self.games.append(played)

    def take(self, number: int, answer: Played | Failure) -> None:
        """Write a game, or raise why there is none."""
        if isinstance(answer, Failure):
            raise answer.as_input_error()
        if answer.fault is not None:
            complain(f"game {number + 1}: {answer.fault}")
        self.games.append(answer)
        if not self._is_shown:
            self._output.write(played_record(self._match, answer))

    def summary(self) -> Iterator[str]:
        """Yield the counts for the last line."""
        score = self.score
        yield counted(len(self.games), "game")
        yield f"{score.wins:,} won by {self._match.names[0]}"
        yield f"{score.losses:,} won by {self._match.names[1]}"
        yield f"{score.draws:,} drawn"

    def show(self) -> None:
        """Draw the table of results, and say what it means."""
        from rich import box
        from rich.table import Table

        one, _ = self._match.names
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for name in ("", "games", "won", "drawn", "lost", "points"):
            table.add_column(name, justify="left" if not name else "right")
        for name, kept in (
            (one, self.games),
            (f"{one}, beginning", [each for each in self.games if each.beginner == 0]),
            (f"{one}, replying", [each for each in self.games if each.beginner == 1]),
        ):
            score = Score(tuple(played.points for played in kept))
            numbers = (len(kept), score.wins, score.draws, score.losses)
            table.add_row(name, *map(str, numbers), f"{100 * score.share:.1f} %")
        draw(table)
        write_line(f"{' against '.join(self._match.names)}: {self._elo()}")
        if self._sprt is not None:
            write_line(self._verdict(*self._sprt))

    def _elo(self) -> str:
        middle, low, high = self.score.elo()
        ends = ("−∞" if low is None else f"{low:+.0f}", "+∞" if high is None else f"{high:+.0f}")
        found = "won or lost every game" if middle is None else f"{middle:+.0f} Elo"
        return f"{found} (95 %: {ends[0]} to {ends[1]})."

    def _verdict(self, low: float, high: float) -> str:
        ratio = f"log-likelihood ratio {self.score.likelihood(low, high):.2f}"
        verdict = self.score.verdict(low, high)
        if verdict is None:
            return f"Not decided between {low:+g} and {high:+g} Elo ({ratio}): play more games."
        return f"Accepted: {high if verdict == 'higher' else low:+g} Elo ({ratio})."

    def _read(self, record: Record) -> Played:
        number = len(self.games)
        opening = self._match.opening(number)
        if record["position"] != format_position(opening) or record["number"] != number + 1:
            raise ValueError("another game")
        line = record["line"]
        moves = tuple(map(str, line)) if isinstance(line, list) else ()
        fault = record.get("fault")
        points = float(str(record["points"]))
        return Played(number, opening, number % 2, moves, points, str(fault) if fault else None)

    def text_of(self, played: Played) -> str:
        """Return the text of a game, with its line end."""
        position, plies = played.opening, list[Ply]()
        for text in played.moves:
            move = parse_move(position, text)
            plies.append(Ply(move))
            position = rules_of(position).play(position, move)
        game, players = game_of(played.opening), self._match.names
        first = played.opening.turn
        names = {
            first: players[played.beginner],
            game.opponent(first): players[1 - played.beginner],
        }
        winner = played.beginner if played.points == 1 - played.beginner else 1 - played.beginner
        symbol = first if winner == played.beginner else game.opponent(first)
        result = "draw" if played.points == 0.5 else game.players[symbol]
        tags = [(player_tag(game, symbol), names[symbol]) for symbol in game.players]
        if played.fault is not None:
            tags.append(("Termination", played.fault))
        return format_record(GameRecord(played.opening, tuple(plies), result, tuple(tags))) + "\n"
