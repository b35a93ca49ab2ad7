"""`proofplay show`: draws positions or converts them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import click

from cli.boards import pictures
from cli.common.exits import Code
from cli.common.options import example, form_of, form_option, positions_argument
from cli.common.session import Session
from cli.files.run_files import Command
from cli.terminal.output import draw, write_json, write_line
from cli.terminal.signs import glyphs
from positions import InputError, Position, format_position
from positions.games.minelayers_tour_text import is_tour
from positions.reading.diagram import format_diagram
from positions.reading.puzzle_text import parse_puzzle

FORMATS = ("line", "diagram", "json", *pictures.FORMATS)


@click.command(
    "show",
    cls=Command,
    epilog=example(
        "proofplay show sight-reduction:bwwb/wwbw/bwbb:w\n"
        "proofplay show --format diagram deals.txt > deals.diagrams\n"
        "proofplay show nakatta:1b1/3/3:w -o board.png"
    ),
)
@positions_argument
@form_option(
    FORMATS,
    f"Convert positions to a canonical line, a diagram, JSON or a picture: {', '.join(FORMATS)}.",
)
@click.option(
    "-o",
    "--output",
    type=pictures.PICTURES,
    metavar="FILE | FOLDER",
    help="Write the picture to FILE (.svg or .png), or one picture per position to FOLDER.",
)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
def command(
    positions: tuple[str, ...], form: str | None, output: Path | None, as_json: bool
) -> Code:
    """Draw positions or convert them.

    Each argument is a position, a file of positions, or - for standard input; tour puzzles are
    drawn too. A single picture goes to standard output unless -o is given.
    """
    form = pictures.form_of(form_of(form, as_json), output)
    if form in pictures.FORMATS:
        return _write_pictures(positions, pictures.Pictures(form, output))
    write, numbers = _draw if form is None else _writer(form), count()
    return _for_each(positions, form == "json", lambda position: write(position, next(numbers)))


def _write_pictures(positions: tuple[str, ...], places: pictures.Pictures) -> Code:
    code = _for_each(positions, False, places.take)
    places.close()
    return code


def _for_each(positions: tuple[str, ...], as_json: bool, show: Callable[[Position], None]) -> Code:
    session = Session(positions, as_json, parse=parse_puzzle)
    for record in session:
        with record as position:
            show(position)
            session.answered()
    return session.close()


def _writer(form: str) -> Callable[[Position, int], None]:
    return {"line": _line, "diagram": _diagram, "json": _json}[form]


def _line(position: Position, number: int) -> None:
    write_line(format_position(position))


def _diagram(position: Position, number: int) -> None:
    if is_tour(position):
        raise InputError("found a knight's tour, expected a position: diagrams cannot show numbers")
    write_line(("---\n" if number else "") + format_diagram(position))


def _json(position: Position, number: int) -> None:
    write_json(
        {
            "position": format_position(position),
            "game": position.game,
            "variants": list(position.variants),
            "turn": position.turn,
            "board": position.board.rows(),
            "keys": dict(position.keys),
        }
    )


def _draw(position: Position, number: int) -> None:
    from rich.text import Text

    from cli.reports.terminal import heading
    from cli.terminal.board import FAINT, puzzle_board
    from cli.terminal.signs import legend

    signs = glyphs()
    above = [Text()] if number else []
    key = "" if is_tour(position) else legend(position, signs)
    below = [Text(key, FAINT)] if key else []
    draw(*above, heading(position, signs), *below, Text(), puzzle_board(position, signs))
