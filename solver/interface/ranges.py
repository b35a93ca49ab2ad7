"""The values that the limits and the options of a question may have, for all who ask."""

from __future__ import annotations

import os

from positions.values import Seconds, WholeNumbers, Words


def cores() -> int:
    """Return the number of CPU cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


NODES = WholeNumbers()
TIME = Seconds()
# In MiB.
MEMORY = WholeNumbers(1)
# More threads than the cores do not help.
THREADS = WholeNumbers(1, max(64, 4 * cores()))
PLAYOUTS = WholeNumbers()
SEED = WholeNumbers()
ENGINE_NAMES = Words(("auto", "brute", "search", "retrograde", "sat"))
