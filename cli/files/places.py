"""Destinations of output, their locks, and uniform messages for what is wrong with them.

A regular file is replaced or continued. Anything else that can be written to (pipes, devices, and
what the shell has already opened, such as ``/dev/stdout`` or ``/dev/fd/63``) is a stream: it takes
bytes as they come, and is neither truncated nor renamed.

A file that a run continues or replaces is locked, so that it has one writer at a time, whatever
name a run has for it. The system releases a lock when the run ends, however it ends, so what a
killed run leaves behind blocks nobody.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, TypeVar

from cli.common.inputs import source_name
from positions import InputError
from positions.reading.lines import fault

STANDARD_OUTPUT = Path("/dev/stdout")

_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"(?:/dev|/proc/self|/proc/thread-self)/fd/([0-9]{1,9})")
# As many links as Linux follows.
_MAX_LINKS = 40
_LONGEST_NAME = 255

# Seconds that a killed run may take to exit.
LOCK_TIMEOUT = 1.0
_ENDING = ".lock"

_File = TypeVar("_File", bound=BinaryIO | None)


def unwritable(option: str, path: Path, error: OSError) -> InputError:
    """Return the error for a place that cannot be written; it names a missing folder."""
    if isinstance(error, FileNotFoundError):
        found = _missing(path)
    elif isinstance(error, IsADirectoryError):
        found = "a directory"
    else:
        return InputError(f"{option} {source_name(str(path))} cannot be written: {fault(error)}")
    return misplaced(option, path, found)


def _missing(path: Path) -> str:
    """Return which folder of a path is missing, the outermost one."""
    try:
        path = path.absolute()
    except OSError:
        return "no current folder"
    missing = [folder for folder in path.parents if not folder.exists()]
    return f"no folder {source_name(str(missing[-1] if missing else path.parent))}"


def misplaced(option: str, path: Path, found: str) -> InputError:
    """Return the error for something found in place of a writable file."""
    message = f"found {found}, expected a writable file"
    return InputError(f"{option} {source_name(str(path))}: {message}")


def descriptor_of(path: Path) -> int | None:
    """Return the open descriptor that a path refers to: 1 for ``/dev/stdout``; else None."""
    name = str(followed(path))
    match = _DESCRIPTOR.fullmatch(name)
    return _STANDARD.get(name) if match is None else int(match[1])


def followed(path: Path) -> Path:
    """Return a path with its links resolved, of which the last may be dangling.

    The name of a descriptor is left as it is: the file it is open on need not have a name.
    """
    for _ in range(_MAX_LINKS):
        is_final = str(path) in _STANDARD or _DESCRIPTOR.fullmatch(str(path))
        if is_final or not os.path.islink(path):  # noqa: PTH114 - never raises
            break
        path = path.parent / path.readlink()
    return path


def is_stream(path: Path) -> bool:
    """Return whether a path is a stream: neither a regular file nor a folder."""
    if descriptor_of(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def has_content(path: Path) -> bool:
    """Return whether a path is a non-empty regular file."""
    try:
        status = path.stat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size > 0


def open_stream(path: Path) -> BinaryIO:
    """Open a stream for unbuffered writing; raises `OSError`.

    A descriptor is shared rather than opened anew, so that sockets work too and output follows
    what was written through it before.
    """
    number = descriptor_of(path)
    copy = os.open(path, os.O_WRONLY) if number is None else os.dup(number)
    try:
        os.write(copy, b"")
    except OSError as error:
        # A full pipe may have room later; a descriptor opened for reading cannot be written.
        if error.errno == errno.EBADF:
            os.close(copy)
            raise
    return os.fdopen(copy, "wb", buffering=0)


def write_whole(stream: BinaryIO, data: bytes) -> None:
    """Write all bytes to an unbuffered stream; raises `OSError`."""
    left = memoryview(data)
    while left:
        left = left[stream.write(left) :]


def beside(path: Path, ending: str) -> Path:
    """Return the path of a companion file: the same name plus an ending.

    If that name would be too long, a digest replaces part of it.
    """
    name = path.name + ending
    if len(os.fsencode(name)) > _LONGEST_NAME:
        ending = f"~{sha256(os.fsencode(path.name)).hexdigest()[:8]}{ending}"
        kept = path.name
        while len(os.fsencode(kept + ending)) > _LONGEST_NAME:
            kept = kept[:-1]
        name = kept + ending
    return path.parent / name


def lock_of(path: Path) -> Path:
    """Return the path of the file that is locked in place of one that is replaced."""
    return beside(followed(path), _ENDING)


def locked(open_file: Callable[[], _File], path: Path, name: str) -> _File:
    """Open the file at a path and lock it; None if `open_file` returns None.

    Raises `InputError`, which begins with `name`, if another run holds the lock.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT
    while (file := open_file()) is not None and not _try_lock(file, path):
        file.close()
        if time.monotonic() > deadline:
            raise InputError(f"{name}: another run is writing to it")
        time.sleep(LOCK_TIMEOUT / 20)
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
