"""`proofplay deal`: random positions, one a line."""

from __future__ import annotations

import secrets

import click

from cli.exits import Code
from cli.options import check_words, example, json_option, one_word, whole_number
from cli.options import size as read_size
from cli.output import complain, write_json, write_line
from positions.deals import DealOrder, deals
from positions.errors import PositionError
from positions.games import GAMES, game_of
from positions.text import format_position

FRESH_SEEDS = 1 << 32


@click.command(
    "deal",
    epilog=example(
        "proofplay deal --variant solitaire --count 10 --seed 7 | proofplay solve --json -"
    ),
)
@click.option(
    "--game",
    "game_name",
    type=one_word(list(GAMES)),
    default=next(iter(GAMES)),
    show_default=True,
    metavar="GAME",
    help=f"The game: {', '.join(GAMES)}.",
)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="A variant of the game (see `games`); may be repeated.",
)
@click.option("--size", type=read_size, metavar="WxH", help="The board, files by ranks.")
@click.option(
    "--seed",
    type=whole_number(),
    metavar="N",
    help="Deal the positions of seed N; without it, those of a random seed.",
)
@click.option(
    "--count",
    type=whole_number(1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many positions.",
)
@click.option(
    "--plies",
    type=whole_number(),
    default=0,
    show_default=True,
    metavar="N",
    help="Play so many random moves first.",
)
@click.option(
    "--setup",
    metavar="NAME",
    help="How the board is filled: random (the default) or deterministic (SR10).",
)
@json_option
def command(
    game_name: str,
    variants: tuple[str, ...],
    size: tuple[int, int] | None,
    seed: int | None,
    count: int,
    plies: int,
    setup: str | None,
    as_json: bool,
) -> Code:
    """Deal random positions, one a line.

    The same seed gives the same positions everywhere, and fewer of them are the first of more.
    """
    game = GAMES[game_name]
    check_words("--variant", variants, [variant.name for variant in game.variants], game)
    check_words("--setup", [setup] if setup else [], game.setups, game)
    order = DealOrder(game, *(size or game.size), variants, setup, plies)
    chosen = secrets.randbelow(FRESH_SEEDS) if seed is None else seed
    for number, position in enumerate(deals(order, chosen, count)):
        if number == 0:
            flaws = game_of(position).rules.flaws(position)
            if flaws:
                raise PositionError(flaws)
            if seed is None:
                complain(f"seed {chosen} (--seed {chosen} deals the same again)")
        text = format_position(position)
        if as_json:
            write_json({"position": text})
        else:
            write_line(text)
    return Code.ANSWERED
