"""What is said about random positions: the options, and the order that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from cli.options import check_words, one_word, whole_number
from cli.options import size as read_size
from positions.deals import DealOrder, fresh_seed
from positions.games import GAMES

_F = TypeVar("_F", bound=Callable[..., Any])


def game_options(games: Sequence[str]) -> Callable[[_F], _F]:
    """Give what adds ``--game``, one of some or else the first, ``--variant`` and ``--size``."""
    options: Sequence[Callable[[_F], _F]] = (
        click.option(
            "--game",
            "game_name",
            type=one_word(games),
            default=games[0],
            show_default=True,
            metavar="GAME",
            help=f"The game: {', '.join(games)}.",
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            metavar="NAME",
            help="A variant of the game (see `games`); may be repeated.",
        ),
        click.option("--size", type=read_size, metavar="WxH", help="The board, files by ranks."),
    )

    def add(function: _F) -> _F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def deal_options(function: _F) -> _F:
    """Add what there is to say about random positions: ``--game`` to ``--setup``."""
    options: Sequence[Callable[[_F], _F]] = (
        game_options(list(GAMES)),
        click.option(
            "--plies",
            type=whole_number(),
            default=0,
            show_default=True,
            metavar="N",
            help="Play so many random moves first.",
        ),
        click.option(
            "--setup",
            metavar="NAME",
            help="How the board is filled: random (the default) or deterministic (SR10).",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def seed_of(seed: int | None, resume: bool) -> int:
    """Give the seed that was named, or a fresh one; a run that goes on needs that of the first."""
    if seed is None and resume:
        raise click.UsageError("found --resume without --seed, expected that of the first run")
    return fresh_seed() if seed is None else seed


def deal_order(
    game_name: str,
    variants: tuple[str, ...],
    size: tuple[int, int] | None,
    plies: int,
    setup: str | None,
) -> DealOrder:
    """Give what the options order; raises `InputError` for a word that the game does not know."""
    game = GAMES[game_name]
    check_words("--variant", variants, [variant.name for variant in game.variants], game)
    check_words("--setup", [setup] if setup else [], game.setups, game)
    return DealOrder(game, *(size or game.size), variants, setup, plies)
