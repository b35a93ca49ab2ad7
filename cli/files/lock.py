"""Locks: a file has one writer at a time, whatever name a run has for it.

The system releases a lock when the run ends, however it ends, so what a killed run leaves behind
blocks nobody.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeVar

from cli.files.places import beside, followed
from positions import InputError

# Seconds that a killed run may take to exit.
PATIENCE = 1.0
_ENDING = ".lock"

_File = TypeVar("_File", bound=BinaryIO | None)


def lock_of(path: Path) -> Path:
    """Return the path of the file that is locked in place of one that is replaced."""
    return beside(followed(path), _ENDING)


def locked(open_file: Callable[[], _File], path: Path, name: str) -> _File:
    """Open the file at a path and lock it; None if `open_file` returns None.

    Raises `InputError`, which begins with `name`, if another run holds the lock.
    """
    deadline = time.monotonic() + PATIENCE
    while (file := open_file()) is not None and not _try_lock(file, path):
        file.close()
        if time.monotonic() > deadline:
            raise InputError(f"{name}: another run is writing to it")
        time.sleep(PATIENCE / 20)
    return file


def locked_itself(open_file: Callable[[], _File], path: Path, name: str) -> _File:
    """Like `locked`, for a file that this run opens more than once while it has the lock."""
    # On Windows the lock would keep out this run as well.
    return open_file() if os.name == "nt" else locked(open_file, path, name)


@contextmanager
def locked_place(path: Path, name: str) -> Iterator[None]:
    """Lock a file that may not exist yet, and may be replaced in the meantime.

    The lock is on a file beside it, which is removed at the end. A file with several names, or in a
    folder where no other can be made, is written in place, and is locked itself too. Raises
    `InputError`, which begins with `name`, if another run holds a lock, and `OSError`.
    """
    companion = lock_of(path)
    with ExitStack() as stack:
        lock = locked(lambda: _opened(companion, path), companion, name)
        if lock is not None:
            stack.enter_context(lock)
            stack.callback(_remove, companion, lock)
        file = locked_itself(lambda: _existing(path), path, name)
        if file is not None:
            stack.enter_context(file)
        yield


def _opened(companion: Path, path: Path) -> BinaryIO | None:
    """Open or create the file to lock; None if that is impossible, but not for the file itself."""
    try:
        return os.fdopen(os.open(companion, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    except PermissionError:
        if path.exists() and not companion.exists():
            return None
        raise


def _existing(path: Path) -> BinaryIO | None:
    # An open file could not be replaced on Windows.
    if os.name == "nt" or not path.exists():
        return None
    return os.fdopen(os.open(path, os.O_WRONLY), "wb")


def _remove(companion: Path, lock: BinaryIO) -> None:
    """Remove the file beside while it is locked: later it may be another run's."""
    if not os.fstat(lock.fileno()).st_size:  # else it is a file of the user's
        with suppress(OSError):  # on Windows an open file stays
            companion.unlink()


def _try_lock(file: BinaryIO, path: Path) -> bool:
    """Lock a file; return False if that fails, or if another run has removed the file meanwhile."""
    # Imported late: most runs lock no file.
    import portalocker

    try:
        portalocker.lock(file, portalocker.LOCK_EX | portalocker.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except (portalocker.LockException, FileNotFoundError):
        return False
