"""The output of `batch`, `generate` and `census`: its options, and the writing of records."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import click

from cli.common.exits import Interrupts
from cli.common.options import Option, form_of, form_option, gathered
from cli.common.words import duration
from cli.files.formats import (
    CSV,
    FORMATS,
    JSON_LINES,
    PARQUET,
    Csv,
    Form,
    JsonLines,
    Record,
    finished_parquet,
    require_parquet,
    write_parquet,
)
from cli.files.journal import COMPANION, Journal
from cli.files.places import beside, descriptor_of, has_content, is_stream
from cli.files.run_files import OutputType
from cli.files.whole_file import WholeFile
from cli.terminal.output import complain, is_live, write_bytes
from positions import InputError
from positions.errors import quote

# The ending of the file where records are collected until the final one can be made.
PART = ".part"

# The format of what a worker pool writes.
_FORMS = (
    form_option(
        FORMATS,
        f"Output format: {', '.join(FORMATS)}.  [default: by the ending of FILE, else "
        f"{JSON_LINES}]",
    ),
    click.option("--json", "as_json", is_flag=True, help=f"Same as --format {JSON_LINES}."),
)


@dataclass(frozen=True, slots=True)
class Target:
    """The output that the options ask for.

    `path` is a file or None, `resume` says whether to continue it; `form` and `as_json` are the
    values of ``--format`` and ``--json``. With `is_quiet`, the run ends without a word.
    """

    path: Path | None
    resume: bool
    form: str | None = None
    as_json: bool = False
    is_quiet: bool = False
    begun: float = field(default_factory=time.monotonic, compare=False)

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

    def close(self, counts: Iterable[str]) -> None:
        """Say on standard error what was done, which file was written, and how long it took."""
        if not self.is_quiet:
            say_counts(counts, self.path, time.monotonic() - self.begun)

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
            require_parquet()


def say_counts(counts: Iterable[str], path: Path | None, seconds: float) -> None:
    """Say on standard error what was done, which file was written, and how long it took."""
    took = duration(seconds)
    is_file = path is not None and descriptor_of(path) is None
    complain(f"{', '.join(counts)}; {f'{path} written in {took}' if is_file else took}.")


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


quiet_option: Option = click.option(
    "-q", "--quiet", "is_quiet", is_flag=True, help="Leave out the counts at the end."
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
        quiet_option,
        *(_FORMS if has_forms else ()),
    )


class Lines(Protocol):
    """An output of lines; `kept` returns those of an earlier run."""

    def write(self, line: bytes) -> None:
        """Write a line with its line end."""

    def kept(self) -> Iterator[bytes]:
        """Return the existing lines, without line ends."""


class StandardOutput:
    """Standard output: lines are written at once, and none are kept."""

    def write(self, line: bytes) -> None:
        """Write a line with its line end."""
        write_bytes(line)

    def kept(self) -> Iterator[bytes]:
        """Return nothing."""
        return iter(())


class _HeadedLines:
    """Lines below a header, which is written together with the first line."""

    def __init__(self, lines: Lines, header: bytes) -> None:
        self._lines = lines
        self._header = header
        self._is_headed = False

    def write(self, line: bytes) -> None:
        self._lines.write(line if self._is_headed else self._header + line)
        self._is_headed = True

    def kept(self) -> Iterator[bytes]:
        """Return the existing lines; raises `InputError` if they have another header."""
        lines = self._lines.kept()
        header = next(lines, None)
        if header is None:
            return
        if header + b"\n" != self._header:
            raise another_line(header, quote(self._header.decode().rstrip()))
        self._is_headed = True
        yield from lines


class _JournalLines:
    """Lines of a journal, from which the file is made at the end.

    Until a line is written, they are those of the file that an earlier run `finished`.
    """

    def __init__(
        self, journal: Journal, finished: Callable[[], Iterator[bytes]] | None = None
    ) -> None:
        self._journal = journal
        self._finished = finished

    @property
    def is_finished(self) -> bool:
        """Whether the file already has all lines."""
        return self._finished is not None

    def write(self, line: bytes) -> None:
        """Write a line with its line end, after those of the file."""
        finished, self._finished = self._finished, None
        for kept in finished() if finished is not None else ():
            self._journal.write(kept + b"\n")
        self._journal.write(line)

    def kept(self) -> Iterator[bytes]:
        return self._journal.kept() if self._finished is None else self._finished()


def another_line(line: bytes, expected: str) -> InputError:
    """Return the error for a line of an earlier run that is not the expected one."""
    found = quote(line.decode(errors="replace"))
    return InputError(f"--resume: found {found}, expected {expected}")


class Output:
    """Lines, or None for no output, the format of their records, and a context to delay interrupts.

    `count` is the number of records taken from an earlier run or written. With `replaces`, the file
    has the result of an earlier run, which only answers may replace.
    """

    def __init__(
        self,
        lines: Lines | None,
        form: Form,
        held: Callable[[], AbstractContextManager[None]],
        *,
        replaces: bool = False,
    ) -> None:
        self.lines = lines
        self.form = form
        self.count = 0
        self._held = held
        self._is_waiting = replaces
        self._waiting: list[bytes] = []

    def kept(self) -> Iterator[bytes]:
        """Yield an earlier run's lines, each of which counts once the next one is asked for."""
        for line in () if self.lines is None else self.lines.kept():
            yield line
            self.count += 1

    def write(self, record: Record, *, is_answer: bool = True) -> bytes:
        """Write and count a record without being interrupted, and return its line.

        One with only an error may have to wait for an answer.
        """
        line = self.form.encode(record)
        with self._held():
            if self.lines is not None:
                self._put(self.lines, line, is_answer)
            self.count += 1
        return line

    def _put(self, lines: Lines, line: bytes, is_answer: bool) -> None:
        self._is_waiting = self._is_waiting and not is_answer
        self._waiting.append(line)
        if not self._is_waiting:
            for each in self._waiting:
                lines.write(each)
            self._waiting.clear()


@contextmanager
def opened(
    target: Target, columns: Sequence[str], questions: Mapping[str, object], interrupts: Interrupts
) -> Iterator[Output]:
    """Open the output of a run; `columns` are those of a table, such as Parquet."""
    form: Form = Csv(columns) if target.format == CSV else JsonLines()
    if target.path is None:
        yield Output(_headed(StandardOutput(), form), form, nullcontext)
        return
    if target.format != PARQUET:
        with Journal(target.path, target.path, questions, target.resume) as journal:
            replaces = journal.is_empty and has_content(target.path)
            yield Output(_headed(journal, form), form, interrupts.held, replaces=replaces)
        return
    with (
        _part_of(target.path) as (part, named),
        Journal(part, named, questions, target.resume) as journal,
    ):
        with WholeFile(target.path, "-o") as file:
            goes_on = target.resume and journal.is_empty
            known = finished_parquet(target.path, questions) if goes_on else None
            lines = _JournalLines(journal, known)
            replaces = journal.is_empty and known is None and has_content(target.path)
            yield Output(lines, form, interrupts.held, replaces=replaces)
            if not lines.is_finished and not journal.is_empty:
                write_parquet(journal.kept(), columns, file, questions)
        if lines.is_finished or not journal.is_empty:
            part.unlink()


def _headed(lines: Lines, form: Form) -> Lines:
    return _HeadedLines(lines, form.header) if form.header else lines


@contextmanager
def _part_of(path: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the file where records are collected for another file, and the other file."""
    if is_stream(path):
        with TemporaryDirectory() as folder:
            part = Path(folder) / f"records{PART}"
            yield part, part
    else:
        yield beside(path, PART), path
