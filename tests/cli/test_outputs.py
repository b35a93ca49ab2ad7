"""Outputs: their destinations, what they may replace, and that nothing else is lost."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest
from running import COMMAND, ROOT, environment, finished, run

from cli.app import COMMANDS
from cli.files.journal import Journal
from cli.files.run_files import Command, OutputType, SourceType
from cli.files.whole_file import WholeFile
from positions.errors import InputError

POSITION = "nakatta:1b1/3/3:w"
GAME = f'[Position "{POSITION}"]\n\n1... b1\n'
BATCH = ("batch", "--quiet", "--workers", "1")
MAKE = ["generate", "--quiet", "--size", "3x3", "--seed", "1", "--workers", "1"]
COUNT = ["census", "--quiet", "--game", "nakatta", "--size", "3x3", "--count", "2", "--seed", "1"]
# Commands up to their inputs, each with its options for outputs.
READERS = {
    BATCH: {"-o": "f.jsonl", "--log-file": "f.log"},
    ("solve",): {
        "--certificate": "f.txt",
        "--report": "f.html",
        "--checkpoint": "f.kept",
        "-o": "f.csv",
    },
    ("openings",): {"--checkpoint": "f.kept", "-o": "f.csv"},
    ("analyse",): {"--report": "f.md", "-o": "f.jsonl"},
    ("annotate",): {"--report": "f.json", "-o": "f.parquet"},
    ("show",): {"-o": "f.svg"},
    (*MAKE, "--not-in"): {"-o": "f.csv", "--sheet": "f.html", "--log-file": "f.log"},
}
WRITERS = {
    **READERS,
    (*MAKE,): READERS[*MAKE, "--not-in"],
    (*COUNT, "--workers", "1"): {"-o": "f.jsonl", "--report": "f.html", "--log-file": "f.log"},
}
OUTPUTS = [
    (list(command), option, name)
    for command, outputs in READERS.items()
    for option, name in outputs.items()
]


def started(*arguments: str, redirected: str = "", folder: Path = ROOT) -> tuple[int, str, str]:
    """Run a command line in a shell, with redirections; return its exit code, output and errors."""
    result = finished(
        ["bash", "-c", f'"$@" {redirected}', "shell", *COMMAND, *arguments],
        cwd=folder,
        env=environment(PYTHONPATH=str(ROOT)),
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",
    )
    return result.returncode, result.stdout, result.stderr


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def given(command: list[str]) -> str:
    return GAME if command[0] == "annotate" else f"{POSITION}\n"


def by_its_name(path: Path) -> str:
    return str(path)


def by_a_detour(path: Path) -> str:
    (path.parent / "folder").mkdir()
    return f"{path.parent}/folder/../{path.name}"


def by_a_link(path: Path) -> str:
    link = path.with_name(f"link{path.suffix}")
    link.symlink_to(path.name)
    return str(link)


def by_another_name(path: Path) -> str:
    name = path.with_name(f"hard{path.suffix}")
    name.hardlink_to(path)
    return str(name)


@pytest.mark.parametrize("way", [by_its_name, by_a_detour, by_a_link, by_another_name])
@pytest.mark.parametrize(("command", "option", "name"), OUTPUTS)
def test_no_input_is_overwritten(
    command: list[str], option: str, name: str, way: Callable[[Path], str], tmp_path: Path
) -> None:
    source = tmp_path / name
    source.write_text(given(command))
    named = way(source)
    before = snapshot(tmp_path)
    result = run(*command, str(source), option, named)
    assert (result.exit_code, result.stdout) == (2, "")
    fault = f"{option} {named}: is also an input, expected another file\n"
    assert result.stderr == f"proofplay {command[0]}: {fault}"
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize(("command", "option", "name"), OUTPUTS)
def test_no_file_on_standard_input_is_overwritten(
    command: list[str], option: str, name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(given(command))
    before = snapshot(tmp_path)
    code, out, err = started(*command, "-", option, name, redirected=f"< {name}", folder=tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{option} {name}: is also an input" in err
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("command", [["solve", "--json"], ["verify"], [*BATCH], ["show"]])
def test_no_input_may_be_standard_output(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"{POSITION}\n")
    code, _, err = started(*command, "f", redirected=">> f", folder=tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert "standard output: is also an input, expected another file" in err
    assert snapshot(tmp_path) == {"f": f"{POSITION}\n".encode()}


def test_no_input_among_pictures_is_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "0001-nakatta.svg"
    source.write_text(f"{POSITION}\n")
    result = run("show", "--format", "svg", str(source), "-o", str(tmp_path))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "is also an input" in result.stderr
    assert source.read_text() == f"{POSITION}\n"


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize(
    ("command", "one", "other"),
    [
        (list(command), one, other)
        for command, outputs in WRITERS.items()
        for one, other in combinations(outputs, 2)
        if "--not-in" not in command
    ],
)
def test_no_file_is_written_twice(
    command: list[str], one: str, other: str, is_there: bool, tmp_path: Path
) -> None:
    path = tmp_path / ("f.html" if "--report" in (one, other) else "f.pdf")
    if is_there:
        path.write_text("before")
    before = snapshot(tmp_path)
    arguments = [] if command[0] in ("generate", "census") else [POSITION]
    result = run(*command, *arguments, one, str(path), other, f"{tmp_path}/./{path.name}")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert f"found the FILE of {one}" in result.stderr or f"the FILE of {other}" in result.stderr
    assert snapshot(tmp_path) == before


def test_companions_must_differ_from_other_files(tmp_path: Path) -> None:
    for name, other in (("f", "f.resume"), ("f.parquet", "f.parquet.part")):
        output, beside = str(tmp_path / name), tmp_path / other
        result = run(*BATCH, POSITION, "-o", output, "--log-file", str(beside))
        assert (result.exit_code, "found a file of -o" in result.stderr) == (2, True)
        beside.write_text(f"{POSITION}\n")
        result = run(*BATCH, str(beside), "-o", output)
        assert (result.exit_code, "is also an input" in result.stderr) == (2, True)
        assert snapshot(tmp_path) == {other: f"{POSITION}\n".encode()}
        beside.unlink()


@pytest.mark.parametrize("option", ["-o", "--log-file"])
def test_no_output_file_may_also_be_standard_output(option: str, tmp_path: Path) -> None:
    code, _, err = started(*BATCH, POSITION, option, "f", redirected="> f", folder=tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert f"{option} f: found standard output, expected another file" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_knows_its_files(name: str) -> None:
    command = import_module(COMMANDS[name][0]).command
    assert isinstance(command, Command)
    for parameter in command.params:
        if "FILE" in (parameter.metavar or "") or parameter.name == "positions":
            assert isinstance(parameter.type, SourceType | OutputType), parameter.name


NOTHING = {
    "missing": lambda folder: "missing",
    "a folder": lambda folder: str(folder),
    "empty": lambda folder: written(folder / "empty", ""),
    "comments": lambda folder: written(folder / "empty", "# nothing\n"),
    "bad": lambda folder: "nakatta:nonsense:w",
    "all bad": lambda folder: written(folder / "bad", "nonsense\nmore\n"),
}


def written(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("what", NOTHING)
@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_a_run_without_answers_keeps_earlier_results(
    what: str, ending: str, tmp_path: Path
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    source = NOTHING[what](tmp_path)
    output = tmp_path / f"r.{ending}"
    output.write_text("an older result")
    before = snapshot(tmp_path)
    result = run(*BATCH, source, "-o", str(output))
    assert (result.exit_code, result.stdout) == (2, "")
    assert snapshot(tmp_path) == before
    output.unlink()
    if what != "all bad":
        run(*BATCH, source, "-o", str(output))
        assert set(snapshot(tmp_path)) == set(before) - {output.name}


@pytest.mark.parametrize("what", NOTHING)
@pytest.mark.parametrize(
    ("command", "option", "name"), [each for each in OUTPUTS if each[0][0] in ("solve", "show")]
)
def test_a_run_with_nothing_to_write_keeps_the_file(
    what: str, command: list[str], option: str, name: str, tmp_path: Path
) -> None:
    source = NOTHING[what](tmp_path)
    (tmp_path / name).write_text("an older one")
    before = snapshot(tmp_path)
    assert run(*command, source, option, str(tmp_path / name)).exit_code == 2
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_errors_are_written_with_the_answers(ending: str, tmp_path: Path) -> None:
    source = written(tmp_path / "given", f"nonsense\nmore\n{POSITION}\nnonsense\n")
    new, old = tmp_path / f"new.{ending}", tmp_path / f"old.{ending}"
    old.write_text("an older result")
    for output in (new, old):
        assert run(*BATCH, source, "-o", str(output)).exit_code == 1
    assert new.read_bytes() == old.read_bytes()


def test_a_run_without_puzzles_keeps_earlier_ones(tmp_path: Path) -> None:
    output = tmp_path / "puzzles.csv"
    for text in ("", "older puzzles"):
        output.write_text(text)
        assert run(*MAKE, "--time", "0", "-o", str(output)).exit_code == 3
        assert snapshot(tmp_path) == {"puzzles.csv": text.encode()}


# Commands that write a file as a whole, or line by line, and the name of the file.
WAYS = [
    (["solve", POSITION, "--certificate"], "f.txt"),
    (["solve", POSITION, "--report"], "f.html"),
    (["show", POSITION, "-o"], "f.png"),
    ([*BATCH, POSITION, "-o"], "f.jsonl"),
    ([*BATCH, POSITION, "-o"], "f.parquet"),
    ([*BATCH, POSITION, "--log-file"], "f.log"),
    ([*MAKE, "--sheet"], "f.html"),
]


@pytest.mark.parametrize(("command", "name"), WAYS)
def test_a_file_keeps_its_mode_and_its_names(command: list[str], name: str, tmp_path: Path) -> None:
    file, link, other = (tmp_path / f"{start}{name}" for start in ("", "link-", "other-"))
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file.name)
    assert run(*command, str(link)).exit_code == 0
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    whole = file.read_bytes()
    assert whole != b"before"
    other.hardlink_to(file)
    assert run(*command, str(file)).exit_code == 0
    assert other.samefile(file)
    if "log" not in name and "html" not in name:
        assert other.read_bytes() == whole
    beside = file.with_name(f"{name}.resume")
    assert not beside.exists() or beside.stat().st_mode & 0o007 == 0


@pytest.mark.parametrize(("command", "name"), WAYS)
def test_a_file_name_may_have_the_maximum_length(
    command: list[str], name: str, tmp_path: Path
) -> None:
    path = tmp_path / f"{'x' * (255 - len(name))}{name}"
    assert run(*command, str(path)).exit_code == 0
    assert path.stat().st_size
    if "jsonl" in name:
        path.write_bytes(b"")
        assert run(*command, str(path), "--resume").exit_code == 0
        assert path.stat().st_size
    assert all(len(left.name) <= 255 for left in tmp_path.iterdir())


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for an unprivileged user."""
    made = Path(tempfile.mkdtemp())
    nobody = 65534
    is_root = os.geteuid() == 0
    try:
        if is_root:
            os.chown(made, nobody, nobody)
            os.setegid(nobody)
            os.seteuid(nobody)
        yield made
    finally:
        if is_root:
            os.seteuid(0)
            os.setegid(0)
        made.chmod(0o700)
        shutil.rmtree(made)


def write_whole(path: Path) -> None:
    with WholeFile(path, "-o") as file:
        file.write("after\n")


def write_lines(path: Path) -> None:
    with Journal(path, path, {}, resume=False) as journal:
        journal.write(b"after\n")


@pytest.mark.parametrize("write", [write_whole, write_lines])
def test_a_file_is_written_wherever_permissions_allow(
    write: Callable[[Path], None], folder: Path
) -> None:
    closed, ours = folder / "closed", folder / "ours"
    closed.write_text("before\n")
    closed.chmod(0o444)
    ours.write_text("before, and longer\n")
    ours.chmod(0o200)
    for _ in range(2):
        with pytest.raises(InputError, match="closed cannot be written: permission denied"):
            write(closed)
        write(ours)
        assert ours.stat().st_mode & 0o777 == 0o200
        folder.chmod(0o500)
    with pytest.raises(InputError, match="new cannot be written: permission denied"):
        write(folder / "new")
    ours.chmod(0o600)
    assert (closed.read_text(), ours.read_text()) == ("before\n", "after\n")
    assert {path.name for path in folder.iterdir()} <= {"closed", "ours", "ours.resume"}


def test_others_cannot_read_a_file_before_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("before")
    path.chmod(0o600)
    with WholeFile(path, "-o") as file:
        file.write("after")
        assert [left.stat().st_mode & 0o077 for left in tmp_path.iterdir()] == [0, 0]
    assert snapshot(tmp_path) == {"f": b"after"}


@pytest.mark.parametrize(
    ("place", "command"),
    [
        ("-", [*BATCH, POSITION, "-o"]),
        ("/dev/fd/3", [*BATCH, POSITION, "-o"]),
        ("-", [*BATCH, POSITION, "--format", "parquet", "-o"]),
        ("-", [*COUNT, "--workers", "1", "-o"]),
        ("-", ["show", POSITION, "--format", "svg", "-o"]),
        ("-", ["solve", "--json", POSITION, "--certificate"]),
        ("/dev/stdout", ["solve", "--json", POSITION, "--certificate"]),
        ("/dev/fd/3", ["solve", "--json", POSITION, "--certificate"]),
    ],
)
def test_open_descriptors_are_written_to(place: str, command: list[str], tmp_path: Path) -> None:
    code, out, err = started(*command, place, redirected="3>&1 | cat", folder=tmp_path)
    assert (code, err) == (0, "")
    ending = "" if "parquet" in command else "\n"
    assert out.startswith(("{", "<svg", "PAR1"))
    assert out.endswith(ending)
    assert ("proofplay certificate 1\n" in out) == ("solve" in command)
    assert not snapshot(tmp_path)
    # A file that the shell has opened is appended to, and has no companion.
    (tmp_path / "f").write_bytes(b"before")
    assert started(*command, place, redirected=">> f 3>&1", folder=tmp_path)[0] == 0
    (name, data), *others = snapshot(tmp_path).items()
    assert (name, others, data[:6]) == ("f", [], b"before")
    assert len(data) > 100


@pytest.mark.parametrize("option", ["-o", "--log-file"])
def test_a_named_pipe_is_written_to(option: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p")
    code, out, _ = started(*BATCH, POSITION, option, "p", redirected="& cat p", folder=tmp_path)
    assert code == 0
    assert '"proved"' in out
    assert ("proved in" in out) == (option == "--log-file")
    assert [path.name for path in tmp_path.iterdir()] == ["p"]
    code, _, err = started(*BATCH, POSITION, "-o", "p", "--resume", folder=tmp_path)
    assert (code, "not a regular file" in err) == (2, True)


@pytest.mark.parametrize(
    ("place", "redirected"), [("/dev/fd/9", ""), ("/dev/stdin", "< /dev/null"), ("-", ">&-")]
)
@pytest.mark.parametrize("option", ["-o", "--log-file"])
def test_descriptors_not_open_for_writing_are_refused(
    place: str, redirected: str, option: str
) -> None:
    code, out, err = started(*BATCH, POSITION, option, place, redirected=redirected)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot be written: bad file descriptor" in err


@pytest.mark.parametrize("ending", [".gz", ".ZIP"])
@pytest.mark.parametrize(("command", "option", "name"), OUTPUTS)
def test_the_name_of_a_compressed_file_is_refused(
    command: list[str], option: str, name: str, ending: str, tmp_path: Path
) -> None:
    result = run(*command, POSITION, option, str(tmp_path / f"{name}{ending}"))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert f"found the ending {ending}" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["--version"],
        ["solve", "--help"],
        ["solve", "--json", POSITION],
        [*BATCH, POSITION],
        ["show", "--format", "png", POSITION],
    ],
)
def test_a_closed_standard_output_is_reported(arguments: list[str]) -> None:
    told = "proofplay: standard output is closed\n"
    assert started(*arguments, redirected=">&-") == (2, "", told)


def test_other_closed_streams_do_no_harm(tmp_path: Path) -> None:
    solve = ["solve", "--json", POSITION]
    for redirected in ("<&-", "2>&-", "<&- 2>&-"):
        code, out, err = started(*solve, redirected=redirected)
        assert (code, json.loads(out)["position"], err) == (0, POSITION, "")
    code, out, err = started("solve", "-", redirected="<&-")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "found a closed standard input" in err
    assert started("solve", "nonsense:1:w", redirected="2>&-") == (2, "", "")
    # No file takes the place of a stream.
    file = tmp_path / "f"
    arguments = [*BATCH, POSITION, "nonsense:1:w", "-o", str(file)]
    assert started(*arguments, redirected="<&- >&- 2>&-") == (1, "", "")
    assert [json.loads(line)["line"] for line in file.read_text().splitlines()][1:] == [1]


GONE = ["bash", "-c", 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"', "shell"]


@pytest.mark.parametrize(
    ("arguments", "code", "fault"),
    [
        (["games"], 0, ""),
        (["solve", POSITION], 0, ""),
        (["solve", POSITION, "--report", "{}/f.html"], 0, ""),
        ([*BATCH, POSITION, "-o", "{}/f", "--log-file", "{}/g"], 0, ""),
        ([*MAKE, "--sheet", "{}/f.pdf"], 0, ""),
        (["solve", POSITION, "--report", "f.html"], 2, "found no current folder"),
        (["solve", POSITION, "--certificate", "f"], 2, "found no current folder"),
        ([*BATCH, POSITION, "-o", "f"], 2, "found no current folder"),
        ([*BATCH, POSITION, "-o", "f.parquet"], 2, "found no current folder"),
        ([*BATCH, POSITION, "-o", "."], 2, "found a directory"),
        ([*BATCH, POSITION, "--log-file", "f"], 2, "found no current folder"),
        (["solve", "f"], 2, "found no such file"),
        (["annotate", "f"], 2, "found no such file"),
        (["verify", "f"], 2, "found no such file"),
    ],
)
def test_the_current_folder_may_be_deleted(
    arguments: list[str], code: int, fault: str, tmp_path: Path
) -> None:
    given = [argument.replace("{}", str(tmp_path)) for argument in arguments]
    result = finished(
        [*GONE, str(tmp_path / "gone"), *COMMAND, *given],
        env=environment(PYTHONPATH=str(ROOT)),
        text=True,
    )
    assert (result.returncode, result.stderr.count("\n")) == (code, bool(fault))
    assert fault in result.stderr
