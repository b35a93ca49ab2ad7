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
from positions.games import game_of, rules_of
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
        if self.is_solvable is not None:
            return () if self.is_solvable else (_no_attempt(self.par),)
        if self.score is not None:
            return tuple(_scores(game, player, self.score) for player in game.players)
        if self.winner is None:
            return tuple(_does_not_lose(game, player) for player in game.players)
        if self.plies is None:
            return (_wins(game, self.winner),)
        loser = game.opponent(self.winner)
        return _wins(game, self.winner, self.plies), _does_not_lose(game, loser, self.plies)

    @property
    def has_line(self) -> bool:
        """Return whether the proof includes a line of moves."""
        return self.is_solvable is True or self.par is not None


def read_claim(position: Position, line: Line) -> Claim:
    """Parse a claim; raises `Refusal` if it cannot be made about such a position."""
    game = game_of(position)
    claim = (
        _solitaire(line.text) if rules_of(position).persons == 1 else _two_player(line.text, game)
    )
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


def _wins(game: Game, hero: str, plies: int | None = None) -> Goal:
    """Return the goal that a player wins, or wins within a number of plies."""
    title = f"strategy {game.players[hero]} wins"
    if plies is None:
        return Goal(title, hero, _is_won)
    return Goal(f"{title} within {plies}", hero, _is_won, Bound.WITHIN, plies)


def _does_not_lose(game: Game, hero: str, plies: int | None = None) -> Goal:
    """Return the goal that a player does not lose, or not in fewer than a number of plies."""
    title = f"strategy {game.players[hero]}"
    if plies is None:
        return Goal(f"{title} draws", hero, _is_not_lost)
    return Goal(f"{title} lasts {plies}", hero, _is_not_lost, Bound.LASTING, plies)


def _scores(game: Game, hero: str, score: int) -> Goal:
    """Return the goal of a margin: a lower bound for the first player, an upper for the second."""
    is_first = hero == next(iter(game.players))
    title = f"strategy {game.players[hero]} scores {'at least' if is_first else 'at most'} {score}"

    def is_met_by(end: End) -> bool:
        margin = end.outcome.score
        return margin is not None and (margin >= score if is_first else margin <= score)

    return Goal(title, hero, is_met_by)


def _no_attempt(par: int | None) -> Goal:
    """Return the goal that no attempt solves a deal, or leaves fewer than `par` pieces (SR8)."""
    what = "solves" if par is None else f"leaves fewer than {par}"

    def is_met_by(end: End) -> bool:
        return not end.outcome.solved and (par is None or pieces_left(end.position) >= par)

    return Goal(f"attempts none {what}", None, is_met_by)


def _is_won(end: End) -> bool:
    return end.outcome.winner == end.hero


def _is_not_lost(end: End) -> bool:
    return end.outcome.winner in (None, end.hero)
