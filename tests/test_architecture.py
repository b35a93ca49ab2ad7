"""The arrows between the packages: who may know whom."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "positions": set(),
    "solver": {"positions"},
    "service": {"positions", "solver"},
    "cli": {"positions", "solver", "service"},
}
ONLY_THE_COMMAND_LINE = {"click", "rich"}


def imports(package: str) -> set[tuple[str, str]]:
    """Give (file, top-level package imported) for every import of a package's modules."""
    found = set()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path} imports by a relative name"
                names = [node.module or ""]
            else:
                continue
            found |= {(str(path.relative_to(ROOT)), name.partition(".")[0]) for name in names}
    return found


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_know_only_those_below(package: str) -> None:
    seen = imports(package)
    assert seen
    forbidden = set(MAY_IMPORT) - MAY_IMPORT[package] - {package}
    assert not [(path, name) for path, name in seen if name in forbidden]


@pytest.mark.parametrize("package", [name for name in MAY_IMPORT if name != "cli"])
def test_only_the_command_line_draws(package: str) -> None:
    assert not [found for found in imports(package) if found[1] in ONLY_THE_COMMAND_LINE]


CHECKER = "solver.certificates.checking"
# The clauses of a deal are stated anew by what states them for the SAT engine, which knows no
# engine either; python-sat is asked for its encodings of "exactly one", not for an answer.
# What is to be done in a puzzle has one wording.
CHECKER_MAY_USE = {
    CHECKER,
    "solver.engines.sat.removal_order",
    "solver.engines.sat.formula",
    "solver.puzzles.goals",
}


def modules_used(module: str) -> set[str]:
    """Give the modules of ours that a module imports, and those that they import in turn."""
    found, waiting = {module}, [module]
    while waiting:
        path = ROOT / (waiting.pop().replace(".", "/") + ".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names] + [str(node.module)]
            for name in names:
                is_ours = (ROOT / (name.replace(".", "/") + ".py")).exists()
                if is_ours and name not in found:
                    found.add(name)
                    waiting.append(name)
    return found


def test_the_checker_of_certificates_knows_no_engine() -> None:
    modules = sorted((ROOT / CHECKER.replace(".", "/")).rglob("[!_]*.py"))
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules]
    used = set().union(*map(modules_used, names))
    assert f"{CHECKER}.graph" in used
    ours = {name for name in used if name.startswith("solver.")}
    assert not {
        name for name in ours if not any(name.startswith(allowed) for allowed in CHECKER_MAY_USE)
    }
