"""`proofplay sample`: a game to try the program with."""

from __future__ import annotations

import click

from cli.common.options import OneWord, example
from cli.files.run_files import Command
from cli.terminal.output import write_line
from positions.samples import NAMES, sample


@click.command(
    "sample",
    cls=Command,
    epilog=example(
        "proofplay sample manhattan >game.txt\nproofplay sample solitaire | proofplay annotate -"
    ),
)
@click.argument("name", type=OneWord(NAMES), metavar="NAME")
def command(name: str) -> None:
    """Print the record of a sample game.

    NAME is a game or solitaire. The games are made up: each has something to find for annotate.
    """
    write_line(sample(name).rstrip("\n"))
