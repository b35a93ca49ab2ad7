"""The file of ``--checkpoint``: what a search has found out, for a later run to go on from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from cli.common.exits import InterruptedRun
from cli.common.inputs import fault, source_name
from cli.common.interrupts import Interrupts
from cli.common.options import Option
from cli.files.places import is_stream, misplaced
from cli.files.run_files import OUTPUT
from cli.files.whole_file import WholeFile
from cli.terminal.output import complain
from positions import InputError, Position
from solver.engines.checkpoint import Checkpoint

_OPTION = "--checkpoint"
# The engines by whose names the search can be asked for.
_SEARCHES = ("auto", "search")

checkpoint_option: Option = click.option(
    _OPTION,
    "checkpoint_path",
    type=OUTPUT,
    metavar="FILE",
    help="Keep in FILE what the search has found, and go on from there if FILE is there.",
)


class CheckpointFile:
    """A checkpoint that is written when the run ends, whatever ends it; a context manager.

    Meanwhile Ctrl-C and SIGTERM stop the search, not the writing. A file that is there is read
    before anything is searched, and stays as it is unless something is searched then. `engine` is
    what searches.
    """

    def __init__(self, path: Path, engine: str) -> None:
        """Prepare for a search; raises `click.UsageError` for an engine that is none."""
        if engine not in _SEARCHES:
            found = f"found {_OPTION} with --engine {engine}, which keeps no table of a search"
            raise click.UsageError(f"{found}, expected {' or '.join(_SEARCHES)}")
        self._path = path
        name = f"{_OPTION} {source_name(str(path))}"
        self.engine = Checkpoint(name, self._stored, self._pause)
        self._interrupts = Interrupts()

    def __enter__(self) -> CheckpointFile:
        if is_stream(self._path):
            raise misplaced(_OPTION, self._path, "no regular file")
        # Whether there is a place for it has to be known before a search, not after.
        with self._file():
            pass
        self._interrupts.__enter__()
        return self

    def begin(self, root: Position) -> None:
        """Prepare for a position and all that can come from it.

        Raises `InputError` if there is nothing to keep of it, or the file is for another board.
        """
        self.engine.begin(root)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if self.engine.has_news:
                self._write_at_end(error)
        finally:
            self._interrupts.__exit__(kind, error, trace)

    def _write_at_end(self, error: BaseException | None) -> None:
        if isinstance(error, (KeyboardInterrupt, InterruptedRun)):
            complain(f"writing {source_name(str(self._path))}")
        with self._interrupts.held():
            try:
                self._write()
            except InputError as fault_of_place:
                if error is None:
                    raise
                complain(str(fault_of_place))

    def _pause(self) -> None:
        """Write what there is so far; where that fails, the search is worth more."""
        with self._interrupts.held():
            try:
                self._write()
            except InputError as error:
                complain(str(error))

    def _write(self) -> None:
        with self._file() as file:
            try:
                self.engine.write(file.write)
            except BaseException:
                file.discard()
                raise
        self.engine.written()

    def _file(self) -> WholeFile:
        return WholeFile(self._path, _OPTION, is_durable=True)

    @contextmanager
    def _stored(self) -> Iterator[BinaryIO | None]:
        """Open what an earlier run has left; None if nothing."""
        try:
            stream = self._path.open("rb")
        except FileNotFoundError:
            yield None
            return
        except OSError as error:
            found = f"{_OPTION} {source_name(str(self._path))}: found {fault(error)}"
            raise InputError(f"{found}, expected a file that can be read") from error
        with stream:
            yield stream
