"""A file of lines that a later run can continue, and its companion file.

The companion has the file's name with ``.resume`` appended, and holds the questions as JSON. A run
can only continue a file with the same questions and the same input. Both files are locked during
a run; the system releases the lock when the run ends, however it ends. An incomplete last line is
cut off and written again. A file without its companion can be continued too, but then only the
records themselves can be compared.

A file is replaced only when there is something to write: until then an earlier run's file and its
companion are left alone. Anything but a regular file, such as a pipe, is written to directly and
has no companion.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from cli.common.inputs import STANDARD_INPUT, Sources, source_name
from cli.files.places import (
    beside,
    followed,
    is_stream,
    locked,
    locked_itself,
    misplaced,
    open_stream,
    unwritable,
    write_whole,
)
from cli.terminal.output import complain
from positions import InputError
from positions.errors import quote

COMPANION = ".resume"
_CHUNK = 1 << 20

Questions = Mapping[str, object]


def digest(sources: Sources) -> str | None:
    """Return a digest of all input; None if some of it can be read only once."""
    whole = hashlib.sha256()
    for argument in sources.arguments:
        if sources.is_position(argument):
            part = hashlib.sha256(argument.encode(errors="surrogateescape"))
        elif argument == STANDARD_INPUT or not os.path.isfile(argument):  # noqa: PTH113
            return None
        else:
            try:
                with Path(argument).open("rb") as stream:
                    part = hashlib.file_digest(stream, "sha256")
            except OSError:
                return None
        whole.update(part.digest())
    return whole.hexdigest()


class Journal:
    """Writes lines to a file, each atomically; a context manager.

    `questions` says what the lines answer. With `resume`, existing lines are `kept`. `named` is the
    file that the user named: its name is used for the companion and in messages. Until there is a
    line to write, or an existing one to continue after, both files are left alone, and files that
    this run created are removed again.
    """

    def __init__(self, path: Path, named: Path, questions: Questions, resume: bool) -> None:
        self._path = followed(path)
        self._named = named
        self._companion_path = beside(named, COMPANION)
        self._questions = questions
        self._resume = resume
        self._end = 0
        self._file: BinaryIO | None = None
        self._companion: BinaryIO | None = None
        self._made: list[Path] = []
        self._is_alone = False
        self._has_begun = False

    def __enter__(self) -> Journal:
        try:
            self._open()
        except BaseException as error:
            self.__exit__()
            if isinstance(error, OSError):
                raise unwritable("-o", self._named, error) from error
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_alone and not self._has_begun:
            # While the lock is held: later the files may belong to another run.
            for path in self._made:
                path.unlink(missing_ok=True)
        self._close()

    @property
    def is_empty(self) -> bool:
        """Whether there is no complete line."""
        return self._end == 0

    def kept(self) -> Iterator[bytes]:
        """Return the complete existing lines, without line ends.

        After the last one, an incomplete rest is cut off, and writing continues there.
        """
        left = self._end
        if not left:
            return
        with self._path.open("rb") as stream:
            while left > 0:
                line = stream.readline()
                left -= len(line)
                yield line.removesuffix(b"\n")
        self._begin()

    def write(self, line: bytes) -> None:
        """Write a line with its end, or nothing: then raises an `OSError` that names the file."""
        try:
            write_whole(self._begin(), line)
        except OSError as error:
            if self._is_alone:
                with suppress(OSError):
                    self._begin().truncate(self._end)
            raise OSError(error.errno, error.strerror, source_name(str(self._named))) from error
        self._end += len(line)

    @property
    def _name(self) -> str:
        return quote(str(self._named))

    def _open(self) -> None:
        if is_stream(self._path):
            self._file = open_stream(self._path)
            self._has_begun = True
            return
        if self._named.is_dir():
            raise misplaced("-o", self._named, "a directory")
        file = self._lock()
        self._compare(b"" if self._companion is None else self._companion.read())
        self._find_end(file)

    def _close(self) -> None:
        for stream in (self._file, self._companion):
            if stream is not None:
                stream.close()

    def _begin(self) -> BinaryIO:
        """Cut the file off after the lines to keep, store the questions, and return the file."""
        if self._file is None:
            raise ValueError("the journal is not open")
        if not self._has_begun:
            self._has_begun = True
            # In this order: a run killed in between leaves no lines that answer other questions.
            self._file.truncate(self._end)
            self._file.seek(self._end)
            if self._companion is not None:
                self._companion.seek(0)
                self._companion.truncate()
                write_whole(self._companion, json.dumps(self._questions, indent=1).encode() + b"\n")
        return self._file

    def _opened(self, path: Path, mode: int) -> BinaryIO:
        """Open or create a file without a buffer, which could hold a part of a line."""
        mode |= getattr(os, "O_BINARY", 0)
        try:
            number = os.open(path, mode | os.O_CREAT | os.O_EXCL, self._permissions())
            self._made.append(path)
        except FileExistsError:
            number = os.open(path, mode)
        return os.fdopen(number, "r+b" if mode & os.O_RDWR else "wb", buffering=0)

    def _permissions(self) -> int:
        """Return permissions for a new file: no wider than those of the named one."""
        try:
            return stat.S_IMODE(self._named.stat().st_mode) & 0o666 | 0o600
        except OSError:
            return 0o666

    def _lock(self) -> BinaryIO:
        """Lock both files, to keep other runs away from them, and return the file.

        The companion does not suffice: a run with another name for the file has another companion.
        """
        name, mode = f"-o {self._name}", os.O_RDWR if self._resume else os.O_WRONLY
        file = locked_itself(lambda: self._opened(self._path, mode), self._path, name)
        self._file = file
        self._is_alone = True
        self._companion = locked(self._opened_companion, self._companion_path, name)
        return file

    def _opened_companion(self) -> BinaryIO | None:
        """Open the companion; None if there can be none, though the file itself can be written."""
        is_missing = self._path.exists() and not self._companion_path.exists()
        if is_missing and not os.access(self._companion_path.parent, os.W_OK | os.X_OK):
            return None
        if self._companion_path.is_dir():
            raise misplaced("-o", self._companion_path, "a directory")
        return self._opened(self._companion_path, os.O_RDWR)

    def _compare(self, stored: bytes) -> None:
        """Refuse to continue a file that answers other questions."""
        if self._resume and stored:
            self._compare_questions(stored)
        elif self._resume and self._path.stat().st_size:
            missing = quote(self._companion_path.name)
            complain(f"--resume: found no {missing}, so the options of the first run are unknown")

    def _compare_questions(self, stored: bytes) -> None:
        try:
            before = json.loads(stored)
        except ValueError:
            before = None
        if not isinstance(before, dict):
            found = f"no JSON in {quote(self._companion_path.name)}"
            raise InputError(f"--resume: found {found}, expected the options of the first run")
        for name, now in self._questions.items():
            was = before.get(name)
            if was != now:
                found = f"{name} {_shown(was)} before and {_shown(now)} now"
                found = "another input" if name == "input" else found
                raise InputError(f"--resume: found {found}, expected the same for {self._name}")

    def _find_end(self, file: BinaryIO) -> None:
        """Find the end of the last complete line to keep."""
        size = file.seek(0, os.SEEK_END) if self._resume else 0
        while size > self._end:
            start = max(size - _CHUNK, 0)
            file.seek(start)
            newline = file.read(size - start).rfind(b"\n")
            if newline >= 0:
                self._end = start + newline + 1
            size = start


def _shown(value: object) -> str:
    return "none" if value is None else json.dumps(value)
