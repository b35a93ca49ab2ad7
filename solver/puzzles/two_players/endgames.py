"""Positions amid a game for two, reached by random play: where their puzzles are looked for.

Random play is long past the opening where engines prove positions quickly and much still depends on
the move. How many plies that takes was tried out on the boards that people play, and grows with the
squares of a board. Marvin's games are too long for that, and their ends too quiet: there play goes
on from a board on which all points but some hold kings already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from positions.deals import DealOrder, play_on, set_up, set_ups
from positions.errors import InputError, PositionError
from positions.game import Game, Position
from positions.games import GAMES
from positions.games.marvin import MARVIN
from solver.puzzles.kind import Refused, Setting

OVER = "over before so many plies"

# Each ply of these games empties a square, or mines one, for good.
_TAKING_A_SQUARE = ("sight-reduction", "minelayers")
# Marvin: the fewest and the most points without a king.
_OPEN_POINTS = (13, 15)


@dataclass(frozen=True, slots=True)
class Span:
    """From the fewest to the most random plies, for a hundred squares of the board."""

    least: int
    most: int

    def of(self, squares: int) -> tuple[int, int]:
        """Give the plies for so many squares."""
        return squares * self.least // 100, squares * self.most // 100


SPANS = {
    "sight-reduction": Span(40, 65),
    "manhattan": Span(132, 156),
    "marvin": Span(8, 32),
    "nakatta": Span(22, 48),
    "minelayers": Span(26, 36),
}


def check_setting(setting: Setting, played: int | None = None) -> None:
    """Raise `InputError` unless the game is one for two, takes the board and lasts so long."""
    game = GAMES[setting.game]
    if game.solitaire in setting.variants:
        raise InputError(f"--variant: found {game.solitaire}, expected a game for two")
    position = _begin(game, setting, Random(0))
    flaws = game.rules.flaws(position)
    if flaws:
        raise PositionError(flaws)
    squares = len(position.board.cells)
    if game.name in _TAKING_A_SQUARE and played is not None and played >= squares:
        raise InputError(f"--played: found {played}, expected less than the {squares} squares")


def plies_of(setting: Setting, played: int | None, span: Span | None) -> tuple[int, int]:
    """Give the fewest and the most plies: just as many as are asked for, or those of a span."""
    if played is not None:
        return played, played
    width, height = setting.size or GAMES[setting.game].size
    return (span or SPANS[setting.game]).of(width * height)


def begins(setting: Setting, played: int | None) -> Iterator[Position]:
    """Give every position that random play can begin with, on a board that is not large."""
    game = GAMES[setting.game]
    order = _order(game, setting)
    positions = set_ups(order) if game.setups else iter([_begin(game, setting, Random(0))])
    for position in positions:
        # No point has a king at first where there are not more than must be without one.
        has_drawn_turn = played is None and game is MARVIN
        for turn in game.players if has_drawn_turn else [position.turn]:
            yield position.with_turn(turn)


def endgames(
    setting: Setting, played: int | None, random: Random, span: Span | None = None
) -> Iterator[Position]:
    """Play one game at random, and give the positions in which a puzzle may be looked for.

    These are the one after `played` plies, or those of a span, by default the one that suits only
    moves. Raises `Refused` if the game is over before the first of them.
    """
    game = GAMES[setting.game]
    begin = _begin(game, setting, random)
    least, most = plies_of(setting, played, span)
    if played is None and game is MARVIN:
        begin = _with_kings(begin, random)
    position = play_on(begin, least, random)
    if position is None or not game.rules.moves(position):
        raise Refused(OVER)
    yield position
    for _ in range(least, most):
        position = play_on(position, 1, random)
        if position is None or not game.rules.moves(position):
            return
        yield position


def endgame(setting: Setting, played: int | None, random: Random, span: Span) -> Position:
    """Give one position of a game played at random, after `played` plies or some of a span."""
    if played is None:
        played = random.randint(*plies_of(setting, None, span))
    return next(endgames(setting, played, random))


def _begin(game: Game, setting: Setting, random: Random) -> Position:
    return set_up(_order(game, setting), random)


def _order(game: Game, setting: Setting) -> DealOrder:
    width, height = setting.size or game.size
    setup = game.setups[0] if game.setups else None
    return DealOrder(game, width, height, setting.variants, setup)


def _with_kings(position: Position, random: Random) -> Position:
    """Put kings on an empty board by chance, half of them each player's, and draw the turn."""
    squares = range(len(position.board.cells))
    points = random.sample(squares, max(0, len(squares) - random.randint(*_OPEN_POINTS)))
    board = position.board.with_cells({p: "WR"[at % 2] for at, p in enumerate(points)})
    return replace(position, board=board, turn=random.choice(list(MARVIN.players)))
