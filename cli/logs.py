"""Where log records go: to the file that ``--log-file`` names, and else nowhere."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from cli.inputs import fault
from positions.errors import InputError

LAYOUT = "%(asctime)s %(levelname)-7s %(process)d %(name)s: %(message)s"


@contextmanager
def logging_to(path: str | None, level: str) -> Iterator[None]:
    """Append what is logged at a level or above to a file; a record is one line or more."""
    root = logging.getLogger()
    kept = root.handlers, root.level
    root.handlers = [_handler(path)]
    root.setLevel(level.upper())
    try:
        yield
    finally:
        root.handlers[0].close()
        root.handlers = kept[0]
        root.setLevel(kept[1])


def _handler(path: str | None) -> logging.Handler:
    if path is None:
        return logging.NullHandler()
    try:
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--log-file: found {fault(error)}, expected a file to write") from error
    handler.setFormatter(logging.Formatter(LAYOUT))
    return handler
