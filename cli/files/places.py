"""Where output can go, and what is wrong with a place, said alike for all options that name one.

A regular file is replaced, or gone on with. All else that can be written to (pipes, devices, and
what the shell has opened already, such as ``/dev/stdout`` or ``/dev/fd/63``) is a stream: it takes
bytes as they come, and is neither emptied nor renamed.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from cli.common.inputs import fault, source_name
from positions import InputError

STANDARD_OUTPUT = Path("/dev/stdout")

_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile(r"(?:/dev|/proc/self|/proc/thread-self)/fd/([0-9]{1,9})")
# As many links as Linux follows.
_MOST_LINKS = 40
_LONGEST_NAME = 255


def unwritable(option: str, path: Path, error: OSError) -> InputError:
    """Return why nothing can be written in a place, or no more; of a missing folder, which one."""
    if isinstance(error, FileNotFoundError):
        found = _missing(path)
    elif isinstance(error, IsADirectoryError):
        found = "a directory"
    else:
        return InputError(f"{option} {source_name(str(path))} cannot be written: {fault(error)}")
    return misplaced(option, path, found)


def _missing(path: Path) -> str:
    """Return which folder of a path is not there, the first one."""
    try:
        path = path.absolute()
    except OSError:
        return "no current folder"
    missing = [folder for folder in path.parents if not folder.exists()]
    return f"no folder {source_name(str(missing[-1] if missing else path.parent))}"


def misplaced(option: str, path: Path, found: str) -> InputError:
    """Return what was found in place of a file that can be written."""
    message = f"found {found}, expected a file that can be written"
    return InputError(f"{option} {source_name(str(path))}: {message}")


def descriptor_of(path: Path) -> int | None:
    """Return the open descriptor that a path leads to: 1 for ``/dev/stdout``; None for others."""
    name = str(followed(path))
    match = _DESCRIPTOR.fullmatch(name)
    return _STANDARD.get(name) if match is None else int(match[1])


def followed(path: Path) -> Path:
    """Return what a path leads to by links, of which the last may lead nowhere yet.

    A name of a descriptor is left as it is: what the descriptor is open on is not known by name.
    """
    for _ in range(_MOST_LINKS):
        is_final = str(path) in _STANDARD or _DESCRIPTOR.fullmatch(str(path))
        if is_final or not os.path.islink(path):  # noqa: PTH114 - never raises
            break
        path = path.parent / path.readlink()
    return path


def is_stream(path: Path) -> bool:
    """Return whether what is at a path takes bytes as they come: no regular file, and no folder."""
    if descriptor_of(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def has_content(path: Path) -> bool:
    """Return whether there is a regular file that is not empty."""
    try:
        found = path.stat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size > 0


def open_stream(path: Path) -> BinaryIO:
    """Open a stream to write to it, without a buffer; raises `OSError`.

    A descriptor is shared and not opened anew: so it works for sockets, too, and what is written
    follows what was written through it before.
    """
    number = descriptor_of(path)
    copy = os.open(path, os.O_WRONLY) if number is None else os.dup(number)
    try:
        os.write(copy, b"")
    except OSError as error:
        # What has no room may have some later; what was opened to be read is never written.
        if error.errno == errno.EBADF:
            os.close(copy)
            raise
    return os.fdopen(copy, "wb", buffering=0)


def write_whole(stream: BinaryIO, data: bytes) -> None:
    """Write all of some bytes to a stream that has no buffer; raises `OSError`."""
    left = memoryview(data)
    while left:
        left = left[stream.write(left) :]


def beside(path: Path, ending: str) -> Path:
    """Return the file beside another one that has its name and an ending.

    Where that would be longer than names can be, a part of the name is left out for a digest of it.
    """
    name = path.name + ending
    if len(os.fsencode(name)) > _LONGEST_NAME:
        ending = f"~{sha256(os.fsencode(path.name)).hexdigest()[:8]}{ending}"
        kept = path.name
        while len(os.fsencode(kept + ending)) > _LONGEST_NAME:
            kept = kept[:-1]
        name = kept + ending
    return path.parent / name
