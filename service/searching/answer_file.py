"""The file of cached answers.

It is an SQLite database: a process killed while writing leaves it intact, and several processes can
share it. It only holds what could be computed again, so a damaged file is set aside with a warning,
and one that is deleted, truncated or replaced while in use is reopened. This is why it has a
rollback journal: part of a write-ahead log is mapped into memory, so truncating that file would
crash the process.

The file never keeps anybody waiting: if another process has locked it, nothing is read, and what is
to be written waits until it is free.

Each answer carries the identity of the code that made it. Other code never returns it, and deletes
it, so that no harm is done even if processes of both share a file. Only complete answers are
stored, and each is returned exactly as it was stored, or not at all.

An object is used by one thread at a time.
"""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from positions import InputError

# "play": identifies our databases.
APPLICATION = 0x706C6179
# The version of the format; increased when `_SCHEMA` changes.
FORM = 2
# Seconds to wait for another process: as long as writing an answer takes it.
BUSY_TIMEOUT = 0.01
# The number of answers that wait for a locked file; the oldest are given up first.
QUEUE = 256
# The number of answers stored before old ones are deleted.
SWEEP = 500

# The first bytes of an SQLite database.
_MAGIC = b"SQLite format 3\0"
_SCHEMA = (
    "CREATE TABLE answers"
    " (number INTEGER PRIMARY KEY, maker TEXT NOT NULL, question TEXT NOT NULL,"
    " answer BLOB NOT NULL, checksum INTEGER NOT NULL, UNIQUE (question, maker))"
)

log = logging.getLogger(__name__)

_T = TypeVar("_T")


class DamagedError(Exception):
    """A file that cannot be trusted."""


class _State(NamedTuple):
    """What distinguishes the current file from another one of the same name, or a truncated one."""

    device: int
    number: int
    size: int


class AnswerFile:
    """The answers in a file, at most `limit` of them; the oldest are deleted first.

    Raises `InputError` for a file that is something else. If the file cannot be written, nothing is
    stored.
    """

    def __init__(self, path: Path, fingerprint: str, limit: int) -> None:
        self._path = path
        self._fingerprint = fingerprint
        self._limit = limit
        self._written = 0
        self._waiting: dict[str, bytes] = {}
        self._is_locked = False
        self._last_warning = ""
        _check_file(path)
        self._seen = self._state()
        self._database = self._opened()

    def get(self, question: str) -> bytes | None:
        """Return an answer if it is present and intact."""
        return self._safely(lambda database: self._read(database, question))

    def put(self, question: str, answer: bytes) -> bool:
        """Write an answer; return whether it now survives the end of the process.

        It does not if the file cannot be written. If that is because another process has locked it,
        the answer is written with the next one, or by `catch_up`.
        """
        self._waiting[question] = answer
        if len(self._waiting) > QUEUE:
            del self._waiting[next(iter(self._waiting))]
        return self._write_waiting()

    @property
    def is_behind(self) -> bool:
        """Whether another process had locked the file when it was last opened or written."""
        return self._is_locked

    def catch_up(self) -> None:
        """Write what had to wait."""
        if self._database is None:
            self._is_locked = False
            self._reopen()
        self._write_waiting()

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            self._database.close()

    def _read(self, database: sqlite3.Connection, question: str) -> bytes | None:
        row = database.execute(
            "SELECT answer, checksum FROM answers WHERE question = ? AND maker = ?",
            (question, self._fingerprint),
        ).fetchone()
        if row is None:
            return None
        if not isinstance(row[0], bytes) or row[1] != _checksum(question, row[0]):
            raise DamagedError("an answer does not fit its checksum")
        return row[0]

    def _write_waiting(self) -> bool:
        """Write all waiting answers; return whether that succeeded."""
        if self._database is None and self._is_locked:
            return False
        self._is_locked = False
        is_written = self._safely(self._write) is not None
        if not self._is_locked:
            self._waiting.clear()
        return is_written

    def _write(self, database: sqlite3.Connection) -> int:
        """Write the waiting answers in one step; return their number."""
        with database:
            database.execute("BEGIN IMMEDIATE")
            database.executemany(
                "INSERT OR REPLACE INTO answers (maker, question, answer, checksum)"
                " VALUES (?, ?, ?, ?)",
                [
                    (self._fingerprint, question, answer, _checksum(question, answer))
                    for question, answer in self._waiting.items()
                ],
            )
        before, self._written = self._written, self._written + len(self._waiting)
        if before // SWEEP != self._written // SWEEP:
            database.execute(
                "DELETE FROM answers WHERE number <= (SELECT max(number) FROM answers) - ?",
                (self._limit,),
            )
        return len(self._waiting)

    def _safely(self, step: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """Run a step on the database; at worst, cached answers are lost."""
        self._reopen_if_changed()
        if self._database is None:
            return None
        try:
            return step(self._database)
        except sqlite3.OperationalError as error:
            # Locked or full: the existing content is intact.
            self._warn_unusable(error, "an answer is not cached")
        except sqlite3.DatabaseError:
            # The current file may be intact, but not the one that was opened.
            self._reopen()
        except DamagedError as error:
            self._database.close()
            self._database = self._opened_after_damage(error)
        return None

    def _reopen_if_changed(self) -> None:
        """Reopen the file if it is no longer the one that was opened, or was truncated."""
        now, seen = self._state(), self._seen
        # An open file only grows; if the file could not be opened, its inode may have been reused.
        has_grown = (
            self._database is not None
            and now is not None
            and seen is not None
            and now[:-1] == seen[:-1]
            and now.size >= seen.size
        )
        is_same = now == seen or has_grown
        self._seen = now
        if not is_same:
            self._warn("the file has changed and is reopened")
            self._reopen()

    def _reopen(self) -> None:
        if self._database is not None:
            self._database.close()
        try:
            self._database = self._opened()
        except InputError as error:
            log.warning("%s: no answers are cached there", error)
            self._database = None

    def _warn_unusable(self, error: sqlite3.OperationalError, result: str) -> None:
        """Log why the file cannot be used, and note if that is because it is locked."""
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._is_locked = True
            self._warn("another process has locked the file: it is not used until it is free")
        else:
            self._warn(f"{error}: {result}")

    def _warn(self, what: str) -> None:
        """Log a warning, but not each time that it recurs."""
        if what != self._last_warning:
            log.warning("%s: %s", self._path, what)
        self._last_warning = what

    def _state(self) -> _State | None:
        """Return the identity of the current file, if there is one."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return _State(status.st_dev, status.st_ino, status.st_size)

    def _is_same(self) -> bool:
        """Return whether the current file is the one seen last."""
        now, seen = self._state(), self._seen
        return now is not None and seen is not None and now[:-1] == seen[:-1]

    def _opened(self) -> sqlite3.Connection | None:
        try:
            return self._connected()
        except sqlite3.OperationalError as error:
            self._warn_unusable(error, "no answers are cached there")
            return None
        except (sqlite3.DatabaseError, DamagedError) as error:
            return self._opened_after_damage(error)

    def _opened_after_damage(self, fault: Exception) -> sqlite3.Connection | None:
        """Set the file aside, unless another process already did, and begin a new one."""
        try:
            if self._is_same():
                self._set_aside(fault)
            return self._connected()
        except (OSError, sqlite3.Error, DamagedError) as error:
            log.warning("%s: %s: no answers are cached there", self._path, error)
            return None

    def _set_aside(self, fault: Exception) -> None:
        aside = self._path.with_name(self._path.name + ".damaged")
        log.warning("%s: %s: it is set aside as %s", self._path, fault, aside.name)
        for suffix in ("-journal", "-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
        self._path.replace(aside)

    def _connected(self) -> sqlite3.Connection:
        database = sqlite3.connect(
            self._path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
        )
        try:
            _check_kind(database, self._path)
            _prepare(database)
            self._discard_others(database)
        except BaseException:
            database.close()
            raise
        self._seen = self._state()
        return database

    def _discard_others(self, database: sqlite3.Connection) -> None:
        """Delete answers of other code."""
        others = "FROM answers WHERE maker != ?"
        other_fingerprint = database.execute(
            f"SELECT max(maker) {others}", (self._fingerprint,)
        ).fetchone()[0]
        if other_fingerprint is not None:
            count = database.execute(f"DELETE {others}", (self._fingerprint,)).rowcount
            log.warning(
                "%s: found %d answers of version %s, expected %s: they are deleted",
                self._path,
                count,
                other_fingerprint,
                self._fingerprint,
            )


def _check_file(path: Path) -> None:
    """Raise `InputError` for a file that never was a database: it is not set aside as damaged."""
    if path.is_dir():
        raise InputError(f"{path}: found a directory, expected a file of cached answers")
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: found a special file, expected a file of cached answers")
    try:
        with path.open("rb") as stream:
            start = stream.read(len(_MAGIC))
    except OSError:
        # If SQLite cannot open it either, nothing is stored.
        return
    # After a power failure, the file may contain zeros.
    if start != _MAGIC and start.strip(b"\0"):
        raise InputError(f"{path}: found no database, expected a file of cached answers")


def _check_kind(database: sqlite3.Connection, path: Path) -> None:
    """Raise `InputError` for another program's database, which is left alone."""
    database.execute("BEGIN")  # else another process could write between the two queries
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    database.execute("COMMIT")
    if application != APPLICATION and (application or tables):
        raise InputError(f"{path}: found another database, expected a file of cached answers")


def _prepare(database: sqlite3.Connection) -> None:
    """Prepare a database; raises `DamagedError` if it has another format."""
    database.execute("PRAGMA journal_mode = TRUNCATE")
    # Written data survive the end of the process; after a power failure, damage only has to be
    # detectable.
    database.execute("PRAGMA synchronous = OFF")
    database.execute("BEGIN IMMEDIATE")
    (form,) = database.execute("PRAGMA user_version").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        form = FORM
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {FORM}")
        database.execute(_SCHEMA)
    database.execute("COMMIT")
    if form != FORM:
        raise DamagedError(f"found answers in format {form}, expected format {FORM}")
    if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise DamagedError("the database is damaged")


def _checksum(question: str, answer: bytes) -> int:
    return zlib.crc32(answer, zlib.crc32(question.encode()))
