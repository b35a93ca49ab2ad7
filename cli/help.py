"""`proofplay help`: the options of a command, or the texts that commands read."""

from __future__ import annotations

from collections.abc import Iterator

import click

from cli.common.options import example
from cli.files.run_files import Command
from cli.terminal.output import draw, write_line
from positions import GAMES, InputError
from positions.errors import one_of, quote

FORMATS = "formats"

_POSITIONS = """\
A position is one line without spaces: GAME[+VARIANT...]:ROWS:TURN[:KEY=VALUE...]. ROWS has the \
top rank first and / between ranks; empty squares are numbers or dots. GAME:start:WxH is the \
starting position of a game that has one."""

_FILES = {
    "lines": "one position per line; # begins a comment",
    "JSON Lines": 'one object per line with "position", as --json prints them',
    "diagrams": "game: and turn: lines above a board, --- between two of them; see "
    "`proofplay show --format diagram`",
    "tables": "separated by commas, semicolons or tabs, with a column position",
    "boards": "rows or grids without the name of a game, with headings such as Deal 1; --game, "
    "--variant, --turn, --size and --letters supply what they lack",
}

_RECORDS = """\
A game record has tags, one per line, then the moves: [Position "nakatta:start:5x5"], \
[Result "white"], 1. c3 b2 2. d4. A move may have a mark (!, ?!), a comment in braces, and \
variations in parentheses. `proofplay sample nakatta` prints one."""


@click.command("help", cls=Command, epilog=example(f"proofplay help {FORMATS}"))
@click.argument("topic", required=False, metavar="[COMMAND | TOPIC]")
@click.pass_context
def command(context: click.Context, topic: str | None) -> None:
    """Show the help of a command, or explain the text formats.

    The topic formats is about the text of positions, moves and games, and the files that are read.
    """
    program = context.find_root()
    group = program.command
    if topic == FORMATS:
        _explain_formats()
        return
    named = group.get_command(program, topic) if topic and isinstance(group, click.Group) else None
    if topic is not None and named is None:
        names = group.list_commands(program) if isinstance(group, click.Group) else []
        raise InputError(f"found {quote(topic)}, expected {one_of([*names, FORMATS])}")
    shown = program if named is None else click.Context(named, program, topic)
    write_line(shown.get_help())


def _explain_formats() -> None:
    from rich.padding import Padding
    from rich.text import Text

    from cli.reports.terminal import pairs
    from cli.terminal.board import FAINT, STRONG

    def head(title: str) -> tuple[Text, Text]:
        return Text(), Text(title, STRONG)

    draw(Text("Positions", STRONG), Text(_POSITIONS))
    for name, facts in _games():
        draw(Text(), Text(name, STRONG), Padding(pairs(facts, FAINT), (0, 0, 0, 2)))
    draw(*head("Files"), pairs(_FILES.items(), FAINT))
    draw(*head("Games"), Text(_RECORDS))


def _games() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for game in GAMES.values():
        variants = [variant.name for variant in game.variants]
        facts = [
            ("symbols", ", ".join(f"{symbol} {name}" for symbol, name in game.pieces.items())),
            ("turn", ", ".join(game.players)),
            ("variants", ", ".join(variants)),
            ("keys", ", ".join(f"{key.name}={key.form}" for key in game.keys)),
            ("moves", ", ".join(f"{m} ({what})" for m, what in game.notation.examples.items())),
        ]
        yield game.name, [(name, text) for name, text in facts if text]
