"""What a worker may take of the machine.

Each worker has its part of the memory and of the cores. Where a part of the memory will not do the
question is asked again with all of it, and nobody else works meanwhile: so no answer depends on the
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
    """Threads, and MiB of memory; None is no limit of ours. `is_part` says that there is more."""

    threads: int = 1
    memory: int | None = None
    is_part: bool = False

    def of(self, limits: Limits) -> Limits:
        """Return the limits that one question has in this share.

        What workers answer does not depend on how many cores there are, so it is repeatable.
        """
        return replace(
            limits,
            memory=self.memory,
            threads=self.threads,
            is_share=self.is_part,
            is_repeatable=True,
        )


# What a worker is given to do. It may raise `ShareUsedUp`, unless it has all there is.
Work = Callable[[_Item, Share], _Answer]


@dataclass(frozen=True, slots=True)
class Shares:
    """A part for each of several workers, and all for one that works alone."""

    part: Share
    whole: Share


def share_out(workers: int, cores: int, memory: int | None = None) -> Shares:
    """Divide the cores, and so many MiB or what is free, among workers."""
    whole = Share(cores, memory)
    if workers == 1:
        return Shares(whole, whole)
    there_is = psutil.virtual_memory().available // MIB
    each = min(there_is, there_is if memory is None else memory) // workers
    return Shares(Share(max(cores // workers, 1), each, is_part=True), whole)
