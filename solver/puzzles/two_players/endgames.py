"""Positions during two-player games, reached by random play, in which to look for puzzles.

Random play continues until engines prove positions quickly but much still depends on the move. The
number of plies was determined by experiment on common boards, and grows with the number of squares.
A game may begin on a board other than its own start, see `Puzzles.begin`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from positions.deals import DealOrder, play_on, set_up, set_ups
from positions.errors import InputError, PositionError
from positions.game import Game, Position
from positions.games import GAMES
from solver.games import descriptor_of
from solver.games.puzzles import Span
from solver.puzzles.kind import Rejection, Setting

OVER = "over too early"


def check_setting(setting: Setting, played: int | None = None) -> None:
    """Raise `InputError` unless the game is for two, takes the board and lasts long enough."""
    game = GAMES[setting.game]
    if game.solitaire in setting.variants:
        raise InputError(f"--variant: found {game.solitaire}, expected a two-player game")
    position = _begin(game, setting, Random(0))
    flaws = game.rules.flaws(position)
    if flaws:
        raise PositionError(flaws)
    squares = len(position.board.cells)
    if descriptor_of(game.name).puzzles.takes_squares and played is not None and played >= squares:
        raise InputError(
            f"--played: found {played}, expected less than the number of squares, {squares}"
        )


def plies_of(setting: Setting, played: int | None, span: Span | None) -> tuple[int, int]:
    """Return the range of plies: exactly those requested, or those of a span."""
    if played is not None:
        return played, played
    width, height = setting.size or GAMES[setting.game].size
    return (span or descriptor_of(setting.game).puzzles.span).of(width * height)


def begins(setting: Setting, played: int | None) -> Iterator[Position]:
    """Yield every position that random play can begin with, on a small board."""
    game = GAMES[setting.game]
    order = _order(game, setting)
    positions = set_ups(order) if game.setups else iter([_begin(game, setting, Random(0))])
    for position in positions:
        # On a small board, `begin` only chooses the turn at random.
        has_random_turn = played is None and _change(game) is not None
        for turn in game.players if has_random_turn else [position.turn]:
            yield position.with_turn(turn)


def endgames(
    setting: Setting, played: int | None, random: Random, span: Span | None = None
) -> Iterator[Position]:
    """Play one random game, and yield the positions in which to look for a puzzle.

    These are the one after `played` plies, or those in a span, by default the one for only-move
    puzzles. Raises `Rejection` if the game is over before the first of them.
    """
    game = GAMES[setting.game]
    begin = _begin(game, setting, random)
    min_plies, max_plies = plies_of(setting, played, span)
    change = _change(game)
    if played is None and change is not None:
        begin = change(begin, random)
    position = play_on(begin, min_plies, random)
    if position is None or not game.rules.moves(position):
        raise Rejection(OVER)
    yield position
    for _ in range(min_plies, max_plies):
        position = play_on(position, 1, random)
        if position is None or not game.rules.moves(position):
            return
        yield position


def endgame(setting: Setting, played: int | None, random: Random, span: Span) -> Position:
    """Return one position of a random game, after `played` plies or a number in a span."""
    if played is None:
        played = random.randint(*plies_of(setting, None, span))
    return next(endgames(setting, played, random))


def _change(game: Game) -> Callable[[Position, Random], Position] | None:
    return descriptor_of(game.name).puzzles.begin


def _begin(game: Game, setting: Setting, random: Random) -> Position:
    return set_up(_order(game, setting), random)


def _order(game: Game, setting: Setting) -> DealOrder:
    width, height = setting.size or game.size
    setup = game.setups[0] if game.setups else None
    return DealOrder(game, width, height, setting.variants, setup)
