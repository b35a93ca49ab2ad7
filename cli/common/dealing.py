"""What is said about random positions: the options, and the order that they make."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli.common.options import (
    Option,
    board_size,
    check_words,
    gathered,
    number_option,
    together,
    word_option,
)
from positions import GAMES
from positions.deals import DealOrder, fresh_seed


def game_options(games: Sequence[str]) -> Option:
    """Return what adds ``--game``, one of some or else the first, ``--variant`` and ``--size``."""
    return together(
        word_option(
            "--game",
            games,
            f"The game: {', '.join(games)}.",
            "game_name",
            default=games[0],
            metavar="GAME",
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            metavar="NAME",
            help="A variant of the game (see `games`); may be repeated.",
        ),
        click.option("--size", type=board_size, metavar="WxH", help="The board, files by ranks."),
    )


def seed_option(act: str) -> Option:
    """Return what adds ``--seed``; `act` says what is done, such as "Deal the positions"."""
    return number_option("--seed", f"{act} of seed N; without it, those of a random seed.")


def count_option(things: str) -> Option:
    """Return what adds ``--count``: how many of the things are made, one if nothing is said."""
    return number_option("--count", f"How many {things}.", 1, default=1)


def seed_of(seed: int | None, resume: bool) -> int:
    """Return the seed that was named, or a fresh one; to go on takes that of the first run."""
    if seed is None and resume:
        raise click.UsageError("found --resume without --seed, expected that of the first run")
    return fresh_seed() if seed is None else seed


def _order(
    game_name: str,
    variants: tuple[str, ...],
    size: tuple[int, int] | None,
    plies: int,
    setup: str | None,
) -> DealOrder:
    """Return what the options order; raises `InputError` for a word that the game does not know."""
    game = GAMES[game_name]
    check_words("--variant", variants, [variant.name for variant in game.variants], game)
    check_words("--setup", [setup] if setup else [], game.setups, game)
    return DealOrder(game, *(size or game.size), variants, setup, plies)


# Random positions: ``--game`` to ``--setup``, as a `DealOrder`.
deal_options = gathered(
    "order",
    _order,
    game_options(list(GAMES)),
    number_option("--plies", "Play so many random moves first.", default=0),
    click.option(
        "--setup",
        metavar="NAME",
        help="How the board is filled: random (the default) or deterministic (SR10).",
    ),
)
