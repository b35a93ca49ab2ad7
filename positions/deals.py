"""Random positions from a seed: random set-ups, and positions from random play.

Deal i of a seed depends only on the seed, i and the parameters, so that the first twenty of forty
deals are the same as twenty deals of that seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from positions.errors import InputError
from positions.game import Check, Game, Position, accept
from positions.games import rules_of
from positions.grid import EIGHT, EMPTY, Board, neighbours
from positions.text import start_position

MAX_TRIES = 1000

_FRESH_SEEDS = 1 << 32


@dataclass(frozen=True, slots=True)
class DealOrder:
    """What to deal: a game with variants, on a board of `width` × `height` squares.

    `setup` is one of the game's set-ups, and `plies` the number of random legal moves played from
    there.
    """

    game: Game
    width: int
    height: int
    variants: tuple[str, ...] = ()
    setup: str | None = None
    plies: int = 0


def fresh_seed() -> int:
    """Return an unpredictable seed that is short enough to type."""
    return secrets.randbelow(_FRESH_SEEDS)


def deals(order: DealOrder, seed: int, count: int, check: Check = accept) -> Iterator[Position]:
    """Yield `count` positions.

    Raises `InputError` if random play does not last the number of plies asked for.
    """
    for number in range(count):
        yield _deal(order, Random(f"proofplay deal {seed} {number}"), check)


def set_ups(order: DealOrder) -> Iterator[Position]:
    """Yield every board that a random set-up can deal; all are equally likely."""
    game, squares = order.game, range(order.width * order.height)
    first, second = game.pieces
    share = _shares(len(squares), [first, second])[first]
    for chosen in combinations(squares, share):
        cells = "".join(first if square in chosen else second for square in squares)
        yield _filled(order, cells)


def _deal(order: DealOrder, random: Random, check: Check) -> Position:
    for _ in range(MAX_TRIES):
        position = play_on(set_up(order, random), order.plies, random, check)
        if position is not None:
            return position
    raise InputError(
        f"{MAX_TRIES} random games ended before {order.plies} plies: ask for fewer plies"
    )


def play_on(
    position: Position, plies: int, random: Random, check: Check = accept
) -> Position | None:
    """Return the position after `plies` random legal moves; None if the game ends earlier."""
    rules = rules_of(position)
    for _ in range(plies):
        check(position)
        moves = rules.moves(position)
        if not moves:
            return None
        position = rules.play(position, random.choice(moves))
    return position


def set_up(order: DealOrder, random: Random) -> Position:
    """Return a game's start, or a random deal for a game without one."""
    game = order.game
    if not game.setups:
        return start_position(game, order.width, order.height, order.variants)
    colours = list(game.pieces)
    if order.setup == "deterministic":
        cells = _place_in_turn(order.width, order.height, colours, random)
    else:
        cells = _shuffle(order.width * order.height, colours, random)
    return _filled(order, "".join(cells))


def _filled(order: DealOrder, cells: str) -> Position:
    game = order.game
    variants = tuple(v.name for v in game.variants if v.name in order.variants)
    board = Board(order.width, order.height, cells)
    return Position(game.name, board, next(iter(game.players)), variants)


def _shares(squares: int, colours: list[str]) -> dict[str, int]:
    """Return half of the squares for each colour; the second colour gets the odd square."""
    first, second = colours
    return {first: squares // 2, second: squares - squares // 2}


def _shuffle(squares: int, colours: list[str], random: Random) -> list[str]:
    cells = [colour for colour, n in _shares(squares, colours).items() for _ in range(n)]
    random.shuffle(cells)
    return cells


def _place_in_turn(width: int, height: int, colours: list[str], random: Random) -> list[str]:
    """Fill a board by rule SR10: each piece next to an enemy piece if possible."""
    cells = [EMPTY] * (width * height)
    left = _shares(len(cells), colours)
    placer, waiter = colours
    while any(left.values()):
        if left[placer]:
            free = [square for square, cell in enumerate(cells) if cell == EMPTY]
            beside = [
                square
                for square in free
                if any(cells[other] == waiter for other in neighbours(width, height, square, EIGHT))
            ]
            first_piece = placer not in cells
            cells[random.choice(free if first_piece or not beside else beside)] = placer
            left[placer] -= 1
        placer, waiter = waiter, placer
    return cells
