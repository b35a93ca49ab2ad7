"""Estimates: the playouts for one, a player's chances by them, and what their tree proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from positions.game import Move, Position
from positions.games import game_of
from positions.text import format_move
from solver.engines.lines import sign_of
from solver.interface.engine import Result

# Final scores for a player: 1 is a win, 0 a draw, -1 a loss, or a margin if the game has one.
Bounds = tuple[int, int]

RESULT_SCORES = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}


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
