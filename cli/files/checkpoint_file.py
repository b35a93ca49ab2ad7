"""The file of ``--checkpoint``: a search's table, from which a later run can continue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click

from cli.common.exits import InterruptedRun, Interrupts
from cli.common.inputs import source_name
from cli.common.options import Option
from cli.files.places import is_stream, lock_of, locked_place, misplaced, unwritable
from cli.files.run_files import OutputType
from cli.files.whole_file import WholeFile
from cli.terminal.output import complain
from positions import InputError, Position
from positions.reading.lines import fault
from solver.engines.checkpoint import Checkpoint

_OPTION = "--checkpoint"
# The values of ``--engine`` that can select the search.
_SEARCHES = ("auto", "search")


class _CheckpointType(OutputType):
    """Parameter type of a checkpoint, with the file that locks it."""

    def files(self, path: Path, options: Mapping[str, Any]) -> Iterable[Path]:
        """Return the file and its lock."""
        return [path] if is_stream(path) else [path, lock_of(path)]


checkpoint_option: Option = click.option(
    _OPTION,
    "checkpoint_path",
    type=_CheckpointType(),
    metavar="FILE",
    help="Save the search's table to FILE, and continue from it if FILE exists.",
)


class CheckpointFile:
    """A checkpoint that is written when the run ends, for whatever reason; a context manager.

    A signal stops the search, not the writing. An existing file is read before the search, and
    replaced only if something was searched; no other run can use the file meanwhile. `engine` does
    the search.
    """

    def __init__(self, path: Path, engine: str) -> None:
        """Prepare for a search; raises `click.UsageError` for an engine that does not search."""
        if engine not in _SEARCHES:
            found = f"{_OPTION} does not work with --engine {engine}, which has no search table"
            raise click.UsageError(f"{found}, expected {' or '.join(_SEARCHES)}")
        self._path = path
        self._name = f"{_OPTION} {source_name(str(path))}"
        self._checkpoint = Checkpoint(self._name, self._stored, self._pause)
        self.engine = self._checkpoint.engine
        self._interrupts = Interrupts()
        self._held = ExitStack()

    def __enter__(self) -> CheckpointFile:
        if is_stream(self._path):
            raise misplaced(_OPTION, self._path, "a special file")
        # Fail before a long search, not after it, if the file cannot be written.
        with self._file():
            pass
        try:
            self._held.enter_context(locked_place(self._path, self._name))
        except OSError as error:
            raise unwritable(_OPTION, self._path, error) from error
        self._held.enter_context(self._interrupts)
        return self

    def begin(self, root: Position) -> None:
        """Prepare for a position and everything reachable from it.

        Raises `InputError` if no search table applies, or if the file is for another board.
        """
        self._checkpoint.begin(root)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with self._held:
            if self._checkpoint.is_dirty:
                self._write_at_end(error)

    def _write_at_end(self, error: BaseException | None) -> None:
        if isinstance(error, (KeyboardInterrupt, InterruptedRun)):
            complain(f"Writing {source_name(str(self._path))}.")
        with self._interrupts.held():
            try:
                self._write()
            except InputError as fault_of_place:
                if error is None:
                    raise
                complain(str(fault_of_place))

    def _pause(self) -> None:
        """Write what there is so far; if that fails, the search continues."""
        with self._interrupts.held():
            try:
                self._write()
            except InputError as error:
                complain(str(error))

    def _write(self) -> None:
        with self._file() as file:
            try:
                self._checkpoint.write(file.write)
            except BaseException:
                file.discard()
                raise
        self._checkpoint.written()

    def _file(self) -> WholeFile:
        return WholeFile(self._path, _OPTION, is_durable=True)

    @contextmanager
    def _stored(self) -> Iterator[BinaryIO | None]:
        """Open the file of an earlier run; None if there is none."""
        try:
            stream = self._path.open("rb")
        except FileNotFoundError:
            yield None
            return
        except OSError as error:
            found = f"{self._name}: found {fault(error)}"
            raise InputError(f"{found}, expected a readable file") from error
        with stream:
            yield stream
