"""Our packages have common names: if another one shadows them, one line says so.

The program runs from a copy, without the import hook of an editable installation, which would take
precedence over the module path.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest
from running import ROOT, environment, finished
from service_tests import Start

from proofplay.names import MARK, PACKAGES
from solver import _native
from solver.pool.processes import START_METHODS

SCRIPT = str(Path(sysconfig.get_path("scripts")) / "proofplay")
PROGRAMS = {"script": [SCRIPT], "proofplay": ["-m", "proofplay"]}
POSITION = "sight-reduction+solitaire:wbw/bwb:w"
BATCH = ("batch", "--quiet", POSITION, POSITION, "--workers", "2")
RUNS = "open('ran', 'w')\n"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the program as in a wheel."""
    site = tmp_path_factory.mktemp("original")
    for package in ("proofplay", *PACKAGES):
        skipped = shutil.ignore_patterns("__pycache__", "native", "_native.*")
        shutil.copytree(ROOT / package, site / package, ignore=skipped)
    shutil.copy(_native.__file__, site / "solver")
    return site


@pytest.fixture
def site(original: Path, tmp_path: Path) -> Path:
    """Return a copy of it that a test may change."""
    return Path(shutil.copytree(original, tmp_path / "site"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "folder"
    place.mkdir()
    return place


def module_path(*before: Path) -> str:
    """Return PYTHONPATH: the given folders, then the libraries that the program needs."""
    libraries = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    return os.pathsep.join([*map(str, before), *libraries])


def run(
    program: str, *arguments: str, path: Sequence[Path], cwd: Path
) -> "subprocess.CompletedProcess[str]":
    """Run a command line without the effects of `.pth` files on imports."""
    return finished(
        [sys.executable, "-S", *PROGRAMS[program], *arguments],
        cwd=cwd,
        env=environment(PYTHONPATH=module_path(*path)),
        text=True,
    )


def foreign(folder: Path, name: str, *, is_package: bool) -> Path:
    """Put a module into a folder that creates a file when it is run; return the module."""
    place = folder / name / "__init__.py" if is_package else folder / f"{name}.py"
    place.parent.mkdir(exist_ok=True)
    place.write_text(RUNS)
    return place.parent if is_package else place


def install(site: Path, name: str, distribution: str) -> None:
    """Do what an installer does for a distribution that has a package of this name."""
    foreign(site, name, is_package=True)
    info = site / f"{distribution}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "RECORD").write_text(f"{name}/__init__.py,,\n")


def refusal(result: "subprocess.CompletedProcess[str]", cwd: Path) -> str:
    """Return the line with which a run was refused; check that nothing foreign has run."""
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("proofplay: found ")
    assert not (cwd / "ran").exists()
    return line


@pytest.mark.parametrize("program", PROGRAMS)
def test_all_names_are_ours(program: str, original: Path, folder: Path) -> None:
    result = run(program, "solve", "--json", POSITION, path=[original], cwd=folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["status"] == "proved"


@pytest.mark.parametrize("is_package", [False, True])
@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_current_folder(
    program: str, name: str, is_package: bool, original: Path, folder: Path
) -> None:
    """Python looks there first with ``python -m``, but never for a script."""
    found = foreign(folder, name, is_package=is_package)
    result = run(program, *BATCH, path=[original], cwd=folder)
    if program == "script":
        assert (result.returncode, result.stderr) == (0, "")
        assert not (folder / "ran").exists()
        return
    line = refusal(result, folder)
    assert f"found {found} in place of {original / name}" in line
    assert "python -P -m proofplay" in line


@pytest.mark.parametrize("name", PACKAGES)
def test_a_folder_of_the_module_path(name: str, original: Path, folder: Path) -> None:
    found = foreign(folder, name, is_package=False)
    result = run("script", *BATCH, path=[folder, original], cwd=original)
    line = refusal(result, original)
    assert f"found {found} in place of" in line
    assert line.endswith(f"rename it, or take {folder} out of PYTHONPATH")


def test_a_package_in_an_archive_of_the_module_path(original: Path, folder: Path) -> None:
    foreign(folder, "solver", is_package=True)
    archive = Path(shutil.make_archive(str(folder / "other"), "zip", folder, "solver"))
    line = refusal(run("script", *BATCH, path=[archive, original], cwd=original), original)
    assert f"found {archive / 'solver'} in place of {original / 'solver'}" in line
    assert line.endswith(f"rename it, or take {archive} out of PYTHONPATH")


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_program_in_an_archive(program: str, original: Path, folder: Path) -> None:
    archive = shutil.make_archive(str(folder / "proofplay"), "zip", original)
    line = refusal(run(program, *BATCH, path=[Path(archive)], cwd=folder), folder)
    assert line.startswith(f"proofplay: found proofplay in {archive}, expected it in a folder")
    assert line.count(archive) == 1


@pytest.mark.parametrize("method", START_METHODS)
def test_workers_import_the_same_modules_as_their_parent(
    method: str, original: Path, folder: Path
) -> None:
    """Modules later on the path have no effect, in a folder where ``-c`` would find them."""
    for name in PACKAGES:
        foreign(folder, name, is_package=True)
    arguments = (*BATCH, "--start-method", method)
    result = run("script", *arguments, path=[original, folder], cwd=folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 2
    assert not (folder / "ran").exists()


def test_a_folder_that_is_not_a_package_shadows_nothing(original: Path, folder: Path) -> None:
    (folder / "cli").mkdir()
    (folder / "solver").mkdir()
    result = run("proofplay", *BATCH, path=[original], cwd=folder)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("name", PACKAGES)
def test_another_distribution_installed_over_ours(name: str, site: Path, folder: Path) -> None:
    install(site, name, "shiny-tools")
    line = refusal(run("script", *BATCH, path=[site], cwd=folder), folder)
    assert f"found {site / name / '__init__.py'} overwritten by shiny-tools" in line


def test_another_distribution_earlier_on_the_path(original: Path, folder: Path) -> None:
    install(folder, "solver", "shiny-tools")
    line = refusal(run("script", *BATCH, path=[folder, original], cwd=original), original)
    assert f"found {folder / 'solver'} in place of {original / 'solver'}" in line
    assert "it was installed by shiny-tools" in line


def test_another_distribution_whose_removal_deleted_ours(site: Path, folder: Path) -> None:
    """An older distribution was removed together with files that it considered its own."""
    (site / "solver" / "__init__.py").unlink()
    line = refusal(run("script", *BATCH, path=[site], cwd=folder), folder)
    assert f"found no {site / 'solver' / '__init__.py'}" in line
    shutil.rmtree(site / "positions")
    line = refusal(run("script", *BATCH, path=[site], cwd=folder), folder)
    assert f"found no package positions, expected it in {site}" in line


def test_the_service(
    start: Start, original: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign(folder, "service", is_package=True)
    line = refusal(run("script", "serve", path=[folder, original], cwd=original), original)
    assert "service" in line
    monkeypatch.setenv("PYTHONPATH", module_path(original, folder))
    server = start("--workers", "1", program=[sys.executable, "-S", SCRIPT], cwd=folder)
    answer = server.client.post("/api/solve", json={"position": POSITION, "wait": 10})
    assert answer.json()["status"] == "proved"
    assert not (folder / "ran").exists()


def test_every_package_names_its_distribution() -> None:
    assert all(MARK in (ROOT / name / "__init__.py").read_bytes() for name in PACKAGES)
