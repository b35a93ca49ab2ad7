"""The architecture: which package imports which, and that no modules import each other."""

from functools import cache

import pytest
from import_graph import PACKAGES, circles, import_graph, imported, sources

MAY_IMPORT = {
    "positions": set(),
    "solver": {"positions"},
    "service": {"positions", "solver"},
    "cli": {"positions", "solver", "service"},
    "proofplay": {"cli"},
}
ONLY_THE_COMMAND_LINE = {"click", "rich"}


@cache
def graph() -> dict[str, set[str]]:
    return import_graph(sources(*PACKAGES))


def packages_imported(package: str) -> set[str]:
    """Return the packages that modules of a package import, the package itself aside."""
    names = (name for path in sources(package).values() for name in imported(path))
    return {name.partition(".")[0] for name in names} - {package}


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_only_import_those_below(package: str) -> None:
    assert packages_imported(package) & {*PACKAGES} <= MAY_IMPORT[package]


@pytest.mark.parametrize("package", [name for name in PACKAGES if name != "cli"])
def test_only_the_command_line_draws(package: str) -> None:
    assert not packages_imported(package) & ONLY_THE_COMMAND_LINE


def test_no_modules_import_each_other() -> None:
    assert circles(graph()) == []


def test_circles_are_found() -> None:
    one = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert circles(one) == [{"b", "c"}]


CHECKER = "solver.certificates.checking"
# The checker restates the clauses of a deal with the code that states them for the SAT engine. That
# code imports no engine either, and uses python-sat only for encodings of "exactly one", not for
# answers. The goals of puzzles are worded in one place.
CHECKER_MAY_USE = (
    CHECKER,
    "solver.engines.sat.removal_order",
    "solver.engines.sat.formula",
    "solver.puzzles.goals",
)


def test_the_checker_of_certificates_imports_no_engine() -> None:
    used = {f"{CHECKER}.check"}
    while more := set().union(*map(graph().__getitem__, used)) - used:
        used |= more
    assert f"{CHECKER}.graph" in used
    ours = {name for name in used if name.startswith("solver.")}
    assert not {name for name in ours if not name.startswith(CHECKER_MAY_USE)}
