"""Estimates: the playouts for one, a player's chances by them, and what their tree proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from positions.errors import InputError, quote
from positions.game import Move, Position
from positions.games import game_of
from positions.text import format_move
from positions.values import convert, shown
from solver.engines.lines import sign_of
from solver.interface.engine import Limits, Result
from solver.interface.ranges import NODES, PLAYOUTS, SEED, TIME

# Final scores for a player: 1 is a win, 0 a draw, -1 a loss, or a margin if the game has one.
Bounds = tuple[int, int]

RESULT_SCORES = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}

# Roughly how many positions of a kernel take as long as a playout, and how many playouts take as
# long as a position searched by the rules alone, or a SAT conflict.
POSITIONS_A_PLAYOUT = 10
PLAYOUTS_A_POSITION = 10


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate by playouts if nothing is proved; it is never an answer."""

    win: float
    """The chances, from 0 to 1, of the player to move, or of the move's player; a draw is 0.5."""
    playouts: int
    best: str | None = None
    """The move with the best chances; null for the estimate of a move."""
    score: float | None = None
    """The expected final margin, positive for the first player (Marvin: kings)."""


class Chances(NamedTuple):
    """The result of playouts for one player: the share won, and the mean final score.

    `lower` and `upper` are proved bounds of the score with best play.
    """

    playouts: int
    win: float
    score: float
    lower: int
    upper: int

    @property
    def is_known(self) -> bool:
        """Whether there is any information: playouts, or a proved result."""
        return self.playouts > 0 or self.proved_win is not None

    @property
    def proved_win(self) -> float | None:
        """The chances if the result is proved, else None."""
        if self.lower > 0:
            return 1.0
        if self.upper < 0:
            return 0.0
        return 0.5 if self.lower == self.upper else None

    def settled(self) -> Chances:
        """Return the chances, made exact if the result is proved.

        Unproved chances are never exactly 0 or 1, even if all playouts were won or lost.
        """
        proved, unsure = self.proved_win, 0.5 / (self.playouts + 1)
        win = min(max(self.win, unsure), 1 - unsure) if proved is None else proved
        score = self.score if self.lower != self.upper else float(self.lower)
        return self._replace(win=win, score=score)

    def within(self, bounds: Bounds) -> Chances:
        """Return the chances with bounds that are known as well."""
        lower, upper = max(self.lower, bounds[0]), min(self.upper, bounds[1])
        return self._replace(lower=lower, upper=upper).settled()

    def for_opponent(self) -> Chances:
        """Return the chances from the opponent's side."""
        return Chances(self.playouts, 1.0 - self.win, -self.score, -self.upper, -self.lower)


def proved_chances(score: int) -> Chances:
    """Return the chances of a player whose final score with best play is known."""
    return Chances(0, 0.5, 0.0, score, score).settled()


@dataclass(frozen=True, slots=True)
class PositionEstimate:
    """The chances of the player to move, and of each move for its player.

    If it `is_even`, the number of playouts of a move does not indicate its quality.
    """

    chances: Chances
    best: Move
    moves: Mapping[Move, Chances]
    is_even: bool = False


def estimate_of_position(position: Position, estimate: PositionEstimate) -> Estimate:
    """Return the estimate of a position."""
    return _estimate(position, estimate.chances, estimate.best)


def estimate_of_move(position: Position, chances: Chances) -> Estimate | None:
    """Return the estimate of a move of a position; None if nothing is known."""
    return _estimate(position, chances) if chances.is_known else None


def _estimate(position: Position, chances: Chances, best: Move | None = None) -> Estimate:
    score = None
    if game_of(position).scored_in is not None:
        score = sign_of(position) * chances.score
    name = None if best is None else format_move(position, best)
    return Estimate(chances.win, chances.playouts, name, score)


@dataclass(frozen=True, slots=True)
class PlayoutBudget:
    """A number of seconds or of playouts, and the random seed.

    A number of playouts implies one thread, and the same seed gives the same estimate. Raises
    `InputError` for a number out of its range.
    """

    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        convert(self, "seconds", TIME, "estimate", optional=True)
        convert(self, "playouts", PLAYOUTS, optional=True)
        convert(self, "seed", SEED)

    def exact(self, limits: Limits, *, is_fast: bool) -> Limits:
        """Return the limits of the exact search before the playouts; with a kernel, it `is_fast`.

        Without a time limit of its own, it gets as much time as the estimate. If the number of
        playouts is given, it gets a node limit, so that it is reproducible too.
        """
        if limits.seconds is not None:
            return limits
        if self.playouts is None:
            return replace(limits, seconds=self.seconds)
        if limits.nodes is None:
            playouts = self.playouts
            nodes = playouts * POSITIONS_A_PLAYOUT if is_fast else playouts // PLAYOUTS_A_POSITION
            return replace(limits, nodes=min(nodes, NODES.maximum))
        return limits

    def limits(self, limits: Limits) -> Limits:
        """Return the limits of the playouts, with the memory and threads of the search."""
        return replace(limits, nodes=self.playouts, seconds=self.seconds)


def playout_budget_of(
    estimate: float | None, playouts: int | None, seed: int | None = None
) -> PlayoutBudget | None:
    """Return the requested budget, in seconds or in playouts; None if there is none.

    Raises `InputError` for both kinds, and for a seed without either.
    """
    if estimate is not None and playouts is not None:
        raise InputError("estimate: found seconds and playouts, expected only one of them")
    if estimate is not None or playouts is not None:
        return PlayoutBudget(estimate, playouts, 0 if seed is None else seed)
    if seed is not None:
        found = quote(shown(seed))
        raise InputError(f"seed: found {found}, expected none without an estimate or playouts")
    return None
