"""Work for the pool's tests, in a module that worker processes can import."""

import logging
import os
import signal
import subprocess
import time
from pathlib import Path

from solver.interface.engine import ShareUsedUp
from solver.pool.worker import Share, tell

log = logging.getLogger(__name__)


class UnreadableError(Exception):
    """An error that can be pickled but not unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def square(item: int, share: Share) -> int:
    return item * item


def log_and_square(item: int, share: Share) -> int:
    log.debug("beneath the level")
    log.info("item %d %s", item, "x" * 500)
    return item * item


def sleep(item: float, share: Share) -> float:
    time.sleep(item)
    return item


def die(item: tuple[int, Path | None], share: Share) -> int:
    """Be killed at item 3; with a file to remember it by, only the first time."""
    number, memory = item
    if number == 3 and (memory is None or not memory.exists()):
        if memory is not None:
            memory.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def exhaust(item: tuple[int, Path | None], share: Share) -> int:
    """Run out of memory at item 3; with a file to remember it by, only the first time."""
    number, memory = item
    if number == 3 and (memory is None or not memory.exists()):
        if memory is not None:
            memory.touch()
        raise MemoryError
    return number


def misbehave(item: int, share: Share) -> object:
    if item == 1:
        raise UnreadableError("un", "readable")
    if item == 2:
        return lambda: None
    if item == 3:
        raise KeyError("a bug")
    return item


def need_all(item: int, share: Share) -> tuple[Share, float, float]:
    """Return the share and the time taken; odd items need more than a part of the memory."""
    started = time.monotonic()
    time.sleep(0.02)
    if item % 2 and share.is_part:
        raise ShareUsedUp
    return share, started, time.monotonic()


def own_number(item: None, share: Share) -> int:
    return os.getpid()


def start_child(item: None, share: Share) -> int:
    """Start a process that nobody waits for."""
    return subprocess.Popen(["sleep", "60"]).pid


def leave(item: int, share: Share) -> None:
    os._exit(item)


def log_and_die(item: tuple[int, None], share: Share) -> int:
    """Log so much that the worker is likely to die at item 3 while sending a record."""
    for _ in range(80):
        log.info("item %s %s", item, "x" * 500)
    return die(item, share)


def tell_until_cancelled(item: str, pause: float) -> int:
    """Report the item until cancelled; a pause of many seconds delays noticing that."""
    number = os.getpid()
    while True:
        tell((item, number))
        time.sleep(pause)
