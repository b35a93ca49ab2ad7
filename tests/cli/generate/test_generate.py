"""`generate`: reproducible puzzles, and the behaviour if there are none."""

import gzip
import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from running import ROOT, run, spawn, with_options

from cli import generate
from cli.common.exits import Code, Interrupts
from cli.common.pool import Pool
from cli.files.formats import CSV, FORMATS, JSON_LINES, Record
from cli.files.record_output import Output, Target, opened
from cli.generate import COLUMNS, GenerateRun
from cli.terminal.progress import RecordProgress
from positions.errors import InputError
from positions.text import parse_position
from solver.pool.worker import WorkerDied, divide
from solver.puzzles.kind import GameSpec
from solver.puzzles.plan import Plan, Quota
from solver.puzzles.search import Index, PuzzleSearch, likeness
from solver.puzzles.solitaire import Solitaire
from solver.puzzles.tour import KnightsTour

DATA = ROOT / "tests" / "data" / "sight-reduction" / "puzzles.jsonl"
ASKED = ("generate", "--size", "3x4", "--seed", "5", "--json")
TINY = PuzzleSearch(Solitaire(GameSpec("sight-reduction", size=(2, 3)), pieces=5), 5, 300)


def made(*options: str, code: int = 0) -> list[dict[str, Any]]:
    result = run(*with_options((*ASKED, "--workers", "1"), *options))
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_seeds_still_give_the_same_puzzles() -> None:
    for line in DATA.read_text().splitlines():
        record = json.loads(line)
        options = [word.replace("?", " ") for word in record.pop("options").split()]
        found = run("generate", *options, "--workers", "1", "--json").stdout
        assert [json.loads(line) for line in found.splitlines()] == [record]


def test_with_little_memory_workers_make_no_difference() -> None:
    # With --memory 1 the fourth puzzle would be different.
    asked = ("generate", "--game", "manhattan", "--seed", "5", "--count", "4", "--memory", "2")
    one, two = (run(*asked, "--json", "--workers", workers).stdout for workers in ("1", "2"))
    assert one == two


def test_a_record_is_complete() -> None:
    records = made("--count", "3", "--pieces", "9", "--max-solutions", "400")
    for number, record in enumerate(records, start=1):
        assert list(record) == [
            *("position", "game", "variants", "puzzle", "goal", "solution", "uniqueness"),
            *("grade", "measure", "difficulty", "id", "themes"),
            *("seed", "number", "candidate", "generator"),
        ]
        assert (record["seed"], record["number"]) == (5, number)
        assert record["uniqueness"]["complete"] is True
        assert int(record["uniqueness"]["solutions"]) <= 400


def test_a_smaller_count_gives_the_first_puzzles_and_all_differ() -> None:
    many = made("--count", "40")
    assert made("--count", "9") == many[:9]
    assert len({likeness(parse_position(record["position"])) for record in many}) == 40


@pytest.mark.parametrize(
    ("options", "seed"),
    [
        (["--workers", "2"], "0"),
        (["--workers", "4", "--start-method", "spawn"], "1"),
        (["--workers", "3", "--start-method", "fork"], "2"),
    ],
)
def test_workers_and_hash_seeds_make_no_difference(options: list[str], seed: str) -> None:
    result = spawn(*ASKED, "--quiet", "--count", "12", *options, PYTHONHASHSEED=seed)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode() == run(*ASKED, "--count", "12", "--workers", "1").stdout


def test_puzzles_to_avoid_are_not_made(tmp_path: Path) -> None:
    known = tmp_path / "known.gz"
    first = made("--count", "20")
    known.write_bytes(gzip.compress("\n".join(map(json.dumps, first)).encode()))
    others = made("--count", "10", "--not-in", str(known))
    alike = {likeness(parse_position(r["position"])) for r in (*first, *others)}
    assert len(alike) == 30
    for damage in (known.read_bytes()[:-20], b'{"position": "sight-reduction:wb/x:w"}'):
        known.write_bytes(damage)
        result = run(*ASKED, "--not-in", str(known))
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(known) in result.stderr


def test_existing_puzzles_are_made_and_a_shortfall_explained() -> None:
    result = run(
        "generate", "--size", "2x2", "--seed", "1", "--count", "9", "--tries", "40", "--json"
    )
    assert result.exit_code == Code.LIMITED
    assert len(result.stdout.splitlines()) == 1
    made_of, reasons, counts_at_end = result.stderr.splitlines()
    assert counts_at_end.startswith("1 puzzle (1 gentle); ")
    assert made_of == "Stopped after 40 candidates; 1 of 9 puzzles made."
    counts = [int(word) for word in reasons.split() if word.isdigit()]
    assert sum(counts) >= 40
    assert "the same as another one" in reasons
    assert "not solvable" in reasons
    for limit in ("--time-total", "--nodes"):
        result = run("generate", limit, "0", "--tries", "5", "--seed", "1")
        assert (result.exit_code, result.stdout) == (Code.LIMITED, "")
        assert "; 0 of 1 puzzles made.\n" in result.stderr


def test_a_random_seed_is_reported() -> None:
    asked = ("generate", "--quiet", "--size", "3x3", "--json", "--workers", "1")
    fresh = run(*asked)
    seed = fresh.stderr.split()[2]
    again = run(*asked, "--seed", seed)
    assert (again.stdout, again.stderr) == (fresh.stdout, "")


@pytest.mark.parametrize("option", ["-o", "--sheet"])
def test_no_seed_is_reported_if_nothing_can_be_written(option: str, tmp_path: Path) -> None:
    result = run("generate", "--size", "3x3", option, str(tmp_path / "no" / "puzzles.html"))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"proofplay generate: {option} {tmp_path / 'no'}")


def test_puzzles_are_drawn() -> None:
    shown = run("generate", "--size", "3x3", "--seed", "1", "--count", "2", "--workers", "1").stdout
    for record in made("--size", "3x3", "--seed", "1", "--count", "2"):
        assert f"Puzzle {record['number']} " in shown
        assert record["position"] in shown
        assert record["grade"].capitalize() in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_disk_ends_the_run() -> None:
    result = spawn("generate", "--size", "3x3", "--seed", "1", "--workers", "1", "-o", "/dev/full")
    assert (result.returncode, result.stdout, result.stderr.count(b"\n")) == (2, b"", 1)
    assert b"/dev/full cannot be written: no space left on device" in result.stderr


# The following tests use threads in place of worker processes.


def write(
    path: Path,
    count: int,
    resume: bool = False,
    search: PuzzleSearch = TINY,
    executor: Any = None,
    form: str = JSON_LINES,
    taken: list[Record] | None = None,
) -> Code:
    target, taken = Target(path, resume, form), [] if taken is None else taken
    with (
        opened(target, COLUMNS, {"seed": search.seed}, Interrupts()) as output,
        executor or ThreadPoolExecutor(1) as threads,
        RecordProgress("generating", False, lambda: None) as bar,
    ):
        kept = Output(output.lines, output.form, nullcontext)
        puzzles = GenerateRun(Plan((Quota(search, count),)), [], kept, taken.append)
        puzzles.recount()
        return puzzles.through(Pool(threads, divide(1, 1), 1), bar)


@pytest.mark.parametrize("form", [JSON_LINES, CSV])
def test_a_file_truncated_at_any_byte_is_completed(form: str, tmp_path: Path) -> None:
    path = tmp_path / "out"
    write(path, 5, form=form)
    whole = path.read_bytes()
    start_of_last = whole[:-1].rfind(b"\n") + 1
    for cut in (0, 1, start_of_last // 2, *range(start_of_last, len(whole) + 1, 7)):
        path.write_bytes(whole[:cut])
        assert write(path, 5, resume=True, form=form) == Code.ANSWERED
        assert path.read_bytes() == whole
    assert write(path, 6, resume=True, form=form) == Code.ANSWERED
    assert path.read_bytes().startswith(whole)


@pytest.mark.parametrize(
    ("count", "change"),
    [(5, lambda lines: lines[1:]), (3, lambda lines: lines), (5, lambda lines: [b"{}\n", *lines])],
)
def test_a_file_of_other_puzzles_is_not_resumed(count: int, change: Any, tmp_path: Path) -> None:
    path = tmp_path / "out"
    write(path, 5)
    changed = b"".join(change(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(changed)
    with pytest.raises(InputError, match="--resume: found"):
        write(path, count, resume=True)
    assert path.read_bytes() == changed


def test_a_file_of_another_question_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "out"
    asked = [*ASKED, "--workers", "1", "-o", str(path)]
    assert run(*asked).exit_code == 0
    for change in (["--seed", "6"], ["--size", "3x3"], ["--pieces", "7"], ["--grade", "gentle"]):
        result = run(*with_options(asked, *change), "--resume")
        assert result.exit_code == 2
        assert "expected the same for" in result.stderr
    assert run(*with_options(asked, "--tries", "9", "--count", "2"), "--resume").exit_code == 0
    assert len(path.read_bytes().splitlines()) == 2


class DyingOnce(ThreadPoolExecutor):
    """Threads that die while searching for puzzles of certain numbers."""

    def __init__(self, numbers: set[int], times: int) -> None:
        super().__init__(1)
        self._left = dict.fromkeys(numbers, times)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        (index, _) = args
        assert isinstance(index, Index)
        if self._left.get(index.number):
            self._left[index.number] -= 1
            dead: Future[Any] = Future()
            dead.set_exception(WorkerDied("signal 9"))
            return dead
        return super().submit(fn, *args, **kwargs)


def numbers(path: Path) -> Iterator[tuple[int, str | None]]:
    for line in path.read_text().splitlines():
        record = json.loads(line)
        yield record["number"], record.get("error")


@pytest.mark.parametrize("form", FORMATS)
def test_puzzles_are_read_back_from_every_format(form: str, tmp_path: Path) -> None:
    path, made, kept = tmp_path / "out", list[Record](), list[Record]()
    dying = DyingOnce({2}, 2)
    assert write(path, 3, executor=dying, form=form, taken=made) == Code.SOME_FAILED
    whole = path.read_bytes()
    assert write(path, 3, resume=True, form=form, taken=kept) == Code.SOME_FAILED
    assert [record["number"] for record in kept] == [1, 3]
    assert kept == made
    assert path.read_bytes() == whole


def test_a_dead_worker_only_loses_its_own_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, whole = tmp_path / "out", tmp_path / "whole"
    assert write(whole, 4) == Code.ANSWERED
    assert write(path, 4, executor=DyingOnce({2, 3}, 1)) == Code.ANSWERED
    assert path.read_bytes() == whole.read_bytes()
    assert write(path, 4, executor=DyingOnce({2}, 2)) == Code.SOME_FAILED
    died = "worker died, signal 9"
    assert list(numbers(path)) == [(1, None), (2, died), (3, None), (4, None)]
    assert capsys.readouterr().err == f"puzzle 2: {died}\n"
    assert write(path, 4, resume=True) == Code.SOME_FAILED


def test_the_time_begins_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is checked and read before the first candidate counts."""
    clock: list[float] = [0.0]
    searches: list[PuzzleSearch] = []

    def check(*_: object) -> None:
        clock[0] += 100

    def search(*given: Any) -> PuzzleSearch:
        searches.append(PuzzleSearch(*given))
        raise InputError("enough")

    monkeypatch.setattr(generate, "time", SimpleNamespace(time=lambda: clock[0]))
    monkeypatch.setattr(generate, "PuzzleSearch", search)
    monkeypatch.setattr(KnightsTour, "check", check)
    asked = ("generate", "--game", "minelayers", "--puzzle", "tour", "--time-total", "50")
    assert "enough" in run(*asked).stderr
    assert [one.deadline for one in searches] == [50]
