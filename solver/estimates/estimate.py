"""What an estimate is: the chances of a player by playouts, and what the tree of them proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from positions.game import Move, Position
from positions.games import game_of
from solver.engines.lines import sign_of
from solver.interface.engine import Result

# Of the final score, for a player: 1 is a win, 0 a draw, -1 a loss, or a margin where one counts.
Bounds = tuple[int, int]

RESULT_SCORES = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}


@dataclass(frozen=True, slots=True)
class Estimate:
    """The chances `win` of a player, from 0 to 1; a draw counts as a half.

    They are those of the player to move, or of who makes the move that is estimated; 0 and 1 are
    proved. `best` is the move with the best chances (None for the estimate of a move), and `score`
    the expected margin of a game that counts one, positive for its first player.
    """

    win: float
    playouts: int
    best: Move | None = None
    score: float | None = None


class Chances(NamedTuple):
    """What playouts say for one player: the share that is won, and the mean of the final scores.

    `least` and `most` are bounds of the score under best play, which are proved.
    """

    playouts: int
    win: float
    score: float
    least: int
    most: int

    @property
    def is_known(self) -> bool:
        """Whether there is anything to tell: playouts, or a result that is proved."""
        return self.playouts > 0 or self.proved_win is not None

    @property
    def proved_win(self) -> float | None:
        """The chances where the result is proved, else None."""
        if self.least > 0:
            return 1.0
        if self.most < 0:
            return 0.0
        return 0.5 if self.least == self.most else None

    def settled(self) -> Chances:
        """Return the same with exactly the chances, and the score, that are proved.

        What is not proved is never quite sure, though all playouts were won or all were lost.
        """
        proved, unsure = self.proved_win, 0.5 / (self.playouts + 1)
        win = min(max(self.win, unsure), 1 - unsure) if proved is None else proved
        score = self.score if self.least != self.most else float(self.least)
        return self._replace(win=win, score=score)

    def for_opponent(self) -> Chances:
        """Return the same as the opponent sees it."""
        return Chances(self.playouts, 1.0 - self.win, -self.score, -self.most, -self.least)


def proved_chances(score: int) -> Chances:
    """Return the chances of a player whose final score under best play is known."""
    return Chances(0, 0.5, 0.0, score, score).settled()


@dataclass(frozen=True, slots=True)
class PositionEstimate:
    """The chances of the player to move, and of each move for who makes it.

    Where it `is_even`, how many playouts a move got says nothing of its worth.
    """

    chances: Chances
    best: Move
    moves: Mapping[Move, Chances]
    is_even: bool = False


def estimate_of_position(position: Position, found: PositionEstimate) -> Estimate:
    """Return the estimate of a position."""
    return _estimate(position, found.chances, found.best)


def estimate_of_move(position: Position, chances: Chances) -> Estimate | None:
    """Return the estimate of a move of a position; None where nothing can be told."""
    return _estimate(position, chances) if chances.is_known else None


def _estimate(position: Position, chances: Chances, best: Move | None = None) -> Estimate:
    score = None
    if game_of(position).scored_in is not None:
        score = sign_of(position) * chances.score
    return Estimate(chances.win, chances.playouts, best, score)
