"""The only place where this program starts processes.

**A child imports exactly the modules that its parent would.** Every child of `multiprocessing`
that is an interpreter of its own (the fork server and what it preloads, a spawned worker, the
resource tracker) is a ``python -c …``, whose module path begins with the current folder: a
`solver.py` or a `random.py` there would be run. The path that the parent sends along
(`multiprocessing.spawn.prepare`) comes too late for what the fork server preloads, and for what a
child imports to read it. So the environment sets the module path while a process starts:
``PYTHONSAFEPATH`` (new in Python 3.11) leaves the current folder out, and ``PYTHONPATH`` is the
parent's own path, made absolute. An interpreter reads both before importing anything, and 3.11 to
3.14 pass the environment on to all these children. The one interpreter that reads neither,
``python -E`` without ``-P``, is refused.

**A child that cannot start says so**: `NotStarted`, instead of a parent that waits.

**Children ignore what a terminal sends** to all its processes, such as Ctrl-C, from the start:
their parent gets it and ends them.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock
from typing import Any

from positions.errors import InputError

START_METHODS = tuple(
    method
    for method in ("forkserver", "spawn", "fork")
    if method in multiprocessing.get_all_start_methods()
)
# The maximum length of a Unix socket's name on Linux and macOS, whichever is shorter, and the
# length that `multiprocessing` adds to the temporary folder: "/pymp-12345678/listener-12345678".
_LONGEST_ADDRESS = 103
_SOCKET_NAME = 32
# More descriptors than a start ever needs: sockets, pipes, and their duplicates.
_DESCRIPTORS = 16

# What a terminal sends to all its processes: by Ctrl-C, by Ctrl-\ and when it is closed.
_FROM_A_TERMINAL = tuple(
    signal.Signals[name]
    for name in ("SIGINT", "SIGQUIT", "SIGHUP")
    if name in signal.Signals.__members__
)

log = logging.getLogger(__name__)

# If the resource tracker cannot run, no process can, and `NotStarted` says so.
warnings.filterwarnings("ignore", "resource_tracker: process died unexpectedly")

# Held while the environment is set up for a child.
_lock = Lock()


class NotStarted(InputError):  # noqa: N818 - the name says what has happened
    """A process cannot be started here, or died at once; the message says why."""


def pipe(duplex: bool = True) -> tuple[Connection, Connection]:
    """Return the two ends of a new pipe; raises `NotStarted`."""
    try:
        return multiprocessing.Pipe(duplex)
    except OSError as error:
        raise _not_started(error) from error


def start(
    method: str,
    target: Callable[..., object],
    args: tuple[Any, ...],
    name: str,
    *,
    daemon: bool = False,
) -> BaseProcess:
    """Start a process by a start method, or by another one if that cannot work here.

    The process has what a terminal sends blocked. Raises `NotStarted`.
    """
    method = _possible(method)
    context: BaseContext = multiprocessing.get_context(method)
    process: BaseProcess = context.Process(  # type: ignore[attr-defined]
        target=target, args=args, name=name, daemon=daemon
    )
    try:
        _check_room()
        with _environment_of_a_child(method), _terminal_blocked(method):
            process.start()
    except (OSError, EOFError) as error:
        raise _not_started(error) from error
    return process


def _check_room() -> None:
    """Raise `OSError` if there are not enough descriptors to start a process.

    Running out of them half-way would end the fork server, and with it all its children.
    """
    with ExitStack() as opened:
        for _ in range(_DESCRIPTORS):
            opened.callback(os.close, os.open(os.devnull, os.O_RDONLY))


def _not_started(error: OSError | EOFError) -> NotStarted:
    # A dead fork server does not answer, or its connection ends.
    if isinstance(error, ConnectionError | EOFError):
        return NotStarted("a process cannot be started: the fork server died")
    return NotStarted(f"a process cannot be started: {(error.strerror or str(error)).lower()}")


def _possible(method: str) -> str:
    """Return a start method, or the next best if it cannot work in this environment.

    All but `fork` make the child change to the current folder, and the fork server listens on a
    socket in the temporary folder, whose name must be short. Raises `NotStarted` if none is safe.
    """
    if method == "fork":
        return method
    if "fork" in START_METHODS and not _has_current_folder():
        log.info("using start method fork: the current folder is gone or inaccessible")
        return "fork"
    if sys.flags.ignore_environment and not sys.flags.safe_path:
        raise NotStarted("found Python with -E, expected -P with it to start processes safely")
    if method == "forkserver" and not _has_room_for_socket():
        log.info(
            "using start method spawn: the path of the temporary folder is too long for a socket"
        )
        return "spawn"
    return method


def _has_current_folder() -> bool:
    try:
        return os.access(Path.cwd(), os.X_OK)
    except OSError:
        return False


def _has_room_for_socket() -> bool:
    try:
        folder = tempfile.gettempdir()
    except OSError:
        return False
    return len(os.fsencode(folder)) + _SOCKET_NAME <= _LONGEST_ADDRESS


@contextmanager
def _environment_of_a_child(method: str) -> Iterator[None]:
    """Let child interpreters have the module path of this one, with nothing before it."""
    if method == "fork":
        yield
        return
    # Paths that contain a separator cannot be in the variable.
    path = [str(Path(folder).absolute()) for folder in sys.path if os.pathsep not in folder]
    child = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(path)}
    with _lock:
        before = {name: os.environ.get(name) for name in child}
        os.environ.update(child)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


@contextmanager
def _terminal_blocked(method: str) -> Iterator[None]:
    """Block what a terminal sends while a child starts; this process gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _FROM_A_TERMINAL)
    try:
        if method != "fork":
            resource_tracker.ensure_running()  # when it starts, it lets Ctrl-C through again
            block_terminal()
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def block_terminal() -> None:
    """Block in this thread what a terminal sends, so that the main thread gets it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, _FROM_A_TERMINAL)


def ignore_terminal() -> None:
    """Ignore in a child what a terminal sends, but not SIGTERM, which ends it."""
    for number in _FROM_A_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # under `fork` it is the parent's
