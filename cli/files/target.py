"""Where the records of `batch`, `generate` and `census` go: the options that say so."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from cli.common.options import Option, form_of, form_option, gathered
from cli.files import parquet
from cli.files.formats import FORMATS, JSON_LINES, PARQUET
from cli.files.journal import COMPANION
from cli.files.places import beside, descriptor_of, is_stream
from cli.files.run_files import OutputType
from cli.terminal.output import is_live
from positions import InputError
from positions.errors import quote

# What the file is called where records are gathered until another one can be made of them.
PART = ".part"


@dataclass(frozen=True, slots=True)
class Target:
    """What the options say about the output.

    `path` is a file or None, `resume` says whether to go on with it; `form` and `as_json` are what
    ``--format`` and ``--json`` say.
    """

    path: Path | None
    resume: bool
    form: str | None = None
    as_json: bool = False

    @property
    def format(self) -> str:
        """The format by its name, by ``--json``, or by what the name of the file ends in.

        Raises `click.UsageError` where these are not the same.
        """
        name = form_of(self.form, self.as_json, JSON_LINES)
        suffix = None if self.path is None else _format_in(self.path)
        if name is None:
            return suffix or JSON_LINES
        if suffix not in (None, name):
            message = f"found -o {self.path} with --format {name}, expected the same format"
            raise click.UsageError(message)
        return name

    @property
    def is_named(self) -> bool:
        """Whether a file or a format is asked for."""
        return self.as_json or self.form is not None or self.path is not None

    @property
    def is_watched(self) -> bool:
        """Whether the records themselves are seen on the terminal."""
        goes_out = self.path is None or descriptor_of(self.path) == 1
        return goes_out and is_live(sys.stdout)

    def check(self) -> None:
        """Refuse what cannot be meant, and what is not installed."""
        is_parquet = self.format == PARQUET
        if self.resume and self.path is None:
            raise click.UsageError("found --resume alone, expected -o FILE with it")
        if self.resume and self.path is not None and is_stream(self.path):
            name = quote(str(self.path))
            raise InputError(f"--resume: found {name} no regular file, expected one")
        if is_parquet:
            if self.path is None:
                raise click.UsageError(f"found --format {PARQUET} alone, expected -o FILE with it")
            parquet.require()


def _format_in(path: Path) -> str | None:
    """Return the format that the name of a file ends in."""
    suffix = path.suffix.removeprefix(".").lower()
    return suffix if suffix in FORMATS else None


class RecordsType(OutputType):
    """Names a file of records, with which others go."""

    def files(self, path: Path, options: Mapping[str, Any]) -> Iterator[Path]:
        """Return the file, its companion, and the one where records are gathered for it."""
        yield path
        if not is_stream(path):
            yield beside(path, COMPANION)
            if PARQUET in (options.get("form"), _format_in(path)):
                yield beside(path, PART)


# The form of what a worker pool writes.
_FORMS = (
    form_option(
        FORMATS,
        f"Write {', '.join(FORMATS)}; else what the name of FILE ends in, or {JSON_LINES}.",
    ),
    click.option("--json", "as_json", is_flag=True, help=f"The same as --format {JSON_LINES}."),
)


def output_options(help_text: str, *, has_forms: bool = True) -> Option:
    """Return what adds ``-o``, with its help, ``--resume`` and the forms, as one `target`."""
    return gathered(
        "target",
        Target,
        click.option("-o", "--output", "path", type=RecordsType(), metavar="FILE", help=help_text),
        click.option(
            "--resume",
            is_flag=True,
            help="Go on with the FILE of a run that was stopped, wherever it ends.",
        ),
        *(_FORMS if has_forms else ()),
    )
