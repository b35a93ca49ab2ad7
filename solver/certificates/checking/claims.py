"""The claims of certificates, and the goals by which they are proved.

``solvable``           a line that solves the deal
``unsolvable``         every attempt, or a refutation of the deal stated in clauses
``unsolvable, par 4``  a line that leaves 4 pieces, and every attempt or a refutation
``black wins``         a strategy for Black
``black wins in 12``   one that wins within 12 plies, and one for White that lasts as long
``draw``               for each player a strategy that does not lose
``score -1``           for each player a strategy that achieves it (White minus Red)

A goal, of a strategy against every reply or of all attempts at a deal, defines which ends of the
game meet it. A goal in plies gives every position of its graph a bound: the plies within which the
hero wins from there, or for which the hero lasts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from positions.errors import quote
from positions.game import Game, Outcome, Position
from positions.games import game_of
from positions.games.sight_reduction import pieces_left
from solver.certificates.checking.text import Line, Refusal

_NUMBER = "0|[1-9][0-9]{0,8}"
_UNSOLVABLE = re.compile(rf"unsolvable(?:, par ({_NUMBER}))?")
_WINS = re.compile(rf"([^ ]+) wins(?: in ({_NUMBER}))?")
_SCORE = re.compile(rf"score ({_NUMBER}|-[1-9][0-9]{{0,8}})")


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a position. `winner` is a player's symbol; None if not applicable.

    `is_solvable` is None for two players.
    """

    is_solvable: bool | None = None
    winner: str | None = None
    plies: int | None = None
    score: int | None = None
    par: int | None = None

    def text(self, game: Game) -> str:
        """Return the claim in its canonical form."""
        if self.is_solvable is not None:
            par = "" if self.par is None else f", par {self.par}"
            return "solvable" if self.is_solvable else f"unsolvable{par}"
        if self.score is not None:
            return f"score {self.score}"
        if self.winner is None:
            return "draw"
        plies = "" if self.plies is None else f" in {self.plies}"
        return f"{game.players[self.winner]} wins{plies}"

    def goals(self, game: Game) -> tuple[Goal, ...]:
        """Return the goals that graphs have to prove."""
        first, second = game.players
        if self.is_solvable:
            return ()
        if self.is_solvable is not None:
            return (none_solves() if self.par is None else none_leaves_fewer(self.par),)
        if self.score is not None:
            return tuple(scores(game, player, self.score) for player in (first, second))
        if self.winner is None:
            return tuple(draws(game, player) for player in (first, second))
        if self.plies is None:
            return (wins(game, self.winner),)
        return (
            wins_within(game, self.winner, self.plies),
            lasts(game, game.opponent(self.winner), self.plies),
        )

    @property
    def has_line(self) -> bool:
        """Return whether the proof includes a line of moves."""
        return self.is_solvable is True or self.par is not None


def read_claim(position: Position, line: Line) -> Claim:
    """Parse a claim; raises `Refusal` if it cannot be made about such a position."""
    game = game_of(position)
    claim = _solitaire(line.text) if game.is_solitaire(position) else _two_player(line.text, game)
    if claim is None:
        expected = "a claim that suits this position"
        raise Refusal(line.number, f"found {quote(line.text)}, expected {expected}")
    return claim


def _solitaire(text: str) -> Claim | None:
    if text == "solvable":
        return Claim(is_solvable=True)
    match = _UNSOLVABLE.fullmatch(text)
    return None if match is None else Claim(is_solvable=False, par=_number(match[1]))


def _two_player(text: str, game: Game) -> Claim | None:
    symbols = {name: symbol for symbol, name in game.players.items()}
    if match := _WINS.fullmatch(text):
        winner = symbols.get(match[1])
        return None if winner is None else Claim(winner=winner, plies=_number(match[2]))
    if match := _SCORE.fullmatch(text):
        return Claim(score=int(match[1]))
    return Claim() if text == "draw" else None


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


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


def _is_won(end: End) -> bool:
    return end.outcome.winner == end.hero


def _is_lost(end: End, game: Game) -> bool:
    return end.outcome.winner is not None and end.outcome.winner != end.hero
