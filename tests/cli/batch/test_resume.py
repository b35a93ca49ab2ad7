"""Resuming a truncated file gives what a single run would have written, or is refused."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import portalocker
import pytest
from running import run, spawn, with_options

from cli.batch import BatchRun, columns
from cli.common.exits import Code, Interrupts
from cli.common.inputs import Sources
from cli.common.pool import Pool
from cli.files import places
from cli.files.formats import CSV, JSON_LINES
from cli.files.journal import Journal, digest
from cli.files.record_output import Output, Target, opened
from cli.terminal.progress import RecordProgress
from cli.work import Order
from positions.errors import InputError
from solver import Limits, Question
from solver.pool.worker import divide

ALONE = "sight-reduction+solitaire:wbw/bwb:w"
TWO = "sight-reduction:wb/bw:b"
BAD = "sight-reduction:wbx/bwb:w"
GIVEN = [ALONE, TWO, BAD, ALONE, ALONE, TWO]


def write(path: Path, form: str, resume: bool, given: list[str], **asked: Any) -> Code:
    """Write a batch, with a thread in place of worker processes."""
    questions = {"do": "solve", **asked, "input": digest(Sources(tuple(given)))}
    timings = asked.pop("timings", False)
    order = Order(Question(**asked), Limits(), timings)
    with (
        opened(Target(path, resume, form), columns(order), questions, Interrupts()) as output,
        ThreadPoolExecutor(1) as executor,
        RecordProgress("solving", False, lambda: None) as bar,
    ):
        batch = BatchRun(
            Sources(tuple(given)), order, Output(output.lines, output.form, nullcontext)
        )
        batch.recount()
        return batch.through(Pool(executor, divide(1, 1), 1), bar)


@pytest.mark.parametrize("form", [JSON_LINES, CSV])
@pytest.mark.parametrize("has_companion", [True, False])
def test_a_file_truncated_at_any_byte_is_completed(
    form: str, has_companion: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out"
    assert write(path, form, False, GIVEN) == Code.SOME_FAILED
    whole = path.read_bytes()
    start_of_last = whole[:-1].rfind(b"\n") + 1
    step = 1 if has_companion else 20
    for cut in (0, 1, *range(start_of_last, len(whole) + 1, step), start_of_last // 2):
        path.write_bytes(whole[:cut])
        if not has_companion:
            path.with_name("out.resume").unlink()
        capsys.readouterr()
        assert write(path, form, True, GIVEN) == Code.SOME_FAILED
        assert path.read_bytes() == whole
        warned = "out.resume" in capsys.readouterr().err
        assert warned == (not has_companion and cut > 0)


def test_a_line_cut_inside_a_character_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "out"
    given = [TWO, "sight-reduction:wb/bw:ñ", TWO]
    write(path, CSV, False, given)
    whole = path.read_bytes()
    cut = whole.index("ñ".encode()) + 1
    path.write_bytes(whole[:cut])
    write(path, CSV, True, given)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ([*GIVEN, TWO], {}),
        ([ALONE, ALONE, *GIVEN[2:]], {}),
        (GIVEN, {"count": True}),
        (GIVEN, {"timings": True}),
    ],
)
def test_other_questions_and_another_input_are_refused(
    given: list[str], asked: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "out"
    write(path, JSON_LINES, False, GIVEN)
    whole = path.read_bytes()
    with pytest.raises(InputError, match="--resume: found"):
        write(path, JSON_LINES, True, given, **asked)
    assert path.read_bytes() == whole


def swap(lines: list[bytes]) -> list[bytes]:
    return [lines[1], lines[0], *lines[2:]]


@pytest.mark.parametrize(
    "change",
    [
        swap,
        lambda lines: [*lines, lines[0]],
        lambda lines: [b"nonsense\n", *lines[1:]],
        lambda lines: [b"[]\n", *lines[1:]],
        lambda lines: [b"{}\n", *lines[1:]],
        lambda lines: [b"\xff\n", *lines[1:]],
        lambda lines: lines[1:],
    ],
)
@pytest.mark.parametrize("form", [JSON_LINES, CSV])
def test_lines_that_do_not_answer_the_input_are_refused(
    form: str, change: Callable[[list[bytes]], list[bytes]], tmp_path: Path
) -> None:
    path = tmp_path / "out"
    write(path, form, False, GIVEN)
    changed = b"".join(change(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(changed)
    for _ in range(2):
        with pytest.raises(InputError, match="--resume: found"):
            write(path, form, True, GIVEN)
        assert path.read_bytes() == changed
        path.with_name("out.resume").unlink(missing_ok=True)


def test_a_damaged_companion_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "out"
    write(path, JSON_LINES, False, GIVEN)
    path.with_name("out.resume").write_text("{")
    with pytest.raises(InputError, match="no JSON"):
        write(path, JSON_LINES, True, GIVEN)


def test_without_resume_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out"
    write(path, JSON_LINES, False, GIVEN)
    write(path, JSON_LINES, False, [TWO])
    assert len(path.read_bytes().splitlines()) == 1


@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_a_second_writer_is_refused(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "out"
    write(path, JSON_LINES, False, GIVEN)
    whole = path.read_bytes()
    with portalocker.Lock(tmp_path / "out.resume", "r"):
        result = run("batch", "-o", str(path), *options, *GIVEN)
    assert result.exit_code == 2
    assert "another run" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert path.read_bytes() == whole


@pytest.mark.parametrize("options", [[], ["--resume"]])
@pytest.mark.parametrize("way", [Path.symlink_to, Path.hardlink_to])
def test_a_second_writer_by_another_name_is_refused(
    way: Callable[[Path, Path], None],
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(places, "LOCK_TIMEOUT", 0)
    path, other = tmp_path / "out", tmp_path / "other"
    with Journal(path, path, {}, resume=False) as journal:
        journal.write(b"{}\n")
        way(other, path)
        result = run("batch", "-o", str(other), *options, *GIVEN)
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert "another run is writing to it" in result.stderr
        assert not other.with_name("other.resume").exists()
        journal.write(b"{}\n")
    assert path.read_bytes() == b"{}\n" * 2


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.parquet"])
def test_the_command_resumes(name: str, tmp_path: Path) -> None:
    path, torn = tmp_path / name, tmp_path / name
    arguments = ["--nodes", "20", *GIVEN]
    written = ["batch", "-o", str(path), *arguments]
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
        torn = tmp_path / f"{name}.part"
    first = run(*written)
    whole = path.read_bytes()
    lines = run("batch", *arguments).stdout.encode() if torn != path else whole
    torn.write_bytes(lines[: len(lines) // 2])
    second = run(*written, "--resume")
    assert path.read_bytes() == whole
    assert (first.exit_code, second.exit_code) == (1, 1)
    refused = run(*with_options(written, "--nodes", "21"), "--resume")
    assert refused.exit_code == 2
    assert "nodes 20 before and 21 now" in refused.stderr
    assert path.read_bytes() == whole


@pytest.mark.parametrize("do", ["solve", "analyse"])
def test_a_finished_parquet_file_is_recognised(
    do: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "out.parquet"
    more = ["--fair"] if do == "analyse" else ["--solutions"]
    written = ["batch", "-o", str(path), "--workers", "1", "--do", do, *more, *GIVEN, "-"]
    assert run(*written, given=TWO).exit_code == 1
    whole, made = path.read_bytes(), path.stat().st_ino
    (tmp_path / "out.parquet.resume").unlink()
    answered: list[object] = []
    with monkeypatch.context() as patch:
        patch.setattr(BatchRun, "_take", lambda run, item, *others: answered.append(item))
        again = run(*written, "--resume", given=TWO)
    assert (again.exit_code, again.stdout, answered) == (1, "", [])
    assert (path.read_bytes(), path.stat().st_ino) == (whole, made)
    run(*written, "--resume", given=f"{TWO}\n{ALONE}")
    longer = path.read_bytes()
    path.unlink()
    run(*written, given=f"{TWO}\n{ALONE}")
    assert (path.read_bytes(), longer != whole) == (longer, True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out.parquet", "out.parquet.resume"]


def test_a_parquet_file_of_other_questions_is_not_resumed(tmp_path: Path) -> None:
    """A run stopped before its first answer has left the file of an earlier run."""
    pytest.importorskip("pyarrow")
    path = tmp_path / "out.parquet"
    asked = ["batch", "-o", str(path), "nakatta:start:4x4"]
    assert run(*asked, "--nodes", "0").exit_code == 3
    (tmp_path / "out.parquet.resume").unlink()
    assert run(*asked, "--resume").exit_code == 0
    whole = path.read_bytes()
    path.write_bytes(b"no Parquet file")
    assert run(*asked, "--resume").exit_code == 0
    assert path.read_bytes() == whole
    assert run(*asked, "--resume", "--distance").exit_code == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out.parquet", "out.parquet.resume"]


def test_a_run_on_standard_input_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "out"
    text = "\n".join(GIVEN)
    run("batch", "-o", str(path), "-", given=text)
    whole = path.read_bytes()
    path.write_bytes(whole[:-3])
    assert run("batch", "-o", str(path), "--resume", "-", given=text).exit_code == 1
    assert path.read_bytes() == whole


def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    """A limit on file sizes simulates the full disk."""
    given = tmp_path / "given"
    given.write_text("\n".join([ALONE] * 40))
    path = tmp_path / "out"
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)); "
    script = limited + "from proofplay.main import main; main()"
    arguments = ["batch", "-o", str(path), str(given), "--workers", "2"]
    result = spawn(*arguments, program=["-c", script])
    assert result.returncode == 2
    assert result.stderr == f"proofplay: {path} cannot be written: file too large\n".encode()
    lines = path.read_bytes().splitlines(keepends=True)
    assert 3000 < sum(map(len, lines)) <= 4000
    assert all(json.loads(line)["position"] for line in lines)
    assert run(*arguments, "--resume").exit_code == 0
    assert len(path.read_bytes().splitlines()) == 40


def test_an_unwritable_file_is_reported(tmp_path: Path) -> None:
    result = run("batch", "-o", "/proc/version", TWO)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
