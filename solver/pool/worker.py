"""A worker process: it executes calls, one at a time, in its share of the machine, and reports.

A running call can `tell` its progress, and thereby learns if it was cancelled. A worker ignores
Ctrl-C, which its parent handles, and does not outlive its parent. It leads its own process group,
so that whatever it starts can be ended with it. It asks the system, when memory is short, to kill a
worker rather than the parent.

Each worker has its part of the memory and of the cores. If a part of the memory does not suffice,
the question is asked again with all of it, while no other worker runs: so no answer depends on the
number of workers.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from logging.handlers import QueueHandler
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Lock, Thread
from typing import TypeVar

import psutil

from positions.own.files import Source
from positions.rules_file import take_all
from solver.interface.engine import MIB, Limits
from solver.pool.logs import WorkerLogs
from solver.pool.processes import ignore_terminal

OUT_OF_MEMORY = "out of memory"
# Sent to a worker to cancel its call; never equal to a pickled call.
CANCEL = b"!"
# Out of 1000: when memory is short, the system kills processes with higher values first.
PREFERRED_VICTIM = "500"

log = logging.getLogger(__name__)

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


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


class MessageKind(Enum):
    """What a message from a worker is: a pair of a kind and a value."""

    # The first message: the worker has started, and takes calls.
    READY = auto()
    # A log record.
    LOG = auto()
    # A report from a running call, and then its return value or its exception.
    UPDATE = auto()
    RESULT = auto()
    ERROR = auto()


class ParentLink:
    """The worker's end of its link to the parent: calls come in, reports and log records go out.

    Each worker has its own link. A shared queue has a lock, and a worker killed while holding it
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
        """Send a pickled message."""
        with self._lock:
            self._connection.send_bytes(data)

    def put_nowait(self, record: logging.LogRecord) -> None:
        """Send a log record; this is what `logging.handlers.QueueHandler` calls."""
        self.send(pickle.dumps((MessageKind.LOG, record)))


# A worker's own link; None in other processes.
_link: ParentLink | None = None


def tell(value: object) -> None:
    """Report something to the caller of the running call; does nothing outside of workers.

    Raises `Cancelled` if the call was cancelled.
    """
    if _link is not None:
        if _link.is_cancelled:
            raise Cancelled
        _link.send(pickle.dumps((MessageKind.UPDATE, value)))


def serve(connection: Connection, logs: WorkerLogs, games: tuple[Source, ...]) -> None:
    """Execute calls until there are no more; this is the main function of the process.

    `games` are the games from files that the parent has loaded.
    """
    _live_apart()
    Thread(target=_die_with_parent, daemon=True).start()
    global _link
    link = _link = ParentLink(connection)
    logs.install(QueueHandler(link))  # type: ignore[arg-type]  # it only puts
    take_all(games)
    link.send(pickle.dumps((MessageKind.READY, None)))
    log.debug("worker %d is ready", os.getpid())
    with suppress(ConnectionError):
        for data in link.calls():
            kind, value = _report(data)
            link.send(_packed(kind, value))
            if kind is MessageKind.ERROR and isinstance(value, WorkerDied):
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


def _report(data: bytes) -> tuple[MessageKind, object]:
    try:
        function, arguments, options = pickle.loads(data)
        return MessageKind.RESULT, function(*arguments, **options)
    except MemoryError:
        # This process may stay short of memory, so it ends.
        return MessageKind.ERROR, WorkerDied(OUT_OF_MEMORY)
    except Exception as error:
        return MessageKind.ERROR, error


def _packed(kind: MessageKind, value: object) -> bytes:
    """Pickle a report; a value or an error that cannot be pickled is sent as text."""
    try:
        data = pickle.dumps((kind, value))
        if kind is MessageKind.ERROR:
            pickle.loads(data)  # errors can often be pickled but not unpickled
    except Exception as error:
        seen = value if kind is MessageKind.ERROR else error
        return pickle.dumps((MessageKind.ERROR, RuntimeError(f"{type(seen).__name__}: {seen}")))
    return data


@dataclass(frozen=True, slots=True)
class Resources:
    """Threads, and MiB of memory; None means unlimited. `is_part` says that there is more."""

    threads: int = 1
    memory: int | None = None
    is_part: bool = False

    def of(self, limits: Limits) -> Limits:
        """Return the limits of one question with these.

        Workers' answers must not depend on the number of cores, so they are repeatable.
        """
        return replace(
            limits,
            memory=self.memory,
            threads=self.threads,
            is_part=self.is_part,
            is_repeatable=True,
        )


# A worker's task. It may raise `PartUsedUp`, unless it has everything.
Work = Callable[[_Item, Resources], _Answer]


def divide(workers: int, cores: int, memory: int | None = None) -> tuple[Resources, Resources]:
    """Divide the cores, and some MiB or the free memory, among workers: at least one to each.

    Returns a part, for each of several workers, and everything, for one that works alone.
    """
    whole = Resources(cores, memory)
    if workers == 1:
        return whole, whole
    free = psutil.virtual_memory().available // MIB
    each = max(min(free, free if memory is None else memory) // workers, 1)
    return Resources(max(cores // workers, 1), each, is_part=True), whole
