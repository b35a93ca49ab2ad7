"""Delivery of workers' log records to their parent's handlers: complete, and exactly once.

With the start method `fork`, for which it is made, multiprocessing-logging delivers them. With the
others, the standard `QueueHandler` sends them over the worker's link to its parent. If the parent
has no handlers, they take that route too, and end up where its own records do.

multiprocessing-logging has one queue for all workers, and a worker killed while writing to it may
block all later records. So only workers use the queue, and their work never waits for it; at the
end, the parent waits for it only briefly.
"""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Thread

from multiprocessing_logging import MultiProcessingHandler, install_mp_handler

# Seconds.
JOIN_TIMEOUT = 1.0


@dataclass(slots=True)
class WorkerLogs:
    """What a worker needs for logging: the level, and handlers if they could be inherited."""

    level: int
    handlers: list[logging.Handler] = field(default_factory=list)

    def install(self, otherwise: logging.Handler) -> None:
        """Make this process log to the handlers, or to another one if there are none."""
        root = logging.getLogger()
        root.setLevel(self.level)
        root.handlers = self.handlers or [otherwise]

    def flush(self) -> None:
        """Wait until this process's log records are on their way."""
        for handler in self.handlers:
            if isinstance(handler, MultiProcessingHandler):
                handler.queue.close()
                _within_patience(handler.queue.join_thread)


class _BorrowedHandler(logging.Handler):
    """Passes records on to a handler without ever closing it."""

    def __init__(self, handler: logging.Handler) -> None:
        super().__init__(handler.level)
        self._handler = handler

    def emit(self, record: logging.LogRecord) -> None:
        self._handler.handle(record)


class LogReceiver:
    """The parent's end."""

    def __init__(self, start_method: str) -> None:
        root = logging.getLogger()
        self._hub = logging.Logger("workers")
        if root.handlers and start_method == multiprocessing.get_start_method() == "fork":
            self._hub.handlers = [_BorrowedHandler(handler) for handler in root.handlers]
            install_mp_handler(self._hub)
        self.for_workers = WorkerLogs(root.getEffectiveLevel(), self._hub.handlers)

    @staticmethod
    def take(record: logging.LogRecord) -> None:
        """Handle a record from a worker's link as if it had been logged here."""
        logger = logging.getLogger(record.name)
        if logger.isEnabledFor(record.levelno):
            logger.handle(record)

    def close(self) -> None:
        """Handle the records still on their way; to be called when the workers are gone."""
        for handler in self._hub.handlers:
            _within_patience(handler.close)


def _within_patience(wait: Callable[[], None]) -> None:
    """Wait for something, with a time limit."""
    waiting = Thread(target=wait, daemon=True)
    waiting.start()
    waiting.join(JOIN_TIMEOUT)
