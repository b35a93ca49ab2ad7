"""A file of lines that a later run can go on with, and its companion, which keeps others away.

Next to the file stands one of the same name with ``.resume`` behind it: what was asked, as JSON. A
run that goes on must ask the same, and the input must be the same. While a run is at it the
companion is locked; the system takes the lock away when the run ends, however it ends. A last line
that was torn off is cut off and written anew. Without its companion a file can be gone on with too,
but then only the records themselves can be compared.

What is no regular file, such as a pipe, is written to and has no companion.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import portalocker

from cli.inputs import STANDARD_INPUT, is_position, source_name
from cli.output import complain
from cli.places import unwritable
from positions.errors import InputError, quote

# Seconds that a run which has just been killed may take to be gone.
PATIENCE = 1.0
_CHUNK = 1 << 20

Questions = Mapping[str, object]


def digest(arguments: Sequence[str]) -> str | None:
    """Give a digest of all that the arguments name; None of what can be read only once."""
    whole = hashlib.sha256()
    for argument in arguments:
        if is_position(argument):
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
    """Writes lines to a file, each as a whole; a context manager.

    `questions` says what the lines answer. With `resume` the lines that are there are `kept`.
    `named` is the file that the user knows of: it names the companion, and is named in messages.
    """

    def __init__(self, path: Path, named: Path, questions: Questions, resume: bool) -> None:
        self._path = path
        self._named = named
        self._questions = questions
        self._resume = resume
        self._end = 0

    def __enter__(self) -> Journal:
        is_new = not os.path.lexists(self._path)
        self._file = self._open(self._path)
        self._companion: BinaryIO | None = None
        try:
            if self._path.is_file():
                self._companion = self._open(self._named.with_name(self._companion_name))
                self._lock(self._companion)
                self._compare(self._companion)
                self._cut()
            elif self._resume:
                raise InputError(f"--resume: found {self._name} no regular file, expected one")
        except BaseException:
            self.__exit__(None, None, None)
            if is_new:
                self._path.unlink(missing_ok=True)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        if self._companion is not None:
            self._companion.close()

    @property
    def is_empty(self) -> bool:
        """Whether there is no whole line."""
        return self._end == 0

    def kept(self) -> Iterator[bytes]:
        """Give the whole lines that are there, without their ends."""
        left = self._end
        if left:
            with self._path.open("rb") as stream:
                while left > 0:
                    line = stream.readline()
                    left -= len(line)
                    yield line.removesuffix(b"\n")

    def write(self, line: bytes) -> None:
        """Write a line with its end; raises `OSError` that names the file, no part being left."""
        left = memoryview(line)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            if self._companion is not None:
                self._file.truncate(self._end)
            raise OSError(error.errno, error.strerror, source_name(str(self._named))) from error
        self._end += len(line)

    @property
    def _name(self) -> str:
        return quote(str(self._named))

    @property
    def _companion_name(self) -> str:
        return self._named.name + ".resume"

    def _open(self, path: Path) -> BinaryIO:
        """Open a file to be read and written, without a buffer that could hold a part of a line."""
        mode = os.O_RDWR if path.is_file() or not path.exists() else os.O_WRONLY
        try:
            number = os.open(path, mode | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise unwritable("-o", self._named, error) from error
        return os.fdopen(number, "r+b" if mode == os.O_RDWR else "wb", buffering=0)

    def _lock(self, companion: BinaryIO) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                portalocker.lock(companion, portalocker.LOCK_EX | portalocker.LOCK_NB)
                return
            except portalocker.LockException:
                if time.monotonic() > deadline:
                    message = "found another run that writes to it, expected to be the only one"
                    raise InputError(f"-o {self._name}: {message}") from None
                time.sleep(PATIENCE / 20)

    def _compare(self, companion: BinaryIO) -> None:
        """Refuse to go on with the answers to other questions, and note what is asked now."""
        noted = companion.read()
        if self._resume and noted:
            self._compare_questions(noted)
        elif self._resume and self._path.stat().st_size:
            missing = quote(self._companion_name)
            complain(f"--resume: found no {missing}, so the options of the first run are not known")
        companion.seek(0)
        companion.truncate()
        companion.write(json.dumps(self._questions, indent=1).encode() + b"\n")

    def _compare_questions(self, noted: bytes) -> None:
        try:
            before = json.loads(noted)
        except ValueError:
            before = None
        if not isinstance(before, dict):
            expected = "what the first run was asked"
            raise InputError(
                f"--resume: found no JSON in {quote(self._companion_name)}, expected {expected}"
            )
        for name, now in self._questions.items():
            was = before.get(name)
            if was != now:
                found = f"{name} {_shown(was)} before and {_shown(now)} now"
                found = "another input" if name == "input" else found
                raise InputError(f"--resume: found {found}, expected the same for {self._name}")

    def _cut(self) -> None:
        """Keep whole lines, or none of a file that is written anew."""
        size = self._file.seek(0, os.SEEK_END)
        if not self._resume:
            size = 0
        while size > self._end:
            start = max(size - _CHUNK, 0)
            self._file.seek(start)
            newline = self._file.read(size - start).rfind(b"\n")
            if newline >= 0:
                self._end = start + newline + 1
            size = start
        self._file.truncate(self._end)
        self._file.seek(self._end)


def _shown(value: object) -> str:
    return "none" if value is None else json.dumps(value)
