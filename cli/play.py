"""`proofplay play`: a game against the computer, or between two people, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import click

from cli.common.exits import Code, InterruptedRun
from cli.common.inputs import is_position
from cli.common.options import (
    board_size,
    example,
    range_option,
    report_seed,
    seconds,
    seed_option,
    threads_option,
    word_option,
)
from cli.common.words import player
from cli.files.run_files import OUTPUT, Command
from cli.files.whole_file import WholeFile
from cli.terminal.output import draw, width, write_line
from cli.terminal.signs import glyphs
from positions import GAMES, InputError, Position
from positions.deals import DealOrder, fresh_seed, set_up
from positions.errors import MoveError, check_word, one_of, quote
from positions.game import Effect, Move
from positions.games import game_of, rules_of
from positions.playing import legal_moves
from positions.reading.game_records import (
    GameRecord,
    Ply,
    format_record,
    player_tag,
    result_by_rules,
)
from positions.text import format_move, parse_move, parse_position
from positions.values import WholeNumbers
from solver import Limits
from solver.interface.ranges import cores
from solver.opponent import LEVELS, USUAL_SECONDS, check_taken, choose

# Whom the computer plays for.
FIRST, SECOND, BOTH, NONE = SEATS = ("first", "second", "both", "none")
HELP = (
    "A move, as in `proofplay help formats`; or moves (list them), hint, back, rules, resign, quit."
)
COMPUTER, PERSON = "proofplay", "You"
# Seconds for a hint.
HINT_SECONDS = 1.0


@click.command(
    "play",
    cls=Command,
    epilog=example(
        "proofplay play nakatta --size 5x5\n"
        "proofplay play manhattan --level 4 --computer first -o game.txt\n"
        "proofplay play nakatta:1b1/3/3:w --computer none"
    ),
)
@click.argument("start", metavar="GAME | POSITION")
@range_option(
    "--level", "Strength of the computer, from 1 to 8.", WholeNumbers(1, len(LEVELS)), default=2
)
@word_option(
    "--computer",
    SEATS,
    f"Player whom the computer plays: {', '.join(SEATS)}; with none, two people share the board.",
    "seat",
    default=SECOND,
)
@click.option("--size", type=board_size, metavar="WxH", help="Board size, files by ranks.")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="Variant; repeatable.")
@click.option(
    "--time",
    "limit",
    type=seconds,
    metavar="SECONDS",
    default=USUAL_SECONDS,
    show_default=True,
    help="Thinking time of the computer per move in seconds.",
)
@click.option("-o", "--output", "path", type=OUTPUT, metavar="FILE", help="Write the game to FILE.")
@seed_option
@threads_option("Search threads.  [default: all cores]", default=cores, show_default=False)
def command(
    start: str,
    level: int,
    seat: str,
    size: tuple[int, int] | None,
    variants: tuple[str, ...],
    limit: float,
    path: Path | None,
    seed: int | None,
    threads: int,
) -> Code:
    """Play against the computer, or between two people, in the terminal.

    Type a move, or moves, hint, back, rules, resign or quit. Moves may come through a pipe, too. At
    the end, or when the input ends, the record of the game is written to FILE.
    """
    actual_seed = fresh_seed() if seed is None else seed
    position = _start(start, size, variants, actual_seed)
    if rules_of(position).persons == 1:
        seat = NONE
    else:
        check_taken(position)
    report_seed(seed, actual_seed)
    limits = Limits(None, limit, None, threads)
    table = Table(position, level, seat, limits, actual_seed)
    if path is None:
        table.play(_typed)
        return Code.ANSWERED
    with WholeFile(path, "-o") as file:
        try:
            table.play(_typed)
        finally:
            if table.moves:
                file.write(format_record(table.record()) + "\n")
    return Code.ANSWERED


def _start(
    text: str, size: tuple[int, int] | None, variants: tuple[str, ...], seed: int
) -> Position:
    """Return the start: a position, or that of a game, which is dealt if it has none."""
    if is_position(text):
        if size is not None or variants:
            raise InputError("--size and --variant need a GAME, found a position")
        return parse_position(text)
    if text not in GAMES:
        raise InputError(f"found {quote(text)}, expected {one_of(list(GAMES), 'a position')}")
    game = GAMES[text]
    for name in variants:
        check_word("--variant", name, [each.name for each in game.variants], game.title)
    setup = game.setups[0] if game.setups else None
    return set_up(DealOrder(game, *(size or game.size), variants, setup), Random(seed))


def _typed(prompt: str) -> str | None:
    """Return the next line of standard input; None at its end."""
    if sys.stdin.isatty():
        sys.stdout.write(prompt)
        sys.stdout.flush()
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        raise InterruptedRun("Stopped.") from None
    return line.strip() if line else None


class Table:
    """One game at the board: the positions so far, and who plays whom."""

    def __init__(self, start: Position, level: int, seat: str, limits: Limits, seed: int) -> None:
        self.moves: list[Move] = []
        self._positions = [start]
        self._level = level
        self._limits = limits
        self._seed = seed
        self._result: str | None = None
        first, *others = game_of(start).players
        self._computers = {FIRST: [first], SECOND: others, BOTH: [first, *others], NONE: []}[seat]
        self._took_back = 0

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[-1]

    def play(self, ask: Callable[[str], str | None]) -> None:
        """Play until the game is over, a player resigns, or there is no more input."""
        self._show(())
        while self._result is None and legal_moves(self.position):
            if self.position.turn in self._computers:
                self._make(parse_move(self.position, self._reply()))
                continue
            text = ask(f"{player(game_of(self.position), self.position.turn)}: ")
            if text is None or text.lower() in ("quit", "exit"):
                return
            self._obey(text)
        self._say_end()

    def record(self) -> GameRecord:
        """Return the record of the game."""
        game = game_of(self._positions[0])
        names = {
            symbol: f"{COMPUTER}, level {self._level}" if symbol in self._computers else PERSON
            for symbol in game.players
        }
        tags = [(player_tag(game, symbol), name) for symbol, name in names.items()]
        if rules_of(self._positions[0]).persons == 1:
            tags = [("Player", PERSON)]
        if self._took_back:
            tags.append(("TakenBack", str(self._took_back)))
        plies = tuple(map(Ply, self.moves))
        result = self._result or result_by_rules(self.position)
        return GameRecord(self._positions[0], plies, result, tuple(tags))

    def _obey(self, text: str) -> None:
        word = text.lower()
        commands: dict[str, Callable[[], None]] = {
            "": lambda: write_line(HELP),
            "?": lambda: write_line(HELP),
            "help": lambda: write_line(HELP),
            "moves": self._list_moves,
            "hint": self._hint,
            "back": self._take_back,
            "rules": self._explain,
            "resign": self._resign,
        }
        if word in commands:
            commands[word]()
            return
        try:
            move = parse_move(self.position, text)
        except MoveError as error:
            write_line(f"{error}. Type ? for help.")
            return
        self._make(move)

    def _make(self, move: Move) -> None:
        position = self.position
        who = player(game_of(position), position.turn)
        rules = rules_of(position)
        self.moves.append(move)
        self._positions.append(rules.play(position, move))
        write_line(f"{len(self.moves)}. {who}: {format_move(position, move)}")
        if position.turn in self._computers or not self._computers:
            self._show(rules.effects(position, move))

    def _reply(self) -> str:
        seed = self._seed + len(self.moves)
        return choose(self.position, self._level, self._limits, seed).move

    def _hint(self) -> None:
        if rules_of(self.position).persons == 1:
            from solver import solve

            line = solve(self.position, time=HINT_SECONDS).line
            write_line(f"Try {line[0]}." if line else "No hint was found in time.")
            return
        limits = Limits(None, HINT_SECONDS, None, self._limits.threads)
        reply = choose(self.position, len(LEVELS), limits, self._seed)
        why = "It is proved to be best." if reply.proved else "It did best in playouts."
        write_line(f"Try {reply.move}. {why}")

    def _take_back(self) -> None:
        """Take back the last move, and with it the computer's reply."""
        until = len(self.moves) - 1
        while until >= 0 and self._positions[until].turn in self._computers:
            until -= 1
        if until < 0:
            write_line("There is no move of yours to take back.")
            return
        self._took_back += 1
        del self.moves[until:], self._positions[until + 1 :]
        self._show(())

    def _list_moves(self) -> None:
        names = [format_move(self.position, move) for move in legal_moves(self.position)]
        write_line(" ".join(names))

    def _explain(self) -> None:
        from positions.lessons.courses import course_of

        for number, text in course_of(self.position.game).rules.items():
            write_line(f"{number}  {' '.join(text.split())}")

    def _resign(self) -> None:
        game = game_of(self.position)
        if rules_of(self.position).persons == 1:
            self._result = "unsolved"
        else:
            self._result = game.players[game.opponent(self.position.turn)]

    def _show(self, effects: Sequence[Effect]) -> None:
        from cli.reports.terminal import beside, heading
        from cli.terminal.board import board

        signs = glyphs()
        draw(beside(board(self.position, signs, effects), heading(self.position, signs), width()))

    def _say_end(self) -> None:
        game = game_of(self.position)
        result = self._result or result_by_rules(self.position)
        if self._result is None and self.moves and self._computers:
            self._show(())
        if result in ("solved", "unsolved"):
            write_line("Solved." if result == "solved" else "Not solved.")
        elif result == "draw":
            write_line("A draw.")
        else:
            winner = next(symbol for symbol, name in game.players.items() if name == result)
            resigned = "" if self._result is None else " The other player resigned."
            write_line(f"{player(game, winner)} has won.{resigned}")
