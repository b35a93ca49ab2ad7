"""What has to pass before anything lands: `nox` runs it all in an environment of its own."""

import tempfile
from itertools import chain
from pathlib import Path

import nox

nox.options.sessions = ["check"]
nox.options.error_on_missing_interpreters = True

# A warning fails our checks, and no one's build from source.
STRICT = "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"


@nox.session
def check(session: nox.Session) -> None:
    """Lint, check the types, build, and run the tests and the kernels' tests under sanitizers."""
    session.install("-e", ".[dev]", env={"CMAKE_ARGS": STRICT})
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    sources = (top.rglob("*.[ch]pp") for top in map(Path, ("solver", "tests", "benchmarks")))
    session.run("clang-format", "--dry-run", "-Werror", *map(str, chain(*sources)))
    session.run("mypy")
    session.run("pytest", "-n", "auto", "-rs", *session.posargs)
    test_kernels(session, "address,undefined")


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Run the tests that take long."""
    session.install("-e", ".[dev]")
    session.run("pytest", "-m", "exhaustive", *session.posargs)


@nox.session
def kernels(session: nox.Session) -> None:
    """Run the kernels' tests alone, under sanitizers."""
    session.install("cmake", "ninja")
    test_kernels(session, "address,undefined")


def test_kernels(session: nox.Session, sanitizers: str) -> None:
    """Build the kernels' own tests with sanitizers, and run them."""
    with tempfile.TemporaryDirectory() as build:
        # What -Og takes longer to compile than -O0, the tests make up for: they take a third.
        options = [
            STRICT,
            "-DPROOFPLAY_KERNEL_TESTS=ON",
            f"-DPROOFPLAY_SANITIZE={sanitizers}",
            "-DCMAKE_CXX_FLAGS=-Og",
        ]
        source = str(Path(__file__).parent)
        session.run("cmake", "-G", "Ninja", "-S", source, "-B", build, *options)
        session.run("cmake", "--build", build)
        session.run("ctest", "--test-dir", build, "--output-on-failure", "-j", "2")
