"""`proofplay deal`: random positions, one per line."""

from __future__ import annotations

import click

from cli.common.exits import Code
from cli.common.options import (
    count_option,
    deal_options,
    example,
    json_option,
    report_seed,
    seed_option,
)
from cli.files.run_files import Command
from cli.terminal.output import write_json, write_line
from positions import format_position
from positions.deals import DealOrder, deals, fresh_seed
from positions.errors import PositionError
from positions.games import rules_of


@click.command(
    "deal",
    cls=Command,
    epilog=example(
        "proofplay deal --variant solitaire --count 10 --seed 7 | proofplay solve --json -"
    ),
)
@deal_options
@seed_option
@count_option("positions")
@json_option("position")
def command(
    order: DealOrder,
    seed: int | None,
    count: int,
    as_json: bool,
) -> Code:
    """Deal random positions, one per line.

    A seed gives the same positions on every machine; asking for fewer gives the first ones.
    """
    actual_seed = fresh_seed() if seed is None else seed
    for number, position in enumerate(deals(order, actual_seed, count)):
        if number == 0:
            flaws = rules_of(position).flaws(position)
            if flaws:
                raise PositionError(flaws)
            report_seed(seed, actual_seed)
        text = format_position(position)
        if as_json:
            write_json({"position": text})
        else:
            write_line(text)
    return Code.ANSWERED
