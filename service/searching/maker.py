"""Which code has made an answer: kept ones are given again only by the same."""

from __future__ import annotations

import positions
import service
import solver
from solver.interface.maker import maker_of


def maker() -> str:
    """Name the code of the service and of all that its answers rest on."""
    return maker_of(positions, service, solver)
