"""Goals of strategies against every reply, and of all attempts at a deal.

A goal defines which ends of the game meet it. A goal in plies gives every position of its graph a
bound: the plies within which the hero wins from there, or for which the hero lasts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from positions.game import Game, Outcome, Position
from positions.grid import EMPTY


class Bound(Enum):
    """The meaning of the bounds of a goal in plies."""

    WITHIN = auto()
    LASTING = auto()


@dataclass(frozen=True, slots=True)
class End:
    """A finished game, and the player whose strategy led there; None in solitaire."""

    position: Position
    outcome: Outcome
    hero: str | None


@dataclass(frozen=True, slots=True)
class Goal:
    """What is proved about a position, and by whose moves.

    Without a `hero`, all moves of both players are followed. `is_met_by` judges an end; an end that
    does not meet a `LASTING` goal may still come late enough. `plies` is the bound at the root.
    """

    title: str
    hero: str | None
    is_met_by: Callable[[End], bool]
    bound: Bound | None = None
    plies: int | None = None


def wins(game: Game, hero: str) -> Goal:
    """Return the goal that a player wins."""
    return Goal(f"strategy {game.players[hero]} wins", hero, _is_won)


def wins_within(game: Game, hero: str, plies: int) -> Goal:
    """Return the goal that a player wins within a number of plies."""
    title = f"strategy {game.players[hero]} wins within {plies}"
    return Goal(title, hero, _is_won, Bound.WITHIN, plies)


def lasts(game: Game, hero: str, plies: int) -> Goal:
    """Return the goal that a player does not lose in fewer than a number of plies."""
    title = f"strategy {game.players[hero]} lasts {plies}"
    return Goal(title, hero, lambda end: not _is_lost(end, game), Bound.LASTING, plies)


def draws(game: Game, hero: str) -> Goal:
    """Return the goal that a player does not lose."""
    title = f"strategy {game.players[hero]} draws"
    return Goal(title, hero, lambda end: not _is_lost(end, game))


def scores(game: Game, hero: str, score: int) -> Goal:
    """Return the goal of a margin: a lower bound for the first player, an upper for the second."""
    is_first = hero == next(iter(game.players))
    title = f"strategy {game.players[hero]} scores {'at least' if is_first else 'at most'} {score}"

    def is_met_by(end: End) -> bool:
        margin = end.outcome.score
        return margin is not None and (margin >= score if is_first else margin <= score)

    return Goal(title, hero, is_met_by)


def none_solves() -> Goal:
    """Return the goal that no attempt solves a deal."""
    return Goal("attempts none solves", None, lambda end: not end.outcome.solved)


def none_leaves_fewer(pieces: int) -> Goal:
    """Return the goal that no attempt solves a deal or leaves fewer pieces (SR8)."""
    return Goal(
        f"attempts none leaves fewer than {pieces}",
        None,
        lambda end: not end.outcome.solved and pieces_left(end.position) >= pieces,
    )


def pieces_left(position: Position) -> int:
    """Return the number of pieces on a board."""
    return len(position.board.cells) - position.board.cells.count(EMPTY)


def _is_won(end: End) -> bool:
    return end.outcome.winner == end.hero


def _is_lost(end: End, game: Game) -> bool:
    return end.outcome.winner is not None and end.outcome.winner != end.hero
