"""Files that appear complete or not at all."""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import BinaryIO, Protocol

from cli.common.exits import PipeClosed
from cli.files.places import followed, is_stream, open_stream, unwritable, write_whole
from cli.terminal.output import complain, flush
from positions import InputError


class WholeFile:
    """An output file that an option names; a context manager.

    Output goes to a temporary file beside it, which replaces it at the end, even after Ctrl-C. If
    nothing was written, no file is created, and an existing one is left alone. The permissions of a
    file do not change. A stream, such as a pipe, is written to at once. With `is_durable`, the data
    are flushed to the disk before the file is replaced.

    Raises an `InputError` that names the option if the file cannot be created, or, at the end, if
    the disk is full; if something else ended the run, that is only reported. Raises `PipeClosed`
    if the reader of a stream is gone.
    """

    def __init__(self, path: Path, option: str, *, is_durable: bool = False) -> None:
        self._option = option
        self._path = path
        self._is_durable = is_durable
        self._is_empty = True
        self._fault: OSError | None = None

    def __enter__(self) -> WholeFile:
        try:
            self._place: _Place = (
                _Stream(self._path)
                if is_stream(self._path)
                else _File(followed(self._path), is_durable=self._is_durable)
            )
        except OSError as error:
            raise self._error(error) from error
        return self

    def write(self, data: str | bytes) -> None:
        """Add bytes, or text, which is encoded in UTF-8."""
        self._is_empty = False
        try:
            self._place.write(data.encode() if isinstance(data, str) else data)
        except BrokenPipeError:
            raise PipeClosed from None
        except OSError as error:
            self._fault = self._fault or error

    def discard(self) -> None:
        """Discard what was written: it will not be completed."""
        self._is_empty = True

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            self._place.close(is_wanted=not self._is_empty and self._fault is None)
        except OSError as fault:
            self._fault = self._fault or fault
        if self._fault is None:
            return
        if error is None:
            raise self._error(self._fault) from self._fault
        complain(str(self._error(self._fault)))

    def _error(self, error: OSError) -> InputError:
        return unwritable(self._option, self._path, error)


class _Place(Protocol):
    """A destination of bytes; each method may raise `OSError`."""

    def write(self, data: bytes) -> None:
        """Write some bytes."""

    def close(self, *, is_wanted: bool) -> None:
        """Keep the bytes if they are wanted, and release the destination."""


class _Stream:
    """A destination that takes bytes at once."""

    def __init__(self, path: Path) -> None:
        self._stream = open_stream(path)

    def write(self, data: bytes) -> None:
        """Write after anything pending on standard output, which may be the same stream."""
        flush()
        write_whole(self._stream, data)

    def close(self, *, is_wanted: bool) -> None:
        self._stream.close()


class _File:
    """A regular file, existing or not, whose new content is collected elsewhere.

    A lack of permission is reported at once, as when opening a file to overwrite it.
    """

    def __init__(self, path: Path, *, is_durable: bool) -> None:
        self._path = path
        self._is_durable = is_durable
        self._temporary_path: Path | None = None
        self._temporary: BinaryIO | None = None
        try:
            os.close(os.open(path, os.O_WRONLY))
        except FileNotFoundError:
            self._begin().close()
            self._clear()

    def write(self, data: bytes) -> None:
        if self._temporary is None:
            self._temporary = self._begin()
        self._temporary.write(data)

    def close(self, *, is_wanted: bool) -> None:
        """Replace the file by what was collected, if that is wanted."""
        try:
            if is_wanted and self._temporary is not None:
                self._temporary.flush()
                self._sync(self._temporary)
                self._put(self._temporary)
        finally:
            if self._temporary is not None:
                with suppress(OSError):  # by now the content is not needed
                    self._temporary.close()
            self._clear()

    def _begin(self) -> BinaryIO:
        """Open a temporary file beside the final one, or an unnamed one if that is impossible."""
        is_new = not self._path.exists()
        # Short, since the final name may have the maximum length.
        beside = self._path.with_name(f".proofplay-{os.getpid()}-{token_hex(4)}")
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            # Private until it has the mode of the final file.
            number = os.open(beside, flags, 0o666 if is_new else 0o600)
        except OSError:
            if is_new:
                raise
            return TemporaryFile()
        self._temporary_path = beside
        return os.fdopen(number, "w+b")

    def _put(self, temporary: BinaryIO) -> None:
        if self._temporary_path is not None and self._can_take_place(self._temporary_path):
            temporary.close()
            self._temporary_path.replace(self._path)
            return
        temporary.seek(0)
        with os.fdopen(os.open(self._path, os.O_WRONLY), "wb") as stream:
            shutil.copyfileobj(temporary, stream)
            stream.truncate()
            stream.flush()
            self._sync(stream)

    def _sync(self, stream: BinaryIO) -> None:
        """Flush what was written to the disk, if `is_durable`."""
        if self._is_durable:
            os.fsync(stream.fileno())

    def _can_take_place(self, path: Path) -> bool:
        """Copy the final file's owner and mode; return False if it has further permissions."""
        try:
            before, now = self._path.stat(), path.stat()
        except FileNotFoundError:
            return True
        try:
            if (before.st_uid, before.st_gid) != (now.st_uid, now.st_gid):
                os.chown(path, before.st_uid, before.st_gid)
            path.chmod(stat.S_IMODE(before.st_mode) & 0o777)
        except OSError:
            return False
        return before.st_nlink == 1 and not _has_access_list(self._path)

    def _clear(self) -> None:
        if self._temporary_path is not None:
            self._temporary_path.unlink(missing_ok=True)
            self._temporary_path = None


# Access control lists, in addition to the mode (Linux).
_ACCESS_LIST = "system.posix_acl_access"


def _has_access_list(path: Path) -> bool:
    if not hasattr(os, "listxattr"):
        return False
    try:
        return _ACCESS_LIST in os.listxattr(path)
    except OSError:
        return False
