"""Where log records go: to the file that ``--log-file`` names, or with ``-v`` to standard error."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from cli.places import unwritable

LAYOUT = "%(asctime)s %(levelname)-7s %(process)d %(name)s: %(message)s"


def logging_to(path: str | None, level: str) -> AbstractContextManager[None]:
    """Append what is logged at a level or above to a file; a record is one line or more."""
    return _logging_with(_handler(path), level.upper())


def logging_to_stderr() -> AbstractContextManager[None]:
    """Write what is logged, but for details, to standard error as it is."""
    return _logging_with(logging.StreamHandler(), logging.INFO)


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


def _handler(path: str | None) -> logging.Handler:
    if path is None:
        return logging.NullHandler()
    try:
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise unwritable("--log-file", Path(path), error) from error
    handler.setFormatter(logging.Formatter(LAYOUT))
    return handler
