"""Workers that start fast: without it each would import pytest's main program."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest


@pytest.fixture(autouse=True, scope="module")
def _no_main_program() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "__main__", ModuleType("__main__"))
        yield
