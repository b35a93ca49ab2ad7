"""A worker's share of the machine.

Each worker has its part of the memory and of the cores. If a part of the memory does not suffice,
the question is asked again with all of it, while no other worker runs: so no answer depends on the
number of workers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import psutil

from solver.interface.engine import MIB, Limits

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Share:
    """Threads, and MiB of memory; None means unlimited. `is_part` says that there is more."""

    threads: int = 1
    memory: int | None = None
    is_part: bool = False

    def of(self, limits: Limits) -> Limits:
        """Return the limits of one question in this share.

        Workers' answers must not depend on the number of cores, so they are repeatable.
        """
        return replace(
            limits,
            memory=self.memory,
            threads=self.threads,
            is_share=self.is_part,
            is_repeatable=True,
        )


# A worker's task. It may raise `ShareUsedUp`, unless its share is everything.
Work = Callable[[_Item, Share], _Answer]


@dataclass(frozen=True, slots=True)
class Shares:
    """A part for each of several workers, and everything for one that works alone."""

    part: Share
    whole: Share


def share_out(workers: int, cores: int, memory: int | None = None) -> Shares:
    """Divide the cores, and some MiB or the free memory, among workers: at least one to each."""
    whole = Share(cores, memory)
    if workers == 1:
        return Shares(whole, whole)
    free = psutil.virtual_memory().available // MIB
    each = max(min(free, free if memory is None else memory) // workers, 1)
    return Shares(Share(max(cores // workers, 1), each, is_part=True), whole)
