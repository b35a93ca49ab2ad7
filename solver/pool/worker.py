"""The life of a worker process: it does what it is told, one thing at a time, and reports.

What is at work can `tell` how far it is, and hears by that if nobody wants it any longer. A worker
never sees Ctrl-C, which is for its parent to act on, and does not outlive its parent. It is the
head of a process group of its own, so that whatever it has started can be ended with it. In
need of memory the system is told to end a worker rather than the parent.
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

OUT_OF_MEMORY = "out of memory"
# Sent to a worker whose call nobody wants any longer; no pickled call is this.
CANCEL = b"!"
# Of 1000: a system short of memory prefers processes with more of it.
PREFERRED_VICTIM = "500"

log = logging.getLogger(__name__)


class WorkerDied(Exception):  # noqa: N818 - the name says what has happened
    """A worker was ended while it was at work."""

    def __init__(self, how: str) -> None:
        super().__init__(f"worker died, {how}")
        self.how = how

    def __reduce__(self) -> tuple[type[WorkerDied], tuple[str]]:
        return WorkerDied, (self.how,)


class Cancelled(Exception):  # noqa: N818 - no error: nobody wants the answer
    """Whoever had asked for a call wants it no longer."""

    def __init__(self) -> None:
        super().__init__("the call is not wanted any longer")

    def __reduce__(self) -> tuple[type[Cancelled], tuple[()]]:
        return Cancelled, ()


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker's first word: it has started, and takes calls."""


@dataclass(frozen=True, slots=True)
class CallUpdate:
    """What a call says while it is at work."""

    value: Any


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a call gave."""

    value: Any


@dataclass(frozen=True, slots=True)
class CallError:
    """What a call raised."""

    error: BaseException


class Line:
    """The worker's end of its line to the parent: calls come in, reports and log records go out.

    Each worker has a line of its own. A queue that several share has a lock, and whoever is killed
    while holding it would stop the others.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = Lock()

    def calls(self) -> Iterator[bytes]:
        """Yield the calls that come in until the parent sends an empty one, or is gone."""
        with suppress(EOFError, OSError):
            while data := self._connection.recv_bytes():
                if data != CANCEL:  # else it came too late: the call had just been answered
                    yield data

    @property
    def is_cancelled(self) -> bool:
        """Whether the call at work is not wanted any longer: nothing else is sent meanwhile."""
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
    """Say something to whoever has asked for the call at work; nothing happens outside of workers.

    Raises `Cancelled` if the call is not wanted any longer.
    """
    if _line is not None:
        if _line.is_cancelled:
            raise Cancelled
        _line.send(pickle.dumps(CallUpdate(value)))


def serve(connection: Connection, logs: WorkerLogs) -> None:
    """Do what comes in until nothing more does; this is what the process runs."""
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
    # Not through the interpreter's end: under `fork` it would flush what belongs to the parent.
    os._exit(0)


def _live_apart() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # under `fork` it is the parent's
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
        # What is left of this process may be short of memory for good: it ends.
        return CallError(WorkerDied(OUT_OF_MEMORY))
    except Exception as error:
        return CallError(error)


def _packed(report: CallResult | CallError) -> bytes:
    """Pickle a report; a value or an error that cannot be sent is told in words."""
    try:
        data = pickle.dumps(report)
        if isinstance(report, CallError):
            pickle.loads(data)  # errors often can be sent and not be read
    except Exception as error:
        seen = report.error if isinstance(report, CallError) else error
        return pickle.dumps(CallError(RuntimeError(f"{type(seen).__name__}: {seen}")))
    return data
