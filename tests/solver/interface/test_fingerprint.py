"""The identity of the installed code covers its Python modules, with or without their sources."""

import compileall
from pathlib import Path
from types import ModuleType

import pytest

from solver.interface.fingerprint import fingerprint_of


@pytest.fixture
def package(tmp_path: Path) -> ModuleType:
    """Return a package with two modules, as sources."""
    folder = tmp_path / "package"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "inner" / "module.py").write_text("VALUE = 1\n")
    package = ModuleType("package")
    package.__path__ = [str(folder)]
    return package


def change(package: ModuleType, text: str) -> None:
    Path(package.__path__[0], "inner", "module.py").write_text(text)


def strip(package: ModuleType) -> None:
    """Replace all sources by bytecode."""
    folder = Path(package.__path__[0])
    assert compileall.compile_dir(folder, quiet=1, legacy=True, force=True)
    for path in folder.rglob("*.py"):
        path.unlink()


def test_a_change_of_a_source_is_noticed(package: ModuleType) -> None:
    before = fingerprint_of(package)
    change(package, "VALUE = 2\n")
    assert fingerprint_of(package) != before


def test_a_change_of_bytecode_is_noticed(package: ModuleType) -> None:
    folder = Path(package.__path__[0])
    nothing, found = fingerprint_of(), []
    for text in ("VALUE = 1\n", "VALUE = 2\n", "VALUE = 1\n"):
        (folder / "__init__.py").write_text("")
        change(package, text)
        strip(package)
        found.append(fingerprint_of(package))
    assert found[0] == found[2]
    assert len({nothing, *found}) == 3


def test_python_s_own_bytecode_changes_nothing(package: ModuleType) -> None:
    before = fingerprint_of(package)
    assert compileall.compile_dir(package.__path__[0], quiet=1)
    assert list(Path(package.__path__[0]).rglob("*.pyc"))
    assert fingerprint_of(package) == before
