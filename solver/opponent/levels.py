"""The levels of the opponent: what each may do, with a description."""

from __future__ import annotations

from dataclasses import dataclass

from solver.answers.model import Opponent, OpponentLevel

# Its thinking time in seconds: the default and the maximum.
USUAL_SECONDS = 3.0
MAX_SECONDS = 20.0


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
        "Takes a win that is one move away; any other move is almost chance.",
        playouts=20,
        power=1.0,
        lightly=2.0,
    ),
    Level(2, "Tries 60 games in its head and often follows a whim.", playouts=60, power=1.0),
    Level(3, "Tries 200 games in its head and follows a whim at times.", playouts=200, power=1.5),
    Level(4, "Tries 700 games in its head and seldom strays.", playouts=700, power=2.0),
    Level(5, "Tries 2,500 games in its head and hardly ever strays.", playouts=2_500, power=3.0),
    Level(
        6,
        "Tries 10,000 games in its head and plays what did best, but for near ties.",
        playouts=10_000,
        power=6.0,
    ),
    Level(
        7,
        "Looks for a proof in a quarter of its time, then tries up to 40,000 games in its head.",
        playouts=40_000,
        exact=0.25,
    ),
    Level(
        8,
        "Full strength: proves what it can in two fifths of its time, and tries games in its head "
        "for the rest.",
        exact=0.4,
    ),
)

OPPONENT = Opponent(
    levels=[OpponentLevel(level=level.number, sentence=level.sentence) for level in LEVELS],
    usual_seconds=USUAL_SECONDS,
    most_seconds=MAX_SECONDS,
)
