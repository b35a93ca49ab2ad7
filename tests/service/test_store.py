"""Cached answers are returned unchanged, or not at all."""

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest
from running import ROOT

import solver
from positions.errors import InputError
from service.searching.answer_file import QUEUE, SWEEP, AnswerFile
from service.searching.fingerprint import fingerprint
from service.searching.store import STEPS, Store
from solver.version import version

MAKER = "1"
ANSWER = b'{"status": "proved"}'
WRITER = """
import sys
from itertools import count
from pathlib import Path
from service.searching.answer_file import AnswerFile
file = AnswerFile(Path(sys.argv[1]), "1", 10_000)
for number in count():
    while not file.put(str(number), b"%d " % number * 200):
        file.catch_up()  # as the service does if another process had locked the file
    print(number, flush=True)
"""


def opened(path: Path, fingerprint: str = MAKER, limit: int = 10_000) -> AnswerFile:
    return AnswerFile(path, fingerprint, limit)


def answer(number: int) -> bytes:
    return b"%d " % number * 200


@contextmanager
def writer(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start a process that stores answers, and prints the number of each when it is stored."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def told(process: "subprocess.Popen[str]", count: int) -> int:
    """Return the last number that a writer printed."""
    assert process.stdout is not None
    return [int(process.stdout.readline()) for _ in range(count)][-1]


def test_answers_survive(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    file = opened(path)
    file.put("a", ANSWER)
    file.put("a", ANSWER)
    assert (file.get("a"), file.get("b")) == (ANSWER, None)
    file.close()
    again = opened(path)
    assert again.get("a") == ANSWER
    again.close()


def test_no_stored_answer_is_lost_if_the_process_is_killed(tmp_path: Path) -> None:
    for number in range(3):
        path = tmp_path / f"{number}.db"
        with writer(path) as process:
            last = told(process, 50 + 37 * number)
            process.kill()
            assert process.stdout is not None
            # A truncated line does not count.
            last = max([last, *(int(line) for line in process.stdout if line.endswith("\n"))])
        file = opened(path)
        for given in range(last + 1):
            assert file.get(str(given)) == answer(given)
        assert file.get(str(last + 1)) in (None, answer(last + 1))
        assert file.get(str(last + 2)) is None
        file.close()


def test_several_processes_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    with ExitStack() as stack:
        for process in [stack.enter_context(writer(path)) for _ in range(4)]:
            told(process, 30)
    file = opened(path)
    assert [file.get(str(number)) for number in range(30)] == [answer(n) for n in range(30)]
    file.close()


@pytest.mark.parametrize("where", ["header", "middle", "end", "zeros", "nothing", "checksum"])
def test_a_damaged_file_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    path = tmp_path / "kept.db"
    file = opened(path)
    for number in range(200):
        file.put(str(number), answer(number))
    file.close()
    data = bytearray(path.read_bytes())
    if where == "header":
        data[16:60] = os.urandom(44)
    elif where == "middle":
        data[4096 : len(data) // 2] = b"\xa5" * (len(data) // 2 - 4096)
    elif where == "end":
        del data[len(data) // 2 :]
    elif where == "zeros":
        data[:] = bytes(len(data))
    elif where == "nothing":
        del data[:]
    else:
        at = data.index(answer(77))
        data[at] ^= 1
    path.write_bytes(data)
    with caplog.at_level(logging.WARNING):
        again = opened(path)
        found = [again.get(str(number)) for number in range(200)]
        again.put("new", ANSWER)
        assert again.get("new") == ANSWER
        again.close()
    assert all(one in (None, answer(number)) for number, one in enumerate(found))
    if where != "nothing":
        assert "it is set aside" in caplog.text
        assert (tmp_path / "kept.db.damaged").exists()


def test_answers_of_other_code_are_deleted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "kept.db"
    older = opened(path, "1")
    older.put("a", b"old")
    newer = opened(path, "2")
    assert "found 1 answers of version 1, expected 2: they are deleted" in caplog.text
    # An older process may still run: neither serves what the other has stored.
    newer.put("b", ANSWER)
    older.put("b", b"old")
    assert [older.get("a"), newer.get("a")] == [None, None]
    assert (older.get("b"), newer.get("b")) == (b"old", ANSWER)
    older.close()
    newer.close()
    again = opened(path, "2")
    assert (again.get("a"), again.get("b")) == (None, ANSWER)
    again.close()


def test_one_process_sets_a_damaged_file_aside_for_all(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    files = [opened(path), opened(path)]
    files[0].put("a", ANSWER)
    database = sqlite3.connect(path)
    database.execute("UPDATE answers SET checksum = 0")
    database.commit()
    database.close()
    assert files[0].get("a") is None
    files[0].put("a", ANSWER)
    assert [file.get("a") for file in files] == [ANSWER, ANSWER]
    for file in files:
        file.put(str(file is files[0]), ANSWER)
        file.close()
    again = opened(path)
    assert [again.get(name) for name in ("a", "True", "False")] == [ANSWER] * 3
    again.close()


def cut_short(path: Path) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        os.truncate(each, 0)


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def delete(path: Path) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def replace_by_another(path: Path) -> None:
    other = path.with_name("other.db")
    file = opened(other)
    file.put("0", answer(0))
    file.close()
    other.replace(path)


def replace_by_text(path: Path) -> None:
    path.with_name("text").write_text("nakatta:start:3x3\n" * 100)
    path.with_name("text").replace(path)


def overwrite_by_text(path: Path) -> None:
    path.write_text("nakatta:start:3x3\n" * 10_000)


def replace_by_a_strangers(path: Path) -> None:
    database = sqlite3.connect(path.with_name("mail.db"))
    database.execute("CREATE TABLE letters (text TEXT)")
    database.close()
    path.with_name("mail.db").replace(path)


def replace_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        (cut_short, True),
        (cut_in_half, True),
        (delete, True),
        (replace_by_another, True),
        (replace_by_text, True),
        (overwrite_by_text, True),
        (replace_by_a_strangers, False),
        (replace_by_a_folder, False),
    ],
)
def test_a_file_that_changes_in_use_does_no_harm(
    tmp_path: Path, change: Callable[[Path], None], is_kept: bool
) -> None:
    path = tmp_path / "kept.db"
    file = opened(path)
    for number in range(200):
        file.put(str(number), answer(number))
    change(path)
    found = [file.get(str(number)) for number in range(200)]
    assert all(one in (None, answer(number)) for number, one in enumerate(found))
    file.put("new", ANSWER)
    assert file.get("new") == (ANSWER if is_kept else None)
    # Answers stored in the meantime go to the new file, and survive the process.
    file.close()
    if is_kept:
        again = opened(path)
        assert again.get("new") == ANSWER
        again.close()
    elif path.is_file():
        database = sqlite3.connect(path)
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("letters",)]
        database.close()


@pytest.mark.parametrize("has_old_number", [False, True])
def test_a_file_that_comes_back_is_used_again(
    has_old_number: bool,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The new file may have the inode of the file in between, since file systems reuse them."""
    path = tmp_path / "kept.db"
    if has_old_number:
        state = AnswerFile._state

        def renumbered(file: AnswerFile) -> object:
            found = state(file)
            return found and found._replace(number=1)

        monkeypatch.setattr(AnswerFile, "_state", renumbered)
    file = opened(path)
    file.put("a", ANSWER)
    copy = path.read_bytes()
    path.unlink()
    path.mkdir()
    for _ in range(3):
        assert file.get("a") is None
    assert caplog.text.count("no answers are cached there") == 1
    path.rmdir()
    path.write_bytes(copy)
    assert file.get("a") == ANSWER
    file.close()


def test_a_full_disk_only_loses_answers_that_are_not_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "kept.db"
    file = opened(path)
    file.put("a", ANSWER)
    assert file._database is not None
    (pages,) = file._database.execute("PRAGMA page_count").fetchone()
    file._database.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(3):
        file.put(str(number), b"x" * 100_000)
        assert file.get(str(number)) is None
    assert file.get("a") == ANSWER
    assert caplog.text.count("full: an answer is not cached") == 1
    file.close()


def test_a_file_of_another_format_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "kept.db"
    opened(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 1")
    database.close()
    opened(path).close()
    assert "found answers in format 1" in caplog.text
    assert (tmp_path / "kept.db.damaged").exists()


def test_other_code_has_another_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = fingerprint()
    assert name == fingerprint()
    assert name.startswith(version())
    monkeypatch.setattr(solver, "__path__", [str(tmp_path)])
    without = fingerprint()
    rules = tmp_path / "rules.py"
    rules.write_text("A = 1")
    one = fingerprint()
    rules.write_text("A = 2")
    assert len({name, without, one, fingerprint()}) == 4


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mail.db"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE letters (text TEXT)")
    database.close()
    text = tmp_path / "deals.txt"
    text.write_text("nakatta:start:3x3\n")
    before = path.read_bytes()
    for bad in (path, text, tmp_path, Path("/dev/null")):
        with pytest.raises(InputError, match="expected a file of cached answers"):
            opened(bad)
    assert (path.read_bytes(), text.read_text()) == (before, "nakatta:start:3x3\n")
    assert {left.name for left in tmp_path.iterdir()} == {"mail.db", "deals.txt"}


def test_an_unwritable_file_stores_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = opened(tmp_path / "missing" / "kept.db")
    file.put("a", ANSWER)
    assert file.get("a") is None
    file.close()
    assert "no answers are cached there" in caplog.text


def test_the_oldest_answers_are_deleted(tmp_path: Path) -> None:
    file = opened(tmp_path / "kept.db", limit=10)
    for number in range(SWEEP):
        file.put(str(number), ANSWER)
    kept = [number for number in range(SWEEP) if file.get(str(number)) is not None]
    assert kept == list(range(SWEEP - 10, SWEEP))
    file.close()


def test_the_memory_cache_is_limited() -> None:
    async def story() -> None:
        store = Store(100, None)
        for number in range(20):
            await store.put(str(number), b"x" * 19)
            assert await store.get("0") == (b"x" * 19, "memory")
            await store.put("large", b"x" * 1000)
        kept = [number for number in range(20) if await store.get(str(number))]
        assert kept == [0, 16, 17, 18, 19]
        assert await store.get("large") is None

    asyncio.run(story())


def test_a_store_looks_in_memory_first(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "kept.db"
        store = Store(1000, opened(path))
        await store.put("a", ANSWER)
        assert await store.get("a") == (ANSWER, "memory")
        store.close()
        store = Store(1000, opened(path))
        assert await store.get("a") == (ANSWER, "file")
        assert await store.get("a") == (ANSWER, "memory")
        assert await store.get("b") is None
        store.close()

    asyncio.run(story())


@contextmanager
def locked(path: Path, how: str) -> Iterator[None]:
    """Use a file as another process may do: lock it, or begin to read it and not finish."""
    other = sqlite3.connect(path, isolation_level=None)
    reading = None
    if how == "locked":
        other.execute("BEGIN EXCLUSIVE")
    else:
        reading = other.execute("SELECT 1 FROM answers UNION ALL SELECT 2 FROM answers")
        reading.fetchone()
    yield
    if reading is not None:
        reading.close()
    other.close()


@pytest.mark.parametrize("how", ["locked", "read"])
def test_a_busy_file_is_written_when_it_is_free(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    path = tmp_path / "kept.db"
    file = opened(path)
    assert file.put("old", ANSWER)
    with locked(path, how):
        assert [file.put(str(number), answer(number)) for number in range(3)] == [False] * 3
        assert file.get("old") == (ANSWER if how == "read" else None)
        file.catch_up()
        assert file.is_behind
    file.catch_up()
    assert not file.is_behind
    file.close()
    again = opened(path)
    assert [again.get(str(number)) for number in range(3)] == [answer(n) for n in range(3)]
    again.close()
    assert caplog.text.count("another process has locked the file") == 1


def test_a_file_that_is_locked_at_the_start_is_used_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "kept.db"
    opened(path).close()
    with locked(path, "locked"):
        file = opened(path)
        assert not file.put("a", ANSWER)
        file.catch_up()
        assert file.get("a") is None
    file.catch_up()
    assert file.get("a") == ANSWER
    file.close()
    assert caplog.text.count("another process has locked the file") == 1


def test_only_the_latest_answers_wait_for_a_locked_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    file = opened(path)
    with locked(path, "locked"):
        for number in range(QUEUE + 2):
            assert not file.put(str(number), ANSWER)
    file.catch_up()
    kept = [number for number in range(QUEUE + 2) if file.get(str(number)) is not None]
    assert kept == list(range(2, QUEUE + 2))
    file.close()


def test_no_answer_waits_for_a_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_there = Event()

    def hang(*args: object) -> None:
        is_there.wait(60)

    async def story() -> None:
        store = Store(1000, opened(tmp_path / "kept.db"))
        with monkeypatch.context() as patched:
            patched.setattr(AnswerFile, "get", hang)
            for number in range(STEPS + 2):
                assert await store.get(str(number)) is None
            await store.put("a", ANSWER)
            assert await store.get("a") == (ANSWER, "memory")
            assert not is_there.is_set()
        is_there.set()
        store.close()

    monkeypatch.setattr("service.searching.store.MOMENT", 0.001)
    asyncio.run(story())
