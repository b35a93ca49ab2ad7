"""Code in the current folder is never run, and no answer depends on it.

The commands run as users start them, by the script of the environment: with ``python -m``, Python
itself would look for modules in the current folder, even in the parent process.
"""

import json
import os
import subprocess
import sysconfig
from functools import cache
from multiprocessing import spawn
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from running import environment, finished
from service_tests import Start

from solver.pool.processes import START_METHODS
from solver.pool.workers import Workers

SCRIPT = Path(sysconfig.get_path("scripts")) / "proofplay"
SOLITAIRE = "sight-reduction+solitaire:wbw/bwb:w"
FULL = "sight-reduction:bwwb/wwbw/bwbb:w"
# Our modules, those of libraries that children import, and some of the standard library.
SHADOWED = (
    *("solver", "cli", "positions", "service", "pysat", "numpy", "typst", "psutil", "click"),
    *("random", "struct", "signal", "socket", "pickle", "types", "tempfile", "logging"),
)
RUNS = {
    "batch": ("batch", "--quiet", FULL, SOLITAIRE),
    "analyse": ("batch", "--quiet", "--do", "analyse", SOLITAIRE),
    "generate": ("generate", "--quiet", "--seed", "7", "--size", "3x3", "--json"),
    "census": (
        "census",
        "--quiet",
        "--variant",
        "solitaire",
        "--size",
        "3x3",
        "--seed",
        "1",
        "--json",
    ),
}
ALONE = {
    "sat": ("solve", "--engine", "sat", SOLITAIRE),
    "sheet": ("generate", "--quiet", "--seed", "7", "--size", "3x3", "--sheet", "puzzles.pdf"),
    "plays": ("census", "--quiet", "--game", "nakatta", "--size", "3x3", "--seed", "1", "--json"),
}


def fill(folder: Path, mark: Path) -> None:
    """Put modules into a folder that write their names to the file `mark` when they are run."""
    for name in SHADOWED:
        text = f"open({str(mark)!r}, 'a').write({name!r} + chr(10))\nx = 1\n"
        (folder / f"{name}.py").write_text(text)
        if name in ("solver", "cli", "positions", "service"):
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(text)


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    return tmp_path / "mark"


@pytest.fixture
def hostile(tmp_path: Path, mark: Path) -> Path:
    folder = tmp_path / "hostile"
    folder.mkdir()
    fill(folder, mark)
    return folder


def run(
    folder: Path, *arguments: str, before: str = "", **env: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run a command line in a folder, after the shell command `before`."""
    return finished(
        ["bash", "-c", f'{before} exec "$@"', "bash", SCRIPT, *arguments],
        cwd=folder,
        env=environment(**env),
    )


@cache
def elsewhere(name: str) -> bytes:
    """Return what a command writes in an empty folder."""
    with TemporaryDirectory() as folder:
        output = run(Path(folder), *(RUNS | ALONE)[name]).stdout
    assert output
    return output


@pytest.mark.parametrize(
    ("name", "method"),
    [
        *((name, START_METHODS[0]) for name in RUNS),
        *(("batch", method) for method in START_METHODS[1:]),
    ],
)
def test_workers_run_nothing_from_the_folder(
    name: str, method: str, hostile: Path, mark: Path
) -> None:
    options = ("--workers", "2", "--start-method", method)
    result = run(hostile, *RUNS[name], *options, TMPDIR=str(hostile))
    assert (result.stdout, result.stderr.decode()) == (elsewhere(name), "")
    assert not mark.exists()


@pytest.mark.parametrize("name", ALONE)
def test_other_children_run_nothing_from_the_folder(name: str, hostile: Path, mark: Path) -> None:
    result = run(hostile, *ALONE[name], TMPDIR=str(hostile))
    assert (result.returncode, result.stdout) == (0, elsewhere(name))
    assert not mark.exists()


def test_the_service_runs_nothing_from_the_folder(start: Start, hostile: Path, mark: Path) -> None:
    server = start("--workers", "1", program=[SCRIPT], cwd=hostile)
    for path in ("/api/solve", "/api/analyse"):
        answer = server.client.post(path, json={"position": FULL, "wait": 10})
        assert (answer.status_code, answer.json()["status"]) == (200, "proved")
    assert not mark.exists()


@pytest.mark.parametrize("method", START_METHODS)
def test_a_relative_module_path_is_relative_to_the_parents_folder(
    method: str, hostile: Path, mark: Path
) -> None:
    """A relative module path refers to the parent's folder, not to the child's."""
    (hostile / "modules").mkdir()
    code = (
        "import os; os.mkdir('other'); os.chdir('other'); os.mkdir('modules')\n"
        "import shutil; shutil.copy('../random.py', 'modules')\n"
        "import sys; sys.argv[0] = 'proofplay'\n"
        "from proofplay.main import main; main()\n"
    )
    (hostile / "modules" / "begin_elsewhere.py").write_text(code)
    program = "import sys; sys.path.remove(''); import begin_elsewhere"
    result = finished(
        [
            SCRIPT.parent / "python",
            "-c",
            program,
            "batch",
            "--quiet",
            FULL,
            "--start-method",
            method,
        ],
        cwd=hostile,
        env=environment(PYTHONPATH="modules"),
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["status"] == "proved"
    assert not mark.exists()


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_an_interpreter_that_ignores_the_environment_starts_no_workers(
    method: str, tmp_path: Path
) -> None:
    result = finished(
        [
            SCRIPT.parent / "python",
            "-E",
            SCRIPT,
            "batch",
            "--quiet",
            FULL,
            "--start-method",
            method,
        ],
        cwd=tmp_path,
    )
    assert (result.returncode, result.stdout) == (2, b"")
    (line,) = result.stderr.decode().splitlines()
    assert "found Python with -E, expected -P with it" in line


@pytest.mark.parametrize(
    ("folder", "method"),
    [
        *((None, method) for method in START_METHODS),
        *((folder, START_METHODS[0]) for folder in ("x" * 200, "a b\n'\"ä", "missing")),
    ],
)
def test_odd_folders(folder: str | None, method: str, tmp_path: Path) -> None:
    """The temporary folder has an odd name, or the current one (None) is gone."""
    before = "mkdir gone; cd gone; rmdir ../gone;" if folder is None else ""
    temporary = tmp_path / (folder or "")
    if folder != "missing":
        temporary.mkdir(exist_ok=True)
    arguments = (*RUNS["batch"], "--workers", "2", "--start-method", method)
    result = run(tmp_path, *arguments, before=before, TMPDIR=str(temporary))
    assert (result.stdout, result.stderr) == (elsewhere("batch"), b"")


@pytest.mark.parametrize("method", START_METHODS)
def test_an_inaccessible_folder(method: str, tmp_path: Path) -> None:
    """Workers start even if the current folder is inaccessible."""
    program = ("setpriv", "--reuid=65534", "--clear-groups", SCRIPT)
    if os.geteuid() != 0 or subprocess.run([*program, "--version"], check=False).returncode:
        pytest.skip("needs to be root, and a program that all can run")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    result = finished([*program, *RUNS["batch"], "--start-method", method], cwd=closed)
    assert (result.stdout, result.stderr) == (elsewhere("batch"), b"")


def test_workers_are_forked_if_the_folder_is_inaccessible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(spawn, "get_executable", lambda: "/bin/false")
    with Workers(1, "spawn") as workers:
        assert workers.submit(sum, [1, 2]).result(20) == 3


@pytest.mark.parametrize(
    ("name", "method", "number"),
    [
        *(("batch", START_METHODS[0], number) for number in (6, 27)),
        *(("batch", method, 15) for method in START_METHODS),
        ("generate", START_METHODS[0], 8),
        ("census", START_METHODS[0], 8),
    ],
)
def test_few_descriptors(name: str, method: str, number: int, tmp_path: Path) -> None:
    """If workers cannot start, one line says so, without a wait."""
    arguments = (*RUNS[name], "--workers", "2", "--start-method", method)
    result = run(tmp_path, *arguments, before=f"ulimit -n {number};")
    if result.returncode == 0:
        assert result.stdout == elsewhere(name)
    else:
        assert (result.returncode, result.stdout) == (2, b"")
        assert len(result.stderr.decode().splitlines()) == 1
