"""Count what somebody has to hold in their head: circles, modules, lines, classes, ways.

    python tools/count_house.py

On the way of a call, a file counts as visited when one of its functions is called, and a function
counts as a return when it returns to another file.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, FrameType

from fastapi.testclient import TestClient
from import_graph import PACKAGES, ROOT, circles, import_graph, sources

from positions import parse
from service.api.requests import AnalyseRequest
from service.app import create_app
from service.settings import Settings
from solver import solve
from solver.engines.oracle_cache import OracleCache

SMALL = "sight-reduction:bwwb/wwbw/bwbb:w"
OTHER = "sight-reduction:wbwb/wwbw/bwbb:w"
STARTS = 5


def nodes(modules: Mapping[str, Path], *kinds: type[ast.AST]) -> int:
    """Count the nodes of some kinds in the source of modules."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in modules.values())
    return sum(isinstance(node, kinds) for tree in trees for node in ast.walk(tree))


def lines(*patterns: str) -> int:
    """Count the lines of the files in git that match patterns, published libraries aside."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *patterns, ":!*/third_party/*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return sum(len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in listed)


Way = tuple[set[str], set[CodeType]]


def way(call: Callable[[], object]) -> Way:
    """Return which of our files a call visits, and which functions return to another file."""
    files, returns = set[str](), set[CodeType]()

    def ours(frame: FrameType | None) -> str | None:
        if frame is None or not frame.f_code.co_filename.startswith(str(ROOT)):
            return None
        name = Path(frame.f_code.co_filename).relative_to(ROOT)
        return str(name) if name.parts[0] in PACKAGES else None

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event in ("call", "return") and (name := ours(frame)) is not None:
            files.add(name)
            if event == "return" and name != ours(frame.f_back):
                returns.add(frame.f_code)

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return files, returns


def way_of_solve() -> Way:
    """Return the way of `solver.solve`, warm."""
    position = parse(SMALL)
    solve(position)
    return way(lambda: solve(position))


def way_of_analyse() -> Way:
    """Return the way of a request, warm: in the server, and in its worker."""
    settings = Settings(workers=1)
    with TestClient(create_app(settings)) as client:
        ask = [{"position": text, "wait": 10} for text in (SMALL, OTHER)]
        client.post("/api/analyse", json=ask[0]).raise_for_status()
        there = way(lambda: client.post("/api/analyse", json=ask[1]).raise_for_status())
    task, kept = AnalyseRequest.model_validate(ask[1]).task(settings), OracleCache(100)
    here = way(lambda: task.run(kept, lambda _: None))
    return there[0] | here[0], there[1] | here[1]


def start(*arguments: str) -> float:
    """Return the shortest of several runs of Python, in milliseconds."""
    spent = []
    for _ in range(STARTS):
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-P", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
        )
        spent.append(1000 * (time.perf_counter() - begin))
    return min(spent)


def main() -> None:
    """Print all numbers, and the members of each circle."""
    modules = sources(*PACKAGES)
    found = circles(import_graph(modules))
    source = {name: path for name, path in modules.items() if path.suffix == ".py"}
    inner = [name for name in source if name.startswith(("solver", "cli"))]
    print(f"circles                    {len(found)}")
    for circle in found:
        print(f"    {len(circle)}: {', '.join(sorted(circle))}")
    print(f"modules of solver, cli     {len(inner)}")
    print(f"lines of solver, cli       {lines('solver/*.py', 'cli/*.py')}")
    print(f"classes                    {nodes(source, ast.ClassDef)}")
    print(f"functions                  {nodes(source, ast.FunctionDef, ast.AsyncFunctionDef)}")
    print(f"lines of tests, Python     {lines('tests/*.py')}")
    print(f"lines of tests, C++        {lines('tests/*.cpp', 'tests/*.hpp')}")
    for what, (files, returns) in (
        ("solve(position)", way_of_solve()),
        ("POST /api/analyse", way_of_analyse()),
    ):
        print(f"{what:<26} {len(files)} files, {len(returns)} returns")
    print(f"import solver              {start('-c', 'import solver; solver.solve'):.0f} ms")
    print(f"proofplay solve            {start('-m', 'proofplay', 'solve', SMALL):.0f} ms")


if __name__ == "__main__":
    main()
