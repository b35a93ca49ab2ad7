"""Destinations of pictures: one goes to standard output or a file, several to a folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from cli.files.places import is_stream, unwritable
from cli.files.run_files import OutputType
from cli.files.whole_file import WholeFile
from cli.terminal.output import write_bytes
from positions import InputError, Position
from positions.looks.drawing import draw

FORMATS = ("svg", "png")

# Names of pictures in a folder.
_IN_A_FOLDER = re.compile(rf"[0-9]{{4,}}-.*\.({'|'.join(FORMATS)})")


class PicturesType(OutputType):
    """Parameter type: a file for one picture, or a folder for several."""

    takes_folders = True

    def files(self, path: Path, options: Mapping[str, Any]) -> Iterable[Path]:
        """Return the file, or those of a folder that are named like pictures."""
        if not _is_folder(path):
            return [path]
        files = path.iterdir() if path.is_dir() else ()
        return [file for file in files if _IN_A_FOLDER.fullmatch(file.name)]


PICTURES = PicturesType()


class Pictures:
    """Writes the pictures of positions.

    A folder, created if missing, gets files named by number and game, such as
    ``0001-nakatta.svg``: unique names that every file system accepts. Any other destination takes
    one picture, which is held back until it is known to be the only one.
    """

    def __init__(self, form: str, path: Path | None) -> None:
        self._form = form
        self._path = path
        self._is_folder = path is not None and _is_folder(path)
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

        drawing = draw(position)
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


def form_of(form: str | None, path: Path | None) -> str | None:
    """Return the format, by its name or by the suffix of the file."""
    if path is None:
        return form
    result = form or _suffix(path)
    if result not in FORMATS:
        expected = "--format svg or --format png, or a FILE that ends in .svg or .png"
        raise _refusal(f"found -o {path}, expected {expected}")
    if _suffix(path) in FORMATS and _suffix(path) != result:
        raise _refusal(f"found -o {path} with --format {form}, expected the same format")
    return result


def _is_folder(path: Path) -> bool:
    """Return whether a path names a folder, existing or not, to hold pictures."""
    return path.is_dir() or not (_suffix(path) in FORMATS or is_stream(path))


def _suffix(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


def _refusal(message: str) -> click.UsageError:
    return click.UsageError(message, click.get_current_context())
