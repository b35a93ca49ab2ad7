"""Set-up shared by all tests."""

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings
from needs import needs
from service_tests import Server, Start

from proofplay.main import STOPS

# The machines that run the tests are shared, so the time that an example takes means nothing.
# `nox -s exhaustive` draws more examples than every run.
settings.register_profile("proofplay", deadline=None, max_examples=25)
settings.register_profile("exhaustive", deadline=None, max_examples=400)
settings.load_profile("proofplay")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start a browser, a server or other processes.

    On a busy machine, those of a browser or a server can fail for reasons that are not ours: a test
    has a second chance, and a run says which of them took it.
    """
    for test in items:
        assert isinstance(test, pytest.Function)
        found = needs(test)
        for mark in found:
            test.add_marker(mark)
        if found & {"browser", "server"}:
            test.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Handle signals that end a run as the entry point does; programs a test starts inherit none.

    Tests started by a shell in the background ignore Ctrl-C, and a run that was stopped in this
    process ignores them all.
    """
    for number in STOPS:
        signal.signal(number, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _no_main_program() -> Iterator[None]:
    """Make workers start quickly: otherwise each would import pytest's main program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "__main__", ModuleType("__main__"))
        yield


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts servers, which end with the test."""
    with ExitStack() as stack:

        def start_one(*options: str, **how: Any) -> Server:
            server = Server(*options, **how)
            stack.callback(server.end)
            return server

        yield start_one
