"""Files that appear when they are complete, or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from cli.output import complain
from cli.places import misplaced, unwritable
from positions.errors import InputError


class WholeFile:
    """A file that an option asks for; a context manager.

    What is written goes to a file beside it, which takes its name at the end, after Ctrl-C, too.
    Where nothing was written no file is made, and one that is there already stays as it is. A place
    where no file can be is an `InputError` that names the option, and so is, at the end, a disk
    that is full by then; if something else has ended the run, it is only told.
    """

    def __init__(self, path: Path, option: str) -> None:
        self._option = option
        self._named = path
        # Of a link the file that it leads to.
        self._path = path.resolve()
        self._beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        self._is_empty = True
        self._fault: OSError | None = None

    def __enter__(self) -> WholeFile:
        try:
            if self._path.exists() and not self._path.is_file():
                raise misplaced(self._option, self._named, "no regular file")
            self._stream = self._beside.open("xb")
        except OSError as error:
            raise self._error(error) from error
        return self

    def write(self, data: str | bytes) -> None:
        """Add bytes, or a text, which is written in UTF-8 as it is."""
        self._is_empty = False
        try:
            self._stream.write(data.encode() if isinstance(data, str) else data)
        except OSError as error:
            self._fault = self._fault or error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()
        if self._fault is None:
            return
        if error is None:
            raise self._error(self._fault) from self._fault
        complain(str(self._error(self._fault)))

    def _close(self) -> None:
        try:
            self._stream.close()
            if not self._is_empty and self._fault is None:
                self._beside.replace(self._path)
        except OSError as error:
            self._fault = self._fault or error
        with suppress(OSError):
            self._beside.unlink()

    def _error(self, error: OSError) -> InputError:
        return unwritable(self._option, self._named, error)
