"""The claims of certificates, and the proofs that they need.

``solvable``           a line that solves the deal
``unsolvable``         every attempt, or a refutation of the deal stated in clauses
``unsolvable, par 4``  a line that leaves 4 pieces, and every attempt or a refutation
``black wins``         a strategy for Black
``black wins in 12``   one that wins within 12 plies, and one for White that lasts as long
``draw``               for each player a strategy that does not lose
``score -1``           for each player a strategy that achieves it (White minus Red)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from positions.errors import quote
from positions.game import Game, Position
from positions.games import game_of
from solver.certificates.checking import goals
from solver.certificates.checking.goals import Goal
from solver.certificates.checking.refusal import Refusal
from solver.certificates.checking.text import Line

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
            return (goals.none_solves() if self.par is None else goals.none_leaves_fewer(self.par),)
        if self.score is not None:
            return tuple(goals.scores(game, player, self.score) for player in (first, second))
        if self.winner is None:
            return tuple(goals.draws(game, player) for player in (first, second))
        if self.plies is None:
            return (goals.wins(game, self.winner),)
        return (
            goals.wins_within(game, self.winner, self.plies),
            goals.lasts(game, game.opponent(self.winner), self.plies),
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
