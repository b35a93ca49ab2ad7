"""The identity of the code that made an answer: only the same code returns cached ones."""

from __future__ import annotations

import positions
import service
import solver
from solver.interface.fingerprint import fingerprint_of


def fingerprint() -> str:
    """Return the identity of the service's code and of all that its answers depend on."""
    return fingerprint_of(positions, service, solver)
