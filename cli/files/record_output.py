"""The output of `batch`, `generate` and `census`: records in the requested format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from cli.common.interrupts import Interrupts
from cli.files import parquet
from cli.files.formats import CSV, PARQUET, Csv, Form, JsonLines
from cli.files.journal import Journal
from cli.files.places import beside, has_content, is_stream
from cli.files.target import PART, Target
from cli.files.whole_file import WholeFile
from cli.terminal.output import write_bytes
from positions import InputError
from positions.errors import quote


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


class HeadedLines:
    """Lines below a header, which is written together with the first line."""

    def __init__(self, lines: Lines, header: bytes) -> None:
        self._lines = lines
        self._header = header
        self._is_headed = False

    def write(self, line: bytes) -> None:
        """Write a line with its line end."""
        self._lines.write(line if self._is_headed else self._header + line)
        self._is_headed = True

    def kept(self) -> Iterator[bytes]:
        """Return the existing lines; raises `InputError` if they have another header."""
        lines = self._lines.kept()
        header = next(lines, None)
        if header is None:
            return
        if header + b"\n" != self._header:
            found, expected = quote(header.decode(errors="replace")), self._header.decode()
            raise InputError(f"--resume: found {found}, expected {quote(expected.rstrip())}")
        self._is_headed = True
        yield from lines


class JournalLines:
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
        """Return the existing lines, without line ends."""
        return self._journal.kept() if self._finished is None else self._finished()


class Output:
    """Lines, the format of their records, and a context that delays interrupts.

    With `replaces`, the file has the result of an earlier run, which only answers may replace.
    """

    def __init__(
        self,
        lines: Lines,
        form: Form,
        held: Callable[[], AbstractContextManager[None]],
        *,
        replaces: bool = False,
    ) -> None:
        self.lines = lines
        self.form = form
        self.held = held
        self._is_waiting = replaces
        self._waiting: list[bytes] = []

    def write(self, line: bytes, *, is_answer: bool = True) -> None:
        """Write a line; one with only an error may have to wait for an answer."""
        self._is_waiting = self._is_waiting and not is_answer
        self._waiting.append(line)
        if not self._is_waiting:
            for each in self._waiting:
                self.lines.write(each)
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
            known = parquet.finished(target.path, questions) if goes_on else None
            lines = JournalLines(journal, known)
            replaces = journal.is_empty and known is None and has_content(target.path)
            yield Output(lines, form, interrupts.held, replaces=replaces)
            if not lines.is_finished and not journal.is_empty:
                parquet.write(journal.kept(), columns, file, questions)
        if lines.is_finished or not journal.is_empty:
            part.unlink()


def _headed(lines: Lines, form: Form) -> Lines:
    return HeadedLines(lines, form.header) if form.header else lines


@contextmanager
def _part_of(path: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the file where records are collected for another file, and the other file."""
    if is_stream(path):
        with TemporaryDirectory() as folder:
            part = Path(folder) / f"records{PART}"
            yield part, part
    else:
        yield beside(path, PART), path
