"""The options for random positions, and the `DealOrder` made from them."""

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
    """Return a decorator that adds ``--game`` (default: the first), ``--variant``, ``--size``."""
    return together(
        word_option(
            "--game",
            games,
            f"Game: {', '.join(games)}.",
            "game_name",
            default=games[0],
            metavar="GAME",
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            metavar="NAME",
            help="Variant of the game (see `proofplay games`); repeatable.",
        ),
        click.option("--size", type=board_size, metavar="WxH", help="Board size, files by ranks."),
    )


seed_option: Option = number_option(
    "--seed", "Random seed.  [default: a new one, which is printed]"
)


def count_option(things: str) -> Option:
    """Return the option ``--count``, the number of things to make."""
    return number_option("--count", f"Number of {things}.", 1, default=1)


def seed_of(seed: int | None, resume: bool) -> int:
    """Return the given seed, or a new one; ``--resume`` needs the seed of the first run."""
    if seed is None and resume:
        raise click.UsageError("--resume needs the --seed of the first run")
    return fresh_seed() if seed is None else seed


def _order(
    game_name: str,
    variants: tuple[str, ...],
    size: tuple[int, int] | None,
    plies: int,
    setup: str | None,
) -> DealOrder:
    """Return the order that the options make; raises `InputError` for unknown words."""
    game = GAMES[game_name]
    check_words("--variant", variants, [variant.name for variant in game.variants], game)
    check_words("--setup", [setup] if setup else [], game.setups, game)
    return DealOrder(game, *(size or game.size), variants, setup, plies)


# Random positions: ``--game`` to ``--setup``, as a `DealOrder`.
deal_options = gathered(
    "order",
    _order,
    game_options(list(GAMES)),
    number_option("--plies", "Start from the position after N random plies.", default=0),
    click.option(
        "--setup",
        metavar="NAME",
        help="How to fill the board: random or deterministic (SR10).  [default: random]",
    ),
)
