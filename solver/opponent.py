"""An opponent with levels: it moves by proof, by playouts, or at random, within its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from math import exp, inf
from random import Random

from positions.errors import InputError
from positions.game import Move, Position
from positions.games import game_of, rules_of
from positions.playing import legal_moves
from positions.text import format_move, format_position
from solver.answers.ask import Question
from solver.answers.model import Opponent, OpponentLevel, Reply
from solver.engines.lines import assess_move, result_of_move
from solver.estimates import (
    Bounds,
    Chances,
    Estimate,
    PositionEstimate,
    Run,
    estimate,
    estimate_of_move,
)
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Watch,
)

# Its thinking time in seconds: the default and the maximum.
USUAL_SECONDS = 3.0
MAX_SECONDS = 20.0

# The part of its time that the opponent reserves for overhead: a share, and seconds.
_MARGIN_SHARE, _MARGIN = 0.05, 0.1
# Seconds that playouts get in any case: without one, a move would be chosen blindly.
_MIN_SECONDS = 0.05
# If all moves got the same number of playouts, a move with chances w is chosen as if it had got a
# number proportional to exp(8 w): an advantage of 0.1 about doubles that.
_PLAYOUTS_FOR_CHANCES = 8.0
# How many positions are searched for each move in one pass over the moves of a won position.
_PROBE_NODES = (1 << 10, 1 << 14, 1 << 18)

# Returns an engine for one question about a position, and its budget.
Checkout = Callable[
    [Engine, Position, Details, Limits], AbstractContextManager[tuple[Engine, Budget]]
]


@dataclass(frozen=True, slots=True)
class Level:
    """The parameters of a level.

    The opponent makes `playouts` playouts, None for as many as its time allows, after an exact
    search in a share `exact` of its time. It chooses a move at random, by weights of
    ``(playouts + lightly) ** power``. These count the playouts that began with the move, or the
    equivalent of its chances if all moves got the same number. Without a `power`, it makes the best
    move.
    """

    number: int
    sentence: str
    playouts: int | None = None
    power: float | None = None
    lightly: float = 0.0
    exact: float = 0.0


LEVELS = (
    Level(
        1,
        "A first game: moves almost at random, but takes a win in one.",
        playouts=20,
        power=1.0,
        lightly=2.0,
    ),
    Level(2, "Easy: sees wins one move ahead, and often follows a whim.", playouts=60, power=1.0),
    Level(3, "Casual: prefers good moves, with a whim at times.", playouts=200, power=1.5),
    Level(4, "Steady: seldom gives a good move away.", playouts=700, power=2.0),
    Level(5, "Firm: hardly ever plays against its own judgement.", playouts=2_500, power=3.0),
    Level(6, "Strong: always plays a move that looks best to it.", playouts=10_000, power=6.0),
    Level(
        7,
        "Very strong: plays short endings perfectly, and judges the rest well.",
        playouts=40_000,
        exact=0.25,
    ),
    Level(8, "Full strength: plays perfectly wherever it finds a proof in time.", exact=0.4),
)

OPPONENT = Opponent(
    levels=[OpponentLevel(level=level.number, sentence=level.sentence) for level in LEVELS],
    usual_seconds=USUAL_SECONDS,
    most_seconds=MAX_SECONDS,
)


@contextmanager
def _uncached(
    engine: Engine, position: Position, wanted: Details, limits: Limits
) -> Iterator[tuple[Engine, Budget]]:
    yield engine, Budget(limits)


def choose(
    position: Position,
    level: int,
    limits: Limits,
    seed: int,
    watch: Watch | None = None,
    checkout: Checkout = _uncached,
) -> Reply:
    """Choose a move at a level, 1 to 8, within `limits.seconds`, with a random seed.

    `checkout` returns the engine of the exact search, such as one whose tables are kept. Raises
    `InputError` if there is no opponent: in solitaire, and if the game is over.
    """
    begun = time.perf_counter()
    check_taken(position)
    opponent = _Opponent(position, LEVELS[level - 1], limits, seed, watch)
    move, is_proved, estimate = opponent.choose(checkout)
    return Reply(
        position=format_position(position),
        level=level,
        move=format_move(position, move),
        proved=is_proved,
        estimate=None if is_proved else estimate,
        seconds=time.perf_counter() - begun,
    )


def check_taken(position: Position) -> None:
    """Raise `InputError` if an opponent has no move to make."""
    if rules_of(position).persons == 1:
        raise InputError("position: found a solitaire, expected a two-player game")
    if rules_of(position).outcome(position) is not None:
        raise InputError("position: the game is over")


class _Opponent:
    """Chooses one move."""

    def __init__(
        self, position: Position, level: Level, limits: Limits, seed: int, watch: Watch | None
    ) -> None:
        self._position = position
        self._level = level
        seconds = limits.seconds
        if seconds is not None:
            seconds = max(seconds - max(_MARGIN, _MARGIN_SHARE * seconds), 0.0)
        self._limits = replace(limits, seconds=seconds)
        self._seed = seed
        self._random = Random(seed)
        self._watch = watch
        self._time = Budget(self._limits)

    def choose(self, checkout: Checkout) -> tuple[Move, bool, Estimate | None]:
        """Return a move, whether it is proved to be best, and its estimate if it is not."""
        moves = legal_moves(self._position)
        winning = self._winning(moves)
        if len(moves) == 1 or winning is not None:
            return winning or moves[0], True, None
        best, is_proved = self._by_proof(checkout) if self._level.exact else ((), False)
        if len(best) == 1:
            return best[0], True, None
        estimate = self._estimated(dict.fromkeys(best, (1, 1)))
        if best:
            if estimate is not None and estimate.moves[estimate.best].lower > 0:
                return estimate.best, True, None
            return best[0], True, None
        if estimate is None:
            return self._random.choice(moves), is_proved, None
        move = self._picked(estimate)
        chances = estimate.moves[move]
        is_best = is_proved or self._is_best(chances, estimate.chances)
        return move, is_best, estimate_of_move(self._position, chances)

    def _is_best(self, chances: Chances, root: Chances) -> bool:
        """Return whether the playouts proved that no other move is better."""
        if chances.lower >= root.upper:
            return True
        return rules_of(self._position).scored_in is None and (chances.lower > 0 or root.upper < 0)

    def _winning(self, moves: Sequence[Move]) -> Move | None:
        """Return a move that ends the game with a win, if the game has no margin."""
        game, rules = game_of(self._position), rules_of(self._position)
        if game.rules.scored_in is not None:
            return None
        for move in moves:
            outcome = rules.outcome(rules.play(self._position, move))
            if outcome is not None and outcome.winner == self._position.turn:
                return move
        return None

    def _by_proof(self, checkout: Checkout) -> tuple[tuple[Move, ...], bool]:
        """Return moves that are proved to be best in time, and whether the value is proved.

        The winner hurries, and the loser delays, if distances are cheap or can be found in as much
        time again; then there is one move. If the game is won and they are unknown, there may be
        several moves that win; if it is lost, there is none: playouts choose between them.
        """
        question, limits = Question(), self._limits
        engine, wanted = question.engine_for(self._position), question.wanted(self._position)
        if limits.seconds is not None:
            limits = replace(limits, seconds=limits.seconds * self._level.exact)
        assessment: Assessment | None = None
        best: tuple[Move, ...] = ()
        is_choice = False
        with checkout(engine, self._position, wanted, limits) as (caching, budget):
            budget.watch = self._watch
            try:
                oracle = caching.open(self._position, budget)
                assessment = oracle.assess(self._position, wanted)
                is_measured = (assessment.distance, assessment.score) != (None, None)
                if is_measured or assessment.result != Result.LOSS:
                    best = oracle.line(self._position, wanted)[:1]
                if not is_measured and assessment.result != Result.DRAW:
                    is_choice = oracle.keeps_tables and assessment.value is None
                    budget.renew(limits, self._watch)
                    best = oracle.line(self._position, replace(wanted, distance=True))[:1]
            except LimitReached:
                if best and is_choice:
                    best = (*best, *self._other_wins(best[0], oracle, budget))
        # A win without a known move is useless.
        is_useful = best or (assessment is not None and assessment.result == Result.LOSS)
        return best, bool(is_useful)

    def _other_wins(self, move: Move, oracle: Oracle, budget: Budget) -> list[Move]:
        """Return other moves that are soon proved to win, in half of the remaining time."""
        unknown = [other for other in legal_moves(self._position) if other != move]
        won: list[Move] = []
        until = self._time.seconds + self._seconds_left() / 2
        for nodes in _PROBE_NODES:
            for other in list(unknown):
                seconds = max(until - self._time.seconds, 0.0)
                budget.renew(replace(self._limits, nodes=nodes, seconds=seconds), self._watch)
                try:
                    after = assess_move(
                        self._position, other, lambda p: oracle.assess(p, Details())
                    )
                except LimitReached:
                    continue
                unknown.remove(other)
                if result_of_move(self._position, after) == Result.WIN:
                    won.append(other)
        return won

    def _seconds_left(self) -> float:
        seconds = self._limits.seconds
        return inf if seconds is None else max(seconds - self._time.seconds, _MIN_SECONDS)

    def _estimated(self, known: Mapping[Move, Bounds]) -> PositionEstimate | None:
        """Estimate with the remaining time."""
        seconds = None if self._limits.seconds is None else self._seconds_left()
        limits = replace(self._limits, nodes=self._level.playouts, seconds=seconds)
        run = Run(limits, self._seed, play_on=True, watch=self._watch)
        return estimate(self._position, run, known)

    def _picked(self, estimate: PositionEstimate) -> Move:
        """Return the best move, or a random one, weighted by the numbers of playouts.

        A win proved by playouts is always chosen, and a proved loss never if there is an
        alternative.
        """
        won = [move for move, chances in estimate.moves.items() if chances.lower > 0]
        if self._level.power is None or estimate.best in won:
            return estimate.best
        hopeful = [move for move, chances in estimate.moves.items() if chances.upper >= 0]
        moves = won or hopeful or list(estimate.moves)
        if estimate.is_even:
            weights = [exp(_PLAYOUTS_FOR_CHANCES * estimate.moves[move].win) for move in moves]
        else:
            weights = [estimate.moves[move].playouts + self._level.lightly for move in moves]
        weights = [weight**self._level.power for weight in weights]
        return self._random.choices(moves, weights)[0] if sum(weights) else estimate.best
