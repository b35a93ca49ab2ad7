"""Which module imports which, and the circles among them.

A circle is a set of modules that import each other, whether at the top, inside functions or for
type checkers only.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("positions", "solver", "cli", "service", "proofplay")
# The kernels' module: it is compiled, so that it has no source among those of the packages.
COMPILED = "solver._native"


def sources(*packages: str) -> dict[str, Path]:
    """Return the files of packages by the names of their modules."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in packages
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def imported(path: Path) -> Iterator[str]:
    """Yield what a file imports: modules, and names from modules prefixed with the module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{path} imports by a relative name")
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def import_graph(modules: Mapping[str, Path]) -> dict[str, set[str]]:
    """Return which of some modules each of them imports."""

    def module_of(name: str) -> str:
        return name if name in modules or name == COMPILED else name.rpartition(".")[0]

    return {
        module: {module_of(name) for name in imported(path)} & modules.keys() - {module}
        for module, path in modules.items()
    }


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the sets of modules that reach each other."""

    def reached(start: str) -> set[str]:
        found, waiting = set[str](), [start]
        while waiting:
            new = graph[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    below = {module: reached(module) for module in graph}
    found = {
        frozenset(other for other in below[module] if module in below[other]) for module in graph
    }
    return [set(circle) for circle in sorted(found, key=sorted) if circle]
