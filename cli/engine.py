"""`proofplay engine`: a player for other programs, by the Universal Game Interface (UGI).

UGI is UCI for any game, with `query` in addition (github.com/kz04px/cutegames, ugi.md). Here a
``fen`` is the line of a position, and moves are in the notation of the game. A score is
``win 7 exact`` (loss, draw) if it is proved, with the plies if they are known, and otherwise
``cp``: 400 log10 of the odds of winning, as estimated.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log10
from typing import TextIO

import click

from cli.common.options import (
    OneWord,
    board_size,
    example,
    memory_option,
    range_option,
    report_seed,
    seed_option,
    threads_option,
)
from cli.files.run_files import Command
from positions import GAMES, InputError, Position
from positions.deals import fresh_seed
from positions.errors import check_word, quote
from positions.game import Game
from positions.games import rules_of
from positions.playing import legal_moves
from positions.text import format_move, parse_move, parse_position, start_position
from positions.values import WholeNumbers
from solver import Limits, Question, ask
from solver.answers.ask import ANALYSE
from solver.answers.model import Analysis, Answer, Value
from solver.engines.oracle_cache import OracleCache
from solver.estimates import Estimate
from solver.interface.engine import PlayoutBudget
from solver.interface.ranges import THREADS, cores
from solver.opponent import LEVELS, choose
from solver.pool.worker import Cancelled
from solver.version import version

FULL = len(LEVELS)
# The share of the time left on a clock that a move takes, besides the increment.
CLOCK_SHARE = 20
# Seconds of the first look of a search without an end, and of the move after `stop`.
FIRST_LOOK, LAST_LOOK = 0.25, 0.15
# The share of the time for the exact answer, before the playouts.
EXACT_SHARE = 0.4
MAX_MULTIPV = 100
# Memory for tables in MiB.
USUAL_HASH, MAX_HASH = 1024, 1 << 20


@click.command(
    "engine",
    cls=Command,
    epilog=example(
        "proofplay engine nakatta --size 5x5\n"
        "printf 'ugi\\nposition startpos\\ngo movetime 500\\n' | proofplay engine manhattan"
    ),
)
@click.argument("game", type=OneWord(list(GAMES)), metavar="GAME")
@range_option(
    "--level",
    "Strength, from 1 to 8, as on the board; 8 proves what it can.",
    WholeNumbers(1, FULL),
    default=FULL,
)
@click.option("--size", type=board_size, metavar="WxH", help="Board of startpos.")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Variant of startpos; repeatable."
)
@seed_option
@memory_option
@threads_option("Search threads.  [default: all cores]", default=cores, show_default=False)
def command(
    game: str,
    level: int,
    size: tuple[int, int] | None,
    variants: tuple[str, ...],
    seed: int | None,
    memory: int | None,
    threads: int,
) -> None:
    """Play for other programs, by the UGI protocol.

    Commands are read from standard input and answered on standard output, one per line: ugi,
    setoption, isready, uginewgame, position, go, stop, ponderhit, query, quit. A line that cannot
    be understood is answered by an info string. Scores that are proved say exact.
    """
    described = GAMES[game]
    for name in variants:
        check_word("--variant", name, [each.name for each in described.variants], described.title)
    actual_seed = fresh_seed() if seed is None else seed
    report_seed(seed, actual_seed)
    settings = Settings(level, threads, memory, actual_seed)
    Ugi(described, variants, size, settings, sys.stdout).listen(sys.stdin)


@dataclass(slots=True)
class Settings:
    """What `setoption` changes; `memory` is in MiB, None for what is free."""

    level: int
    threads: int
    memory: int | None
    seed: int
    multipv: int = 1


@dataclass(frozen=True, slots=True)
class Going:
    """What `go` asks for: seconds (infinite until `stop`), and a node limit."""

    seconds: float = inf
    nodes: int | None = None


@dataclass(slots=True)
class _Search:
    """A search in a thread of its own, which says its move at once, or if endless, after `stop`.

    It says none if `is_silent`, because another search takes its place.
    """

    thread: threading.Thread
    is_endless: bool
    is_silent: bool = False
    stop: threading.Event = field(default_factory=threading.Event)


class Ugi:
    """Answers the commands of one program, on `out`."""

    def __init__(
        self,
        game: Game,
        variants: tuple[str, ...],
        size: tuple[int, int] | None,
        settings: Settings,
        out: TextIO,
    ) -> None:
        self._game = game
        self._variants = variants
        self._size = size or game.size
        self._settings = settings
        self._out = out
        self._writing = threading.Lock()
        self._cache = OracleCache(settings.memory or USUAL_HASH)
        self._position: Position | None = None
        self._search: _Search | None = None
        self._pondered: list[str] = []

    def listen(self, lines: Iterator[str] | TextIO) -> None:
        """Answer commands until `quit` or the end; then, a search with an end is finished."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                self._end()
                return
            if words:
                self._answer(words)
        if self._search is not None and not self._search.is_endless:
            self._search.thread.join()
        self._end()

    def _answer(self, words: Sequence[str]) -> None:
        known: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "isready": lambda _: self._say("readyok"),
            "uginewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._end(),
            "ponderhit": self._ponder_hit,
            "query": self._query,
        }
        command, *arguments = words
        try:
            if command not in known:
                raise InputError(f"found {quote(command)}, expected a command of UGI")
            known[command](arguments)
        except InputError as error:
            self._say(f"info string {error}")

    def _say(self, line: str) -> None:
        with self._writing:
            self._out.write(line + "\n")
            self._out.flush()

    def _ugi(self, _: list[str]) -> None:
        settings = self._settings
        self._say(f"id name proofplay {version()} {self._game.title}")
        self._say("id author the proofplay founders")
        for name, value, highest in (
            ("level", settings.level, FULL),
            ("threads", settings.threads, THREADS.maximum),
            ("hash", settings.memory or USUAL_HASH, MAX_HASH),
            ("multipv", settings.multipv, MAX_MULTIPV),
        ):
            self._say(f"option name {name} type spin default {value} min 1 max {highest}")
        self._say("option name ponder type check default false")
        self._say("ugiok")

    def _new_game(self, _: list[str]) -> None:
        self._end()
        self._cache = OracleCache(self._settings.memory or USUAL_HASH)
        self._position = None

    def _set_option(self, words: list[str]) -> None:
        if len(words) != 4 or (words[0], words[2]) != ("name", "value"):
            raise InputError("found no option, expected setoption name NAME value VALUE")
        name, value = words[1].lower(), words[3]
        highest = {
            "level": FULL,
            "threads": THREADS.maximum,
            "hash": MAX_HASH,
            "multipv": MAX_MULTIPV,
        }
        if name == "ponder":
            return  # the other program decides whether to ponder
        check_word("option", name, [*highest, "ponder"], "UGI")
        number = int(value) if value.isdecimal() and len(value) < len(str(highest[name])) + 1 else 0
        if not 1 <= number <= highest[name]:
            expected = f"a number from 1 to {highest[name]}"
            raise InputError(f"option {name}: found {quote(value)}, expected {expected}")
        attribute = "memory" if name == "hash" else name
        setattr(self._settings, attribute, number)

    def _set_position(self, words: list[str]) -> None:
        self._end()
        kind, *rest = words or [""]
        at = rest.index("moves") if "moves" in rest else len(rest)
        place, moves = rest[:at], rest[at + 1 :]
        if kind == "startpos" and not place:
            position = self._start()
        elif kind == "fen" and len(place) == 1:
            position = parse_position(place[0])
        else:
            raise InputError("found no position, expected position startpos or position fen LINE")
        if position.game != self._game.name:
            raise InputError(f"found a position of {position.game}, expected {self._game.name}")
        for text in moves:
            position = rules_of(position).play(position, parse_move(position, text))
        self._position = position

    def _start(self) -> Position:
        try:
            return start_position(self._game, *self._size, self._variants)
        except InputError as error:
            raise InputError(f"startpos: {error}") from error

    @property
    def position(self) -> Position:
        """The position, by default the start; raises `InputError` if the game has none."""
        if self._position is None:
            self._position = self._start()
        return self._position

    def _query(self, words: list[str]) -> None:
        position = self.position
        outcome = rules_of(position).outcome(position)
        first = next(iter(self._game.players))
        result = "none"
        if outcome is not None and rules_of(position).persons == 1:
            result = "p1win" if outcome.solved else "p2win"
        elif outcome is not None:
            result = "draw" if outcome.winner is None else _winner(outcome.winner == first)
        answers = {
            "gameover": str(outcome is not None).lower(),
            "p1turn": str(position.turn == first).lower(),
            "result": result,
        }
        question = words[0] if words else ""
        check_word("query", question, list(answers), "UGI")
        self._say(f"response {answers[question]}")

    def _go(self, words: list[str]) -> None:
        self._end()
        position = self.position
        if not legal_moves(position) or rules_of(position).outcome(position) is not None:
            self._say("info string the game is over")
            self._say("bestmove none")
            return
        is_pondering = "ponder" in words
        self._pondered = [word for word in words if word != "ponder"] if is_pondering else []
        going = Going() if is_pondering else self._going(words, position)
        search = _Search(threading.Thread(target=lambda: None), going.seconds == inf)
        search.thread = threading.Thread(
            target=self._run, args=(position, going, search, replace(self._settings)), daemon=True
        )
        self._search = search
        search.thread.start()

    def _ponder_hit(self, _: list[str]) -> None:
        """The expected move was made: search for it on the clock, with the tables so far."""
        if self._search is None:
            raise InputError("found ponderhit, expected go ponder before it")
        words = self._pondered
        self._end(is_silent=True)
        self._go(words or ["infinite"])

    def _going(self, words: list[str], position: Position) -> Going:
        numbers: dict[str, int] = {}
        rest = iter(words)
        for word in rest:
            if word == "infinite":
                return Going()
            value = next(rest, "")
            names = ["movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc"]
            check_word("go", word, [*names, "infinite", "ponder"], "UGI")
            if not value.isdecimal():
                raise InputError(f"go {word}: found {quote(value)}, expected a number")
            numbers[word] = int(value)
        if "depth" in numbers:
            raise InputError("found go depth, expected movetime, nodes, infinite or a clock")
        player = "p1" if position.turn == next(iter(self._game.players)) else "p2"
        seconds = inf if "nodes" in numbers or not numbers else 1.0
        if f"{player}time" in numbers:
            share = numbers[f"{player}time"] / CLOCK_SHARE + numbers.get(f"{player}inc", 0) / 2
            seconds = min(share, numbers[f"{player}time"] / 2) / 1000
        if "movetime" in numbers:
            seconds = numbers["movetime"] / 1000
        return Going(seconds, numbers.get("nodes"))

    def _end(self, *, is_silent: bool = False) -> None:
        """Stop the search, if there is one, and wait for its move."""
        if self._search is None:
            return
        search, self._search = self._search, None
        search.is_silent = is_silent
        search.stop.set()
        search.thread.join()

    def _run(self, position: Position, going: Going, search: _Search, settings: Settings) -> None:
        """Search, and say what was found and the best move."""
        try:
            best = _Player(position, going, search.stop, settings, self._cache, self._say).best()
        except InputError as error:
            self._say(f"info string {error}")
            best = format_move(position, legal_moves(position)[0])
        if search.is_endless:
            search.stop.wait()
        if not search.is_silent:
            self._say(f"bestmove {best}")


class _Player:
    """Finds one move."""

    def __init__(
        self,
        position: Position,
        going: Going,
        stop: threading.Event,
        settings: Settings,
        cache: OracleCache,
        say: Callable[[str], None],
    ) -> None:
        self._position = position
        self._going = going
        self._stop = stop
        self._settings = settings
        self._cache = cache
        self._say = say
        self._begun = time.monotonic()

    def best(self) -> str:
        """Return the best move found until the time is up or the search is stopped."""
        settings, going = self._settings, self._going
        is_alone = rules_of(self._position).persons == 1
        if settings.multipv > 1 or is_alone or going.nodes is not None:
            return self._analysed(min(going.seconds, inf))
        if settings.level == FULL:
            answer = self._proved(going.seconds * EXACT_SHARE if going.seconds < inf else inf)
            if answer is not None and answer.line:
                return answer.line[0]
        return self._chosen(self._left(LAST_LOOK))

    def _limits(self, seconds: float) -> Limits:
        settings = self._settings
        return Limits(
            self._going.nodes,
            None if seconds == inf else seconds,
            settings.memory,
            settings.threads,
        )

    def _left(self, least: float) -> float:
        return max(self._going.seconds - (time.monotonic() - self._begun), least)

    def _watch(self, share: float) -> None:
        if self._stop.is_set():
            raise Cancelled

    def _proved(self, seconds: float) -> Answer | None:
        """Return the exact answer, if it comes in time."""
        try:
            answer = ask(self._position, Question(), self._limits(seconds), self._watch)
        except Cancelled:
            return None
        if answer.result is None:
            return None
        self._inform(answer.nodes, answer, None, answer.line)
        return answer

    def _chosen(self, seconds: float) -> str:
        """Return the move of a level."""
        settings = self._settings
        if self._stop.is_set() or seconds == inf:
            seconds = LAST_LOOK
        try:
            reply = choose(
                self._position,
                settings.level,
                self._limits(seconds),
                settings.seed,
                self._watch if not self._stop.is_set() else None,
                self._cache.checkout,
            )
        except Cancelled:
            return self._chosen(LAST_LOOK)
        self._inform(0, None, reply.estimate, [reply.move])
        return reply.move

    def _analysed(self, seconds: float) -> str:
        """Return the best move of an analysis, which is said for as many moves as wanted."""
        look = FIRST_LOOK if seconds == inf else seconds
        best = format_move(self._position, legal_moves(self._position)[0])
        while True:
            budget = None if self._going.nodes is not None else PlayoutBudget(seconds=look / 2)
            question = Question(ANALYSE, estimate=budget)
            try:
                answer = ask(self._position, question, self._limits(look), self._watch)
            except Cancelled:
                return best
            if isinstance(answer, Analysis) and answer.moves:
                best = answer.moves[0].move
                for number, move in enumerate(answer.moves[: self._settings.multipv], start=1):
                    self._inform(answer.nodes, move, move.estimate, [move.move], number)
            if seconds < inf or self._going.nodes is not None or answer.result is not None:
                return best
            look *= 2

    def _inform(
        self,
        nodes: int,
        value: Value | None,
        estimate: Estimate | None,
        line: Sequence[str],
        number: int = 1,
    ) -> None:
        milliseconds = int((time.monotonic() - self._begun) * 1000)
        words = ["info", f"multipv {number}", *_score(value, estimate)]
        words += [f"time {milliseconds}", f"nodes {nodes}", f"pv {' '.join(line)}"]
        self._say(" ".join(words))


def _winner(is_first: bool) -> str:
    return "p1win" if is_first else "p2win"


def _score(value: Value | None, estimate: Estimate | None) -> Iterator[str]:
    """Yield the words of a score: exact, estimated, or none."""
    if value is not None and value.result is not None:
        plies = "" if value.distance is None else f" {value.distance}"
        yield f"score {value.result}{plies} exact"
    elif estimate is not None:
        win = min(max(estimate.win, 0.001), 0.999)
        yield f"score cp {round(400 * log10(win / (1 - win)))}"
