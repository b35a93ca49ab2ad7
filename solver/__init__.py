"""Solving the games: engines, questions, puzzles, certificates, censuses.

These names are the public Python interface; the modules below are private. Names are imported on
first use, to keep start-up fast.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.answers.ask import Question, analyse, ask, solve
    from solver.answers.model import Analysis, Answer
    from solver.certificates.checking.files import verify
    from solver.door import annotate, estimate, generate, openings, playout
    from solver.interface.engine import Limits, Result, Status

__distribution__ = "proofplay"
_PLACES = {
    "Analysis": "answers.model",
    "Answer": "answers.model",
    "Limits": "interface.engine",
    "Question": "answers.ask",
    "Result": "interface.engine",
    "Status": "interface.engine",
    "analyse": "answers.ask",
    "ask": "answers.ask",
    "solve": "answers.ask",
    "annotate": "door",
    "estimate": "door",
    "generate": "door",
    "openings": "door",
    "playout": "door",
    "verify": "certificates.checking.files",
}
__all__ = [
    "Analysis",
    "Answer",
    "Limits",
    "Question",
    "Result",
    "Status",
    "analyse",
    "annotate",
    "ask",
    "estimate",
    "generate",
    "openings",
    "playout",
    "solve",
    "verify",
]


# Type checkers know all names from the imports above, and report others.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            module = import_module(f"{__name__}.{_PLACES[name]}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}._native":
                raise
            found = f"found no compiled kernels in {Path(__file__).parent}"
            raise ImportError(
                f"{found}, expected the installed package: in a clone, python -P"
            ) from None
        return getattr(module, name)


def __dir__() -> list[str]:
    return __all__
