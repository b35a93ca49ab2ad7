"""How tests wait: for what happens, and never so briefly that a busy machine could fail them."""

import time
from collections.abc import Callable

# Seconds after which a test that still waits has failed. Only such a test waits as long.
DEADLINE = 120.0


def eventually(holds: Callable[[], object]) -> bool:
    """Wait until a condition holds; return whether it did."""
    deadline = time.monotonic() + DEADLINE
    while not (held := holds()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(held)
