"""Work for the pool's tests, in a module that worker processes can import."""

import logging
import os
import signal
import subprocess
import time
from pathlib import Path

from solver.interface.engine import PartUsedUp
from solver.pool.worker import Resources, tell

log = logging.getLogger(__name__)


class UnreadableError(Exception):
    """An error that can be pickled but not unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def square(item: int, resources: Resources) -> int:
    return item * item


def log_and_square(item: int, resources: Resources) -> int:
    log.debug("beneath the level")
    log.info("item %d %s", item, "x" * 500)
    return item * item


def sleep(item: float, resources: Resources) -> float:
    time.sleep(item)
    return item


def die(item: tuple[int, Path | None], resources: Resources) -> int:
    """Be killed at item 3; with a file to remember it by, only the first time."""
    number, memory = item
    if number == 3 and (memory is None or not memory.exists()):
        if memory is not None:
            memory.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def exhaust(item: tuple[int, Path | None], resources: Resources) -> int:
    """Run out of memory at item 3; with a file to remember it by, only the first time."""
    number, memory = item
    if number == 3 and (memory is None or not memory.exists()):
        if memory is not None:
            memory.touch()
        raise MemoryError
    return number


def misbehave(item: int, resources: Resources) -> object:
    if item == 1:
        raise UnreadableError("un", "readable")
    if item == 2:
        return lambda: None
    if item == 3:
        raise KeyError("a bug")
    return item


def need_all(item: int, resources: Resources) -> tuple[Resources, float, float]:
    """Return the resources and the time taken; odd items need more than a part of the memory."""
    started = time.monotonic()
    time.sleep(0.02)
    if item % 2 and resources.is_part:
        raise PartUsedUp
    return resources, started, time.monotonic()


def own_number(item: None, resources: Resources) -> int:
    return os.getpid()


def start_child(item: None, resources: Resources) -> int:
    """Start a process that nobody waits for."""
    return subprocess.Popen(["sleep", "60"]).pid


def leave(item: int, resources: Resources) -> None:
    os._exit(item)


def log_and_die(item: tuple[int, None], resources: Resources) -> int:
    """Log so much that the worker is likely to die at item 3 while sending a record."""
    for _ in range(80):
        log.info("item %s %s", item, "x" * 500)
    return die(item, resources)


def tell_until_cancelled(item: str, pause: float) -> int:
    """Report the item until cancelled; a pause of many seconds delays noticing that."""
    number = os.getpid()
    while True:
        tell((item, number))
        time.sleep(pause)
