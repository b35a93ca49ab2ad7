"""Matches between two players: levels of the opponent, random moves, or programs that speak UGI.

Each opening is played twice, with either player beginning. Elo differences are those of the
logistic curve (A. Elo, The Rating of Chessplayers, 1978), and the sequential test is Wald's, with
the log-likelihood ratio of a normal approximation to the mean score of a game.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import log, log10, sqrt
from random import Random
from statistics import mean, pvariance
from threading import Timer
from typing import Protocol

from positions.deals import DealOrder, play_on, set_up
from positions.errors import InputError, quote
from positions.game import Move, Position
from positions.games import rules_of
from positions.playing import legal_moves
from positions.text import format_move, format_position, parse_move
from solver.engines.oracle_cache import OracleCache
from solver.interface.engine import Limits
from solver.opponent import LEVELS, choose
from solver.pool.worker import Resources

RANDOM, LEVEL = "random", "level:"
# A game without an end is a draw.
MAX_PLIES = 1000
# Seconds that a program has for its answers, beyond its thinking time.
GRACE = 10.0
# MiB for the tables of a level.
_MEMORY = 512
# The chance of either wrong verdict of the sequential test.
_ERROR = 0.05
_QUANTILE = 1.96


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """The players, the openings, and the seconds for a move.

    `openings` are lines of positions, each used once a pair of games. Without them, a pair begins
    with `plies` random plies from the start that `deal` describes.
    """

    players: tuple[str, str]
    deal: DealOrder
    plies: int
    openings: tuple[Position, ...]
    seconds: float
    seed: int

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called: if they are alike, with a number."""
        one, other = self.players
        return (one, other) if one != other else (f"{one} (1)", f"{other} (2)")

    def opening(self, number: int) -> Position:
        """Return the opening of a game, counted from 0."""
        pair = number // 2
        if self.openings:
            return self.openings[pair % len(self.openings)]
        for trial in range(1000):
            random = Random(f"proofplay match {self.seed} {pair} {trial}")
            position = play_on(set_up(self.deal, random), self.plies, random)
            if position is not None and legal_moves(position):
                return position
        raise InputError(f"--plies: found {self.plies}, after which every game is over")


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its opening, its moves, and the first player's points (1, 0.5 or 0).

    `beginner` is the number of the player who made the first move, 0 or 1. `fault` says why a
    player lost without the rules: a program that failed, or a move that was illegal.
    """

    number: int
    opening: Position
    beginner: int
    moves: tuple[str, ...]
    points: float
    fault: str | None = None


class _Player(Protocol):
    """One of the two: it returns its move in a game that began at `opening`."""

    def move(self, opening: Position, moves: Sequence[str], position: Position) -> str:
        """Return a move; raises `_FaultError` if there is none."""


class _FaultError(Exception):
    """A player cannot go on, and loses."""


def check_player(text: str) -> None:
    """Raise `InputError` for a text that is not a player."""
    if text.startswith(LEVEL):
        level = text.removeprefix(LEVEL)
        if level not in [str(each.number) for each in LEVELS]:
            raise InputError(f"found {quote(text)}, expected a level from 1 to {len(LEVELS)}")
    elif text != RANDOM and not _words(text):
        expected = f"{LEVEL}N, {RANDOM}, or a command that speaks UGI"
        raise InputError(f"found {quote(text)}, expected {expected}")


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []


def play_game(order: MatchOrder, number: int, resources: Resources) -> Played:
    """Play a game, counted from 0."""
    opening, beginner = order.opening(number), number % 2
    position, moves = opening, list[str]()
    with ExitStack() as stack:
        players: list[_Player] = []
        for side, text in enumerate(order.players):
            seed = order.seed + 2 * number + side
            if text == RANDOM:
                players.append(_Chance(seed))
            elif text.startswith(LEVEL):
                level = int(text.removeprefix(LEVEL))
                limits = resources.of(Limits(None, order.seconds, _MEMORY))
                players.append(_Level(level, limits, seed))
            else:
                players.append(stack.enter_context(_Program(text, order.seconds)))
        first = opening.turn
        while rules_of(position).outcome(position) is None and legal_moves(position):
            if len(moves) == MAX_PLIES:
                return Played(number, opening, beginner, tuple(moves), 0.5, "without an end")
            side = beginner if position.turn == first else 1 - beginner
            try:
                text = players[side].move(opening, moves, position)
                move = _parsed(position, text, order.players[side])
            except _FaultError as fault:
                return Played(number, opening, beginner, tuple(moves), float(side), str(fault))
            moves.append(format_move(position, move))
            position = rules_of(position).play(position, move)
    outcome = rules_of(position).outcome(position)
    if outcome is None or outcome.winner is None:
        return Played(number, opening, beginner, tuple(moves), 0.5)
    winner = beginner if outcome.winner == first else 1 - beginner
    return Played(number, opening, beginner, tuple(moves), float(winner == 0))


def _parsed(position: Position, text: str, player: str) -> Move:
    try:
        return parse_move(position, text)
    except InputError as error:
        raise _FaultError(f"{player}: {error}") from error


class _Chance:
    """Makes random moves."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def move(self, opening: Position, moves: Sequence[str], position: Position) -> str:
        return format_move(position, self._random.choice(legal_moves(position)))


class _Level:
    """Moves at a level of the opponent, whose tables stay for the game."""

    def __init__(self, level: int, limits: Limits, seed: int) -> None:
        self._level = level
        self._limits = limits
        self._seed = seed
        self._cache = OracleCache(_MEMORY)

    def move(self, opening: Position, moves: Sequence[str], position: Position) -> str:
        seed = self._seed + len(moves)
        checkout = self._cache.checkout
        return choose(position, self._level, self._limits, seed, None, checkout).move


class _Program:
    """A program that speaks UGI; a context manager, which ends it."""

    def __init__(self, command: str, seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._is_ready = False

    def __enter__(self) -> _Program:
        self._process: subprocess.Popen[str] | None = None
        try:
            self._process = subprocess.Popen(
                _words(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError as error:
            self._failed = f"{self._command}: {(error.strerror or str(error)).lower()}"
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is None:
            return
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            # What was not sent to a program that has ended cannot be sent now, either.
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._process.wait()

    def move(self, opening: Position, moves: Sequence[str], position: Position) -> str:
        if self._process is None:
            raise _FaultError(self._failed)
        if not self._is_ready:
            self._ask("ugi", "ugiok")
            self._ask("isready", "readyok")
            self._is_ready = True
        played = f" moves {' '.join(moves)}" if moves else ""
        self._tell(f"position fen {format_position(opening)}{played}")
        return self._ask(f"go movetime {int(self._seconds * 1000)}", "bestmove").split()[1]

    def _tell(self, line: str) -> None:
        process = self._process
        try:
            if process is None or process.stdin is None:
                raise BrokenPipeError
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except OSError as error:
            raise _FaultError(f"{self._command}: it has ended") from error

    def _ask(self, line: str, answer: str) -> str:
        process = self._process
        if process is None or process.stdout is None:
            raise _FaultError(f"{self._command}: it has ended")
        # A program that keeps silent is ended, which ends the wait for its answer.
        timer = Timer(self._seconds + GRACE, process.kill)
        timer.start()
        try:
            self._tell(line)
            for heard in process.stdout:
                words = heard.split()
                if words[:1] == [answer] and (answer != "bestmove" or len(words) > 1):
                    return heard
        finally:
            timer.cancel()
        raise _FaultError(f"{self._command}: it ended, or kept silent, instead of {answer}")


@dataclass(frozen=True, slots=True)
class Score:
    """What the games so far say of the first player: points of each game, in order."""

    points: tuple[float, ...]

    @property
    def wins(self) -> int:
        """The number of games won."""
        return self.points.count(1.0)

    @property
    def draws(self) -> int:
        """The number of games drawn."""
        return self.points.count(0.5)

    @property
    def losses(self) -> int:
        """The number of games lost."""
        return self.points.count(0.0)

    @property
    def share(self) -> float:
        """The share of the points."""
        return mean(self.points) if self.points else 0.5

    def elo(self) -> tuple[float | None, float | None, float | None]:
        """Return the difference in Elo, and the ends of its 95 % interval; None if it is infinite.

        The interval is that of the mean score, by a normal approximation with Wilson's centre.
        """
        count = len(self.points)
        if not count:
            return None, None, None
        spread = pvariance(self.points) + 1 / (4 * count)
        half = _QUANTILE * sqrt(spread / count)
        return _elo(self.share), _elo(self.share - half), _elo(self.share + half)

    def likelihood(self, low: float, high: float) -> float:
        """Return the log-likelihood ratio of an Elo difference of `high` to one of `low`."""
        count = len(self.points)
        spread = pvariance(self.points) if count > 1 else 0.0
        if spread == 0:
            return 0.0
        expected = [1 / (1 + 10 ** (-elo / 400)) for elo in (low, high)]
        gain = expected[1] - expected[0]
        return count * gain * (2 * self.share - sum(expected)) / (2 * spread)

    def verdict(self, low: float, high: float) -> str | None:
        """Return which of two Elo differences the sequential test accepts, None if neither yet."""
        bound = log((1 - _ERROR) / _ERROR)
        ratio = self.likelihood(low, high)
        return "higher" if ratio >= bound else "lower" if ratio <= -bound else None


def _elo(share: float) -> float | None:
    return 400 * log10(share / (1 - share)) if 0 < share < 1 else None


def played_record(order: MatchOrder, played: Played) -> dict[str, object]:
    """Return a game as an object of the output; `line` has its moves."""
    names = [order.names[played.beginner], order.names[1 - played.beginner]]
    result = {1.0: order.names[0], 0.0: order.names[1]}.get(played.points)
    return {
        "number": played.number + 1,
        "position": format_position(played.opening),
        "game": played.opening.game,
        "first": names[0],
        "second": names[1],
        "winner": result,
        "points": played.points,
        "plies": len(played.moves),
        "line": list(played.moves),
        "fault": played.fault,
    }
