"""Workers that start fast: without it each would import pytest's main program."""

import sys
from types import ModuleType

import pytest


@pytest.fixture(autouse=True)
def _no_main_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
