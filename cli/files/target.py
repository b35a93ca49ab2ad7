"""The options for where the records of `batch`, `generate` and `census` go."""

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

# The ending of the file where records are collected until the final one can be made.
PART = ".part"


@dataclass(frozen=True, slots=True)
class Target:
    """The output that the options ask for.

    `path` is a file or None, `resume` says whether to continue it; `form` and `as_json` are the
    values of ``--format`` and ``--json``.
    """

    path: Path | None
    resume: bool
    form: str | None = None
    as_json: bool = False

    @property
    def format(self) -> str:
        """The format: by ``--format``, by ``--json``, or by the ending of the file.

        Raises `click.UsageError` if these differ.
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
        """Whether a file or a format was named."""
        return self.as_json or self.form is not None or self.path is not None

    @property
    def is_watched(self) -> bool:
        """Whether the records themselves go to the terminal."""
        goes_out = self.path is None or descriptor_of(self.path) == 1
        return goes_out and is_live(sys.stdout)

    def check(self) -> None:
        """Refuse options that do not go together, and formats that are not installed."""
        is_parquet = self.format == PARQUET
        if self.resume and self.path is None:
            raise click.UsageError("--resume needs -o FILE")
        if self.resume and self.path is not None and is_stream(self.path):
            name = quote(str(self.path))
            raise InputError(f"--resume: {name} is not a regular file")
        if is_parquet:
            if self.path is None:
                raise click.UsageError(f"--format {PARQUET} needs -o FILE")
            parquet.require()


def _format_in(path: Path) -> str | None:
    """Return the format that the ending of a file names."""
    suffix = path.suffix.removeprefix(".").lower()
    return suffix if suffix in FORMATS else None


class RecordsType(OutputType):
    """Parameter type of a file of records, with its auxiliary files."""

    def files(self, path: Path, options: Mapping[str, Any]) -> Iterator[Path]:
        """Return the file, its companion, and the file where its records are collected."""
        yield path
        if not is_stream(path):
            yield beside(path, COMPANION)
            if PARQUET in (options.get("form"), _format_in(path)):
                yield beside(path, PART)


# The format of what a worker pool writes.
_FORMS = (
    form_option(
        FORMATS,
        f"Output format: {', '.join(FORMATS)}.  [default: by the ending of FILE, else "
        f"{JSON_LINES}]",
    ),
    click.option("--json", "as_json", is_flag=True, help=f"Same as --format {JSON_LINES}."),
)


def output_options(help_text: str, *, has_forms: bool = True) -> Option:
    """Return a decorator that adds ``-o``, ``--resume`` and the formats, passed as one `target`."""
    return gathered(
        "target",
        Target,
        click.option("-o", "--output", "path", type=RecordsType(), metavar="FILE", help=help_text),
        click.option(
            "--resume",
            is_flag=True,
            help="Continue the FILE of a run that was stopped.",
        ),
        *(_FORMS if has_forms else ()),
    )
