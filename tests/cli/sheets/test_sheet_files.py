"""`generate --sheet`: destinations of sheets, the command that remakes them, and errors."""

import io
import resource
import shutil
from contextlib import nullcontext
from pathlib import Path

import click
import pytest
from pypdf import PdfReader
from running import COMMAND, finished, run, with_options

from cli.common.exits import InterruptedRun, PipeClosed
from cli.sheets import file
from cli.sheets.file import SheetOptions, origin, sheet_to
from cli.sheets.sheet import Paper
from positions.errors import InputError

# Small boards, so that making the puzzles takes no time.
RECORD = {
    "position": "marvin:start:3x3",
    "goal": "Find it.",
    "solution": ["b2"],
    "uniqueness": {"meaning": "first move", "moves": 9, "complete": True},
    "grade": "gentle",
    "number": 1,
}
ASKED = ("generate", "--size", "3x4", "--seed", "5", "--workers", "1")


def text_of(path: Path) -> str:
    pages = PdfReader(io.BytesIO(path.read_bytes())).pages
    return "\n".join(page.extract_text() for page in pages)


def test_a_sheet_is_the_same_however_its_puzzles_were_made(tmp_path: Path) -> None:
    whole, parts, records = (tmp_path / name for name in ("whole.pdf", "parts.PDF", "made.jsonl"))
    result = run(*ASKED, "--count", "5", "--json", "--sheet", str(whole))
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 5)
    for count in ("2", "5"):
        given = ("--count", count, "-o", str(records), "--sheet", str(parts))
        result = run(*with_options(ASKED, "--workers", "2"), *given, "--resume")
        assert (result.exit_code, result.stdout) == (0, "")
    assert whole.read_bytes() == parts.read_bytes()
    asked = "proofplay generate --size 3x4 --seed 5 --count 5 --sheet puzzles.pdf"
    assert asked in text_of(whole).replace("\n", " ")


@pytest.mark.parametrize(
    ("ending", "start"), [("pdf", b"%PDF-"), ("html", b"<!DOCTYPE html>"), ("SVG", b"<svg ")]
)
def test_a_files_name_selects_the_format(ending: str, start: bytes, tmp_path: Path) -> None:
    sheet = tmp_path / f"a name.{ending}"
    with sheet_to(SheetOptions(sheet, Paper.A4), "made", nullcontext) as take:
        take(RECORD)
    assert sheet.read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [sheet.name]


def test_a_sheet_names_its_paper(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    with sheet_to(SheetOptions(sheet, Paper.LETTER), "made", nullcontext) as take:
        take(RECORD)
    assert "made --sheet puzzles.pdf --paper letter" in text_of(sheet)


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "TYPESETTER", "no_such_library")
    result = run(*ASKED, "--sheet", str(tmp_path / "sheet.pdf"))
    assert result.exit_code == 2
    assert "install it with: pip install 'proofplay[sheets]'" in result.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sheet.txt", "expected a name that ends in '.pdf'"),
        ("missing/sheet.pdf", "found no folder"),
        ("folder.pdf", "found a directory"),
        (f"{'x' * 300}.pdf", "file name too long"),
    ],
)
def test_an_unwritable_file_is_refused_before_work_begins(
    name: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "folder.pdf").mkdir()
    records = tmp_path / "made.jsonl"
    result = run(*ASKED, "-o", str(records), "--sheet", str(tmp_path / name))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("proofplay generate: --sheet")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.pdf"]


def test_records_and_sheet_go_to_different_files(tmp_path: Path) -> None:
    path = str(tmp_path / "made.pdf")
    result = run(*ASKED, "-o", path, "--sheet", path)
    assert result.exit_code == 2
    assert "found the FILE of -o" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_full_disk_loses_no_record(tmp_path: Path) -> None:
    sheet, records = tmp_path / "sheet.pdf", tmp_path / "made.jsonl"
    sheet.write_bytes(b"an older one")
    given = ("--count", "3", "-o", str(records), "--sheet", str(sheet))
    result = finished(
        [*COMMAND, *ASKED, *given],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
        text=True,
    )
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].endswith("file too large")
    assert len(records.read_text().splitlines()) == 3
    assert sheet.read_bytes() == b"an older one"
    assert {path.suffix for path in tmp_path.iterdir()} == {".pdf", ".jsonl", ".resume"}


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a sheet after a stop, however busy the machine is."""
    monkeypatch.setattr("cli.sheets.file.STOP_TIMEOUT", 60)


def stop(sheet: Path, way: Exception, *, without_folder: bool = False) -> None:
    """Make one puzzle for a sheet, and end the run in some way."""
    with sheet_to(SheetOptions(sheet, Paper.A4), "made", nullcontext) as take:
        take(RECORD)
        if without_folder:
            shutil.rmtree(sheet.parent)
        raise way


@pytest.mark.usefixtures("_patient")
@pytest.mark.parametrize("way", [InterruptedRun("stopped"), OSError("no space"), PipeClosed()])
def test_a_run_that_ends_early_leaves_a_sheet_of_its_puzzles(
    way: Exception, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.pdf"
    with pytest.raises(type(way)):
        stop(sheet, way)
    assert "Find it." in text_of(sheet)


@pytest.mark.parametrize("limit", ["STOP_TIMEOUT", "FEW"])
def test_a_sheet_that_takes_long_is_left_to_a_later_run(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(f"cli.sheets.file.{limit}", 0)
    sheet, page = tmp_path / "sheet.pdf", tmp_path / "sheet.html"
    with pytest.raises(InterruptedRun):
        stop(sheet, InterruptedRun("stopped"))
    assert not list(tmp_path.iterdir())
    why = "stopped, no time to typeset 1 puzzle; with -o, --resume writes the sheet"
    assert capsys.readouterr().err == f"--sheet {sheet}: {why}\n"
    with pytest.raises(InterruptedRun):
        stop(page, InterruptedRun("stopped"))
    assert "Find it." in page.read_text()
    with pytest.raises(PipeClosed):
        stop(sheet, PipeClosed())
    assert sheet.exists()


def test_a_refused_run_leaves_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        stop(tmp_path / "sheet.pdf", InputError("found another seed"))
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("_patient")
def test_the_end_of_a_run_is_reported_even_if_its_sheet_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gone").mkdir()
    with pytest.raises(InterruptedRun):
        stop(tmp_path / "gone" / "sheet.pdf", InterruptedRun("stopped"), without_folder=True)
    assert "found no folder" in capsys.readouterr().err


def test_without_puzzles_there_is_no_sheet(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    result = run(*ASKED, "--time", "0", "--sheet", str(sheet))
    assert result.exit_code == 3
    assert "no puzzles" in result.stderr
    assert not sheet.exists()


@click.command("make")
@click.option("--size", type=lambda text: tuple(map(int, text.split("x"))))
@click.option("--variant", "variants", multiple=True)
@click.option("--avoid")
@click.option("--seed", type=int)
@click.option("--count", type=int, default=1)
@click.option("--closed", is_flag=True)
@click.option("--workers", type=int)
@click.pass_context
def made(context: click.Context, **given: object) -> str:
    return origin(context, ["size", "variants", "avoid", "seed", "closed"], seed=7)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "make --seed 7"),
        (["--workers", "3", "--seed", "5", "--size", "4x8"], "make --size 4x8 --seed 5"),
        (
            ["--variant", "a", "--count", "2", "--variant", "b", "--closed"],
            "make --variant a --variant b --seed 7 --count 2 --closed",
        ),
        (["--avoid", "it's here"], """make --avoid 'it'"'"'s here' --seed 7"""),
        (["--avoid", "дe"], "make --avoid $'\\xd0\\xb4e' --seed 7"),
        (["--avoid", "é'\\"], "make --avoid $'\\xc3\\xa9\\x27\\x5c' --seed 7"),
    ],
)
def test_the_command_that_remakes_a_sheet(arguments: list[str], expected: str) -> None:
    assert made.main(arguments, prog_name="make", standalone_mode=False) == expected
