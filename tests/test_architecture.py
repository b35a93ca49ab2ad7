"""The architecture: allowed imports, and the number of modules in one folder."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "positions": set(),
    "solver": {"positions"},
    "service": {"positions", "solver"},
    # `cli/__main__.py` uses the common entry point.
    "cli": {"positions", "solver", "service", "proofplay"},
    "proofplay": {"cli"},
}
ONLY_THE_COMMAND_LINE = {"click", "rich"}


def sources(module: str) -> list[Path]:
    """Return the files of a module, or of all modules of a package."""
    place = ROOT / module.replace(".", "/")
    return sorted([*place.rglob("*.py"), *place.parent.glob(f"{place.name}.py")])


def names_imported(path: Path) -> Iterator[str]:
    """Yield what a file imports: modules, and names from modules prefixed with the module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(module: str) -> set[tuple[str, str]]:
    """Return (file, name imported) for every import of a module, or of a package's modules."""
    return {
        (str(path.relative_to(ROOT)), name)
        for path in sources(module)
        for name in names_imported(path)
    }


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_only_import_those_below(package: str) -> None:
    seen = imports(package)
    assert seen
    forbidden = set(MAY_IMPORT) - MAY_IMPORT[package] - {package}
    assert not [(path, name) for path, name in seen if name.partition(".")[0] in forbidden]


@pytest.mark.parametrize("package", [name for name in MAY_IMPORT if name != "cli"])
def test_only_the_command_line_draws(package: str) -> None:
    seen = imports(package)
    assert not [found for found in seen if found[1].partition(".")[0] in ONLY_THE_COMMAND_LINE]


# What each part of a package may import from the others. A part is a folder, or a module at the
# top level of the package.
SHARED = "common files reports terminal"
ARROWS = {
    "positions": {
        "errors": "",
        "grid": "",
        "game": "errors grid looks",
        "games": "errors game grid looks text",
        "lessons": "",
        "looks": "game games grid",
        "playing": "errors game games text values",
        "reading": "errors game games grid text",
        "values": "errors",
    },
    "solver": {
        "interface": "version _native",
        "pool": "interface",
        "games": "interface engines puzzles census _native",
        "engines": "games interface pool _native",
        "estimates": "games interface engines _native",
        "answers": "games interface engines estimates _native",
        "opponent": "games interface engines estimates answers",
        "census": "games interface engines pool answers _native",
        "puzzles": "games interface engines pool answers _native",
        "certificates": "games interface engines puzzles answers",
    },
    "service": {
        "lanes": "patience searching settings",
        "patience": "settings",
        "searching": "metrics patience settings",
        "api": "metrics lanes patience searching settings",
    },
    "cli": {
        **dict.fromkeys(SHARED.split(), SHARED),
        "annotate": SHARED,
        "batch": SHARED,
        "boards": SHARED,
        "census": SHARED,
        "openings": SHARED,
        "serve": SHARED,
        "verify": SHARED,
        "generate": f"{SHARED} sheets",
        "sheets": SHARED,
        "analyse": SHARED,
        "solve": SHARED,
    },
}


@pytest.mark.parametrize(
    ("package", "part"), [(package, part) for package in ARROWS for part in ARROWS[package]]
)
def test_parts_only_import_allowed_ones(package: str, part: str) -> None:
    allowed = {part, *ARROWS[package][part].split()}
    inside = f"{package}."
    assert not [
        (path, name)
        for path, name in imports(inside + part)
        if name.startswith(inside) and name.split(".")[1] not in allowed
    ]


@pytest.mark.parametrize("package", ARROWS)
def test_every_part_has_its_arrows(package: str) -> None:
    parts = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    assert parts <= set(ARROWS[package])


MAX_MODULES = 15
MODULES = [
    *((top, ".py") for top in (*MAY_IMPORT, "tests", "benchmarks")),
    ("service", ".js"),
    ("solver/native", ".[ch]pp"),
    ("tests/native", ".[ch]pp"),
]


@pytest.mark.parametrize(("top", "ending"), MODULES)
def test_no_folder_is_crowded(top: str, ending: str) -> None:
    modules = [path for path in (ROOT / top).rglob(f"*{ending}") if path.stem != "__init__"]
    assert modules
    beside = Counter(path.parent for path in modules)
    assert not {folder for folder, number in beside.items() if number > MAX_MODULES}


CHECKER = "solver.certificates.checking"
# The checker restates the clauses of a deal with the code that states them for the SAT engine. That
# code imports no engine either, and uses python-sat only for encodings of "exactly one", not for
# answers. The goals of puzzles are worded in one place.
CHECKER_MAY_USE = {
    CHECKER,
    "solver.engines.sat.removal_order",
    "solver.engines.sat.formula",
    "solver.puzzles.goals",
}


def modules_used(module: str) -> set[str]:
    """Return the modules of ours that a module imports, and those that they import in turn."""
    found, waiting = {module}, [module]
    while waiting:
        for _, name in imports(waiting.pop()):
            for used in (name, name.rpartition(".")[0]):
                is_ours = (ROOT / (used.replace(".", "/") + ".py")).exists()
                if is_ours and used not in found:
                    found.add(used)
                    waiting.append(used)
    return found


def test_the_checker_of_certificates_imports_no_engine() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sources(CHECKER)
        if path.stem != "__init__"
    ]
    used = set().union(*map(modules_used, names))
    assert f"{CHECKER}.graph" in used
    ours = {name for name in used if name.startswith("solver.")}
    assert not {
        name for name in ours if not any(name.startswith(allowed) for allowed in CHECKER_MAY_USE)
    }
