"""`proofplay show`: draws positions or converts them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import click

from cli.common.exits import Code
from cli.common.inputs import Sources
from cli.common.options import example, form_of, form_option, positions_argument
from cli.common.session import Session
from cli.files.places import is_stream, unwritable
from cli.files.run_files import Command, OutputType
from cli.files.whole_file import WholeFile
from cli.terminal.output import draw, write_bytes, write_json, write_line
from cli.terminal.signs import glyphs, legend
from positions import InputError, Position, format_position
from positions.games import rules_of
from positions.looks.drawing import draw as drawing_of
from positions.reading.diagram import format_diagram
from positions.reading.puzzle_text import parse_puzzle

PICTURE_FORMATS = ("svg", "png")
FORMATS = ("line", "diagram", "json", *PICTURE_FORMATS)

# Names of pictures in a folder.
_IN_A_FOLDER = re.compile(rf"[0-9]{{4,}}-.*\.({'|'.join(PICTURE_FORMATS)})")


class PicturesType(OutputType):
    """Parameter type: a file for one picture, or a folder for several."""

    takes_folders = True

    @staticmethod
    def is_folder(path: Path) -> bool:
        """Return whether a path names a folder, existing or not, to hold pictures."""
        return path.is_dir() or not (_suffix(path) in PICTURE_FORMATS or is_stream(path))

    def files(self, path: Path, options: Mapping[str, Any]) -> Iterable[Path]:
        """Return the file, or those of a folder that are named like pictures."""
        if not self.is_folder(path):
            return [path]
        files = path.iterdir() if path.is_dir() else ()
        return [file for file in files if _IN_A_FOLDER.fullmatch(file.name)]


# What names a record in its JSON object.
Labels = Mapping[str, object]


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
    type=PicturesType(),
    metavar="FILE | FOLDER",
    help="Write the picture to FILE (.svg or .png), or one picture per position to FOLDER.",
)
@click.option("--json", "as_json", is_flag=True, help="Same as --format json.")
def command(positions: Sources, form: str | None, output: Path | None, as_json: bool) -> Code:
    """Draw positions or convert them.

    Each argument is a position, a file of positions, or - for standard input; tour puzzles are
    drawn too. A single picture goes to standard output unless -o is given.
    """
    form = picture_form(form_of(form, as_json), output)
    if form in PICTURE_FORMATS:
        return _write_pictures(positions, Pictures(form, output))
    write, numbers = _draw if form is None else _writer(form), count()
    return _for_each(
        positions, form == "json", lambda position, labels: write(position, next(numbers), labels)
    )


def _write_pictures(positions: Sources, places: Pictures) -> Code:
    code = _for_each(positions, False, lambda position, _: places.take(position))
    places.close()
    return code


def _for_each(positions: Sources, as_json: bool, show: Callable[[Position, Labels], None]) -> Code:
    session = Session(positions, as_json, parse=parse_puzzle)
    for record in session:
        with record as position:
            show(position, session.labels)
            session.answered()
    return session.close()


def _writer(form: str) -> Callable[[Position, int, Labels], None]:
    return {"line": _line, "diagram": _diagram, "json": _json}[form]


def _line(position: Position, number: int, labels: Labels) -> None:
    write_line(format_position(position))


def _diagram(position: Position, number: int, labels: Labels) -> None:
    if rules_of(position).solution == "path":
        raise InputError("found a knight's tour, expected a position: diagrams cannot show numbers")
    write_line(("---\n" if number else "") + format_diagram(position))


def _json(position: Position, number: int, labels: Labels) -> None:
    write_json(
        {
            "position": format_position(position),
            "game": position.game,
            "variants": list(position.variants),
            "turn": position.turn,
            "board": position.board.rows(),
            "keys": dict(position.keys),
            **labels,
        }
    )


def _draw(position: Position, number: int, labels: Labels) -> None:
    from rich.text import Text

    from cli.reports.terminal import heading
    from cli.terminal.board import FAINT, puzzle_board

    signs = glyphs()
    above = [Text()] if number else []
    key = "" if rules_of(position).solution == "path" else legend(position, signs)
    below = [Text(key, FAINT)] if key else []
    draw(*above, heading(position, signs), *below, Text(), puzzle_board(position, signs))


class Pictures:
    """Writes the pictures of positions.

    A folder, created if missing, gets files named by number and game, such as
    ``0001-nakatta.svg``: unique names that every file system accepts. Any other destination takes
    one picture, which is held back until it is known to be the only one.
    """

    def __init__(self, form: str, path: Path | None) -> None:
        self._form = form
        self._path = path
        self._is_folder = path is not None and PicturesType.is_folder(path)
        self._held: bytes | None = None
        self._count = 0
        if path is None and form == "png" and sys.stdout.isatty():
            raise _refusal("a PNG cannot go to a terminal, expected a pipe or -o FILE")

    def take(self, position: Position) -> None:
        """Draw a position, and write its picture or hold it back."""
        self._count += 1
        if self._count > 1 and not self._is_folder:
            raise _refusal("found a second position, expected one, or -o FOLDER for several")
        # Imported late: most runs draw no picture.
        from positions.looks.picture import to_png, to_svg

        drawing = drawing_of(position)
        picture = to_png(drawing) if self._form == "png" else (to_svg(drawing) + "\n").encode()
        if self._path is not None and self._is_folder:
            self._write(self._path / f"{self._count:04}-{position.game}.{self._form}", picture)
        else:
            self._held = picture

    def close(self) -> None:
        """Write the picture that was held back."""
        if self._held is None:
            return
        if self._path is None:
            write_bytes(self._held)
        else:
            self._write(self._path, self._held)

    def _write(self, path: Path, picture: bytes) -> None:
        try:
            if self._is_folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            with WholeFile(path, "-o") as file:
                file.write(picture)
        except (InputError, OSError) as error:
            fault = unwritable("-o", path, error) if isinstance(error, OSError) else error
            # Not the fault of the record being drawn: this ends the command.
            raise _refusal(str(fault)) from error


def picture_form(form: str | None, path: Path | None) -> str | None:
    """Return the format, by its name or by the suffix of the file."""
    if path is None:
        return form
    result = form or _suffix(path)
    if result not in PICTURE_FORMATS:
        expected = "--format svg or --format png, or a FILE that ends in .svg or .png"
        raise _refusal(f"found -o {path}, expected {expected}")
    if _suffix(path) in PICTURE_FORMATS and _suffix(path) != result:
        raise _refusal(f"found -o {path} with --format {form}, expected the same format")
    return result


def _suffix(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


def _refusal(message: str) -> click.UsageError:
    return click.UsageError(message, click.get_current_context())
