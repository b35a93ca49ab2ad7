"""The run of a command over its records: each is answered in turn, and bad ones are skipped.

A `Session` reads the records one by one and yields their positions; the command writes the answers.
A bad record is reported on standard error and, with ``--json``, appears in its place in the output
as ``{"line": N, "error": "…"}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from cli.common.exits import Code, InterruptedRun, worst
from cli.common.inputs import (
    InputRecord,
    Sources,
    UnreadableSource,
    name_of,
    parse_played,
    read_arguments,
    reported_name,
)
from cli.common.words import counted
from cli.files.table_file import TableFile
from cli.reports.report_file import Report
from cli.terminal.output import complain, draw, write_json, write_line
from positions import InputError, Position
from positions.errors import SHOWN_FLAWS, FlawedInputError, summary
from positions.reading.files import Parse

# At most six lines go to standard error: the first faults, and how many more there are.
SHOWN_FAULTS = SHOWN_FLAWS


class Faults:
    """Writes the first few faults to standard error and counts the others."""

    def __init__(self) -> None:
        self._count = 0

    def report(self, *lines: str) -> None:
        """Report a fault, given its lines."""
        room = max(SHOWN_FAULTS - self._count, 0)
        self._count += len(lines)
        if lines[:room]:
            complain(*lines[:room])

    def close(self) -> None:
        """Report how many faults were not shown."""
        hidden = self._count - SHOWN_FAULTS
        if hidden > 0:
            complain(f"and {hidden:,} more")


def read_all(sources: Sources) -> tuple[Position, ...] | None:
    """Return the positions of all records; report the faults and return None if one is bad."""
    sources.check()
    faults, positions, is_good = Faults(), [], True
    for item in read_arguments(sources):
        if isinstance(item, UnreadableSource):
            faults.report(item.message)
            is_good = False
            continue
        try:
            positions.append(item.require())
        except InputError as error:
            faults.report(*fault_lines(item.source, name_of(item), error))
            is_good = False
    faults.close()
    return tuple(positions) if is_good else None


class RecordCounts:
    """Counts answered and bad records, and reports the bad ones.

    Each function of `write` outputs the object that stands for a bad record.
    """

    def __init__(self, *write: Callable[[dict[str, object]], object]) -> None:
        self.answered = 0
        self._write = write
        self._faults = Faults()
        self._held: dict[str, object] | None = None
        self._records = 0
        self._failed = 0
        self._unknown = 0
        self._broken = False

    def begin(self) -> None:
        """Count a new record, and write the object held back for the last one, if any."""
        self._records += 1
        self._release()

    def answer(self, is_complete: bool) -> None:
        """Count the answer to the current record."""
        self.answered += 1
        self._unknown += not is_complete

    def recall(self, is_bad: bool, is_complete: bool) -> None:
        """Count a record of an earlier run."""
        self._records += 1
        self._failed += is_bad
        self.answered += not is_bad
        self._unknown += not is_complete

    def fail(self, line: int, summary: str, faults: Sequence[str]) -> None:
        """Count the current record as a bad one, and report its faults.

        Its object is held back until there is another record: a single bad record writes nothing to
        standard output.
        """
        self._failed += 1
        self._faults.report(*faults)
        self._held = {"line": line, "error": summary}

    def source_failed(self, message: str) -> None:
        """Report a source that cannot be read to its end."""
        self._broken = True
        self._faults.report(message)

    @property
    def failed(self) -> int:
        """The number of records that have no answer."""
        return self._failed

    def close(self) -> Code:
        """Report what is still pending, and return the exit code."""
        if self._records > 1:
            self._release()
        self._faults.close()
        return worst(
            Code.BAD_INPUT if self._broken or not self.answered else Code.ANSWERED,
            Code.SOME_FAILED if self._failed else Code.ANSWERED,
            Code.LIMITED if self._unknown else Code.ANSWERED,
        )

    def _release(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            for write in self._write:
                write(held)


class Session:
    """One run of a command: yields the positions and counts the answers.

    ``for record in session: with record as position: …`` goes through the good records; the body
    ends with `answered`, or raises `InputError`, which makes the record a bad one.

    With `has_names`, the name of each record of several is drawn above its answer; not for JSON,
    where answers carry their positions. A `report`, if given, gets the name of every record of
    several, and the errors of bad ones; a `table` gets the latter. `parse` parses a position.
    """

    def __init__(
        self,
        sources: Sources,
        as_json: bool,
        report: Report | None = None,
        parse: Parse = parse_played,
        *,
        table: TableFile | None = None,
        has_names: bool = False,
    ) -> None:
        sources.check()
        self._parse = parse
        self._sources = sources
        self._heading: str | None = None
        self._has_names = has_names and not as_json
        self._report = report
        self._counts = RecordCounts(*bad_record_writers(as_json, report, table))

    def __iter__(self) -> Iterator[AbstractContextManager[Position]]:
        """Yield the records that have a position; the others are reported."""
        with self._counting_when_stopped():
            for item in read_arguments(self._sources, self._parse):
                if isinstance(item, UnreadableSource):
                    self._counts.source_failed(item.message)
                    continue
                self._counts.begin()
                self._heading = item.name
                if self._report is not None and self._is_one_of_several(item):
                    self._report.begin(reported_name(item))
                try:
                    position = item.require()
                except InputError as error:
                    self._fail(item, error)
                else:
                    yield self._answering(item, position)

    def answered(self, is_complete: bool = True) -> None:
        """Count the answer to the record at hand; `is_complete` if no limit left anything open."""
        self._counts.answer(is_complete)

    @property
    def labels(self) -> dict[str, object]:
        """The fields that name the record at hand in its JSON object: its heading, if any."""
        return {} if self._heading is None else {"name": self._heading}

    def close(self) -> Code:
        """Report what is still pending, and return the exit code."""
        return self._counts.close()

    @contextmanager
    def _answering(self, record: InputRecord, position: Position) -> Iterator[Position]:
        with self._counting_when_stopped():
            try:
                if self._is_one_of_several(record):
                    self._name(record)
                yield position
            except InputError as error:
                self._fail(record, error)

    @contextmanager
    def _counting_when_stopped(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            count = counted(self._counts.answered, "record")
            raise InterruptedRun(f"Stopped; {count} answered.") from None

    def _is_one_of_several(self, record: InputRecord) -> bool:
        return len(self._sources.arguments) > 1 or not record.is_argument

    def _fail(self, record: InputRecord, error: InputError) -> None:
        faults = fault_lines(record.source, name_of(record), error)
        self._counts.fail(record.line, summary(error), faults)

    def _name(self, record: InputRecord) -> None:
        """Draw the name of a record above its answer."""
        if not self._has_names:
            return
        from cli.reports.terminal import record_heading

        if self._counts.answered:
            write_line("")
        draw(record_heading(name_of(record)))


def bad_record_writers(
    as_json: bool, *files: Report | TableFile | None
) -> Iterator[Callable[[dict[str, object]], None]]:
    """Yield the functions that write the objects that stand for bad records."""
    if as_json:
        yield write_json
    for file in files:
        if file is not None:
            yield file.fail


def fault_lines(source: str, name: str, error: InputError) -> list[str]:
    """Return what is wrong with a record of a source, a line for each flaw."""
    if not isinstance(error, FlawedInputError):
        return [f"{name}: {error}"]
    return [f"{source}: {flaw}" for flaw in error.flaws]
