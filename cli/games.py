"""`proofplay games`: the games, and who designed them."""

from __future__ import annotations

import click

from cli.common.options import example, json_option
from cli.files.run_files import Command
from cli.terminal.output import draw, write_json
from positions import GAMES
from positions.game import Game
from solver.games import descriptor_of
from solver.games.catalogue import game_record


@click.command("games", cls=Command, epilog=example("proofplay games --json"))
@json_option("game")
def command(as_json: bool) -> None:
    """List the games with their variants, designers and engines."""
    for number, game in enumerate(GAMES.values()):
        if as_json:
            write_json(game_record(game))
        else:
            _draw(game, is_first=number == 0)


def _draw(game: Game, is_first: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from cli.reports.terminal import pairs
    from cli.terminal.board import FAINT, STRONG

    width, height = game.size
    designers = [f"{d.name} ({game.year}), {d.link}" for d in game.designers]
    facts = [
        *zip(("Designer", *[""] * len(designers)), designers, strict=False),
        ("Board", f"{width}×{height}, {game.sizes}"),
        ("Searches", descriptor_of(game.name).searched),
        ("Pieces", ", ".join(f"{symbol} {name}" for symbol, name in game.pieces.items())),
        ("Set-ups", ", ".join(game.setups) or "one starting position"),
        ("Engines", ", ".join(("auto", *descriptor_of(game.name).engines))),
    ]
    variants = [
        *((variant.name, variant.summary) for variant in game.variants),
        *((f"{key.name}={key.form}", key.summary) for key in game.keys),
    ]
    title = Text.assemble((game.title, STRONG), ("  " + game.name, FAINT))
    draw(*([] if is_first else [Text()]), title, Text(game.summary), Text(), pairs(facts, FAINT))
    if variants:
        draw(Text(), Text("Variants", STRONG), Padding(pairs(variants), (0, 0, 0, 2)))
