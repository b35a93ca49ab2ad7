"""Destinations of log records: the file of ``--log-file``, or with ``-v`` standard error."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from cli.files.places import is_stream, open_stream, unwritable
from cli.terminal.output import complain

LAYOUT = "%(asctime)s %(levelname)-7s %(process)d %(name)s: %(message)s"


def logging_to(path: Path | None, level: str) -> AbstractContextManager[None]:
    """Append records of a level or above to a file; a record takes one or more lines."""
    return _logging_with(_handler(path), level.upper())


def logging_to_stderr(layout: str | None = None) -> AbstractContextManager[None]:
    """Write log records, except for debug details, to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(layout))
    return _logging_with(handler, logging.INFO)


class _LogFile(logging.StreamHandler[TextIO]):
    """A log file. If writing to it fails, the run reports that once and continues without it."""

    def __init__(self, path: Path) -> None:
        super().__init__(_opened(path))
        self._path = path

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - overrides logging's
        """Report why a record could not be written, and write no more."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
            return
        complain(str(unwritable("--log-file", self._path, error)))
        self._close()
        self.stream = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115

    def close(self) -> None:
        """Close the file."""
        self._close()
        super().close()

    def _close(self) -> None:
        with suppress(OSError):  # a full disk has already been reported
            self.stream.close()


def _opened(path: Path) -> TextIO:
    """Open a file for appending, or a stream; raises `OSError`."""
    if is_stream(path):
        return TextIOWrapper(open_stream(path), encoding="utf-8", write_through=True)
    return path.open("a", encoding="utf-8")


@contextmanager
def _logging_with(handler: logging.Handler, level: str | int) -> Iterator[None]:
    root = logging.getLogger()
    kept = root.handlers, root.level
    root.handlers = [handler]
    root.setLevel(level)
    try:
        yield
    finally:
        handler.close()
        root.handlers = kept[0]
        root.setLevel(kept[1])


def _handler(path: Path | None) -> logging.Handler:
    if path is None:
        return logging.NullHandler()
    try:
        handler = _LogFile(path)
    except OSError as error:
        raise unwritable("--log-file", path, error) from error
    handler.setFormatter(logging.Formatter(LAYOUT))
    return handler
