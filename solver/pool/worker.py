"""A worker process: it executes calls, one at a time, and reports.

A running call can `tell` its progress, and thereby learns if it was cancelled. A worker ignores
Ctrl-C, which its parent handles, and does not outlive its parent. It leads its own process group,
so that whatever it starts can be ended with it. It asks the system, when memory is short, to kill a
worker rather than the parent.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from solver.pool.logs import WorkerLogs
from solver.pool.processes import ignore_terminal

OUT_OF_MEMORY = "out of memory"
# Sent to a worker to cancel its call; never equal to a pickled call.
CANCEL = b"!"
# Out of 1000: when memory is short, the system kills processes with higher values first.
PREFERRED_VICTIM = "500"

log = logging.getLogger(__name__)


class WorkerDied(Exception):  # noqa: N818 - the name says what has happened
    """A worker died during a call."""

    def __init__(self, how: str) -> None:
        super().__init__(f"worker died, {how}")
        self.how = how

    def __reduce__(self) -> tuple[type[WorkerDied], tuple[str]]:
        return WorkerDied, (self.how,)


class Cancelled(Exception):  # noqa: N818 - not an error: the answer is not needed
    """A call was cancelled by its caller."""

    def __init__(self) -> None:
        super().__init__("the call was cancelled")

    def __reduce__(self) -> tuple[type[Cancelled], tuple[()]]:
        return Cancelled, ()


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker's first message: it has started, and takes calls."""


@dataclass(frozen=True, slots=True)
class CallUpdate:
    """A report from a running call."""

    value: Any


@dataclass(frozen=True, slots=True)
class CallResult:
    """The return value of a call."""

    value: Any


@dataclass(frozen=True, slots=True)
class CallError:
    """The exception of a call."""

    error: BaseException


class Line:
    """The worker's end of its line to the parent: calls come in, reports and log records go out.

    Each worker has its own line. A shared queue has a lock, and a worker killed while holding it
    would block the others.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = Lock()

    def calls(self) -> Iterator[bytes]:
        """Yield incoming calls until the parent sends an empty one, or is gone."""
        with suppress(EOFError, OSError):
            while data := self._connection.recv_bytes():
                if data != CANCEL:  # else it came too late: the call was just answered
                    yield data

    @property
    def is_cancelled(self) -> bool:
        """Whether the running call was cancelled: nothing else is sent during a call."""
        return self._connection.poll()

    def send(self, data: bytes) -> None:
        """Send a pickled report or log record."""
        with self._lock:
            self._connection.send_bytes(data)

    def put_nowait(self, record: logging.LogRecord) -> None:
        """Send a log record; this is what `logging.handlers.QueueHandler` calls."""
        self.send(pickle.dumps(record))


# A worker's own line; None in other processes.
_line: Line | None = None


def tell(value: object) -> None:
    """Report something to the caller of the running call; does nothing outside of workers.

    Raises `Cancelled` if the call was cancelled.
    """
    if _line is not None:
        if _line.is_cancelled:
            raise Cancelled
        _line.send(pickle.dumps(CallUpdate(value)))


def serve(connection: Connection, logs: WorkerLogs) -> None:
    """Execute calls until there are no more; this is the main function of the process."""
    _live_apart()
    Thread(target=_die_with_parent, daemon=True).start()
    global _line
    line = _line = Line(connection)
    logs.install(line)
    line.send(pickle.dumps(Ready()))
    log.debug("worker %d is ready", os.getpid())
    with suppress(ConnectionError):
        for data in line.calls():
            report = _report(data)
            line.send(_packed(report))
            if isinstance(report, CallError) and isinstance(report.error, WorkerDied):
                break
    logs.flush()
    # Skip the interpreter's shutdown: under `fork` it would flush the parent's buffers.
    os._exit(0)


def _live_apart() -> None:
    ignore_terminal()
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(PREFERRED_VICTIM)


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


def _report(data: bytes) -> CallResult | CallError:
    try:
        function, arguments, options = pickle.loads(data)
        return CallResult(function(*arguments, **options))
    except MemoryError:
        # This process may stay short of memory, so it ends.
        return CallError(WorkerDied(OUT_OF_MEMORY))
    except Exception as error:
        return CallError(error)


def _packed(report: CallResult | CallError) -> bytes:
    """Pickle a report; a value or an error that cannot be pickled is sent as text."""
    try:
        data = pickle.dumps(report)
        if isinstance(report, CallError):
            pickle.loads(data)  # errors can often be pickled but not unpickled
    except Exception as error:
        seen = report.error if isinstance(report, CallError) else error
        return pickle.dumps(CallError(RuntimeError(f"{type(seen).__name__}: {seen}")))
    return data
