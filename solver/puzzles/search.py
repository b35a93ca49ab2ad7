"""The search for one puzzle: candidate after candidate, until one is proved to fit.

Every candidate comes from a seed of its own, made of the run's seed, the puzzle's number and the
candidate's. So a puzzle depends on these and the demands alone.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from positions.game import Position
from positions.images import canonical
from positions.text import format_position
from solver.interface.engine import MIB, Budget, LimitReached, Limits, ShareUsedUp
from solver.pool.share import Share
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import OTHER_GRADE, Kind, Puzzle, Refused
from solver.puzzles.remembered import MOST

# Part of every record. It changes whenever the same seed would give other puzzles.
GENERATOR = 2
# Bytes for each position that a candidate may take. In less, tables forget, and positions are
# searched again: then the memory decides which candidates take too many.
_ROOM = 32

log = logging.getLogger(__name__)

KNOWN = "like another one"
OPEN = "left open by a limit"


@dataclass(frozen=True, slots=True)
class Task:
    """What all workers are to know.

    A puzzle is given up after `tries` candidates, a candidate after `nodes` positions (None: what
    the kind finds right), and everything at `deadline`, in seconds since the epoch.
    """

    kind: Kind
    seed: int
    tries: int
    grades: GradeRange | None = None
    nodes: int | None = None
    deadline: float | None = None

    @property
    def most_nodes(self) -> int:
        """How many positions a candidate may take."""
        return self.kind.nodes if self.nodes is None else self.nodes

    def has_room(self, share: Share) -> bool:
        """Return whether a candidate's tables forget nothing in a share of the memory."""
        return share.memory is None or share.memory * MIB >= self.most_nodes * _ROOM

    @property
    def seconds_left(self) -> float | None:
        """How long the work may still go on."""
        return None if self.deadline is None else self.deadline - time.time()


@dataclass(frozen=True, slots=True)
class Index:
    """Puzzle `number`, from 1, to be sought from candidate `first` on, from 1.

    It is to be like none of those that `known` has the `likeness` of.
    """

    number: int
    first: int = 1
    known: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search has come to.

    `puzzle` is None where all tries are used up, or the time; then `is_late`. `candidate` is the
    last one that was looked at, and `refused` counts the others by the reason.
    """

    puzzle: Puzzle | None
    candidate: int
    refused: Counter[str] = field(default_factory=Counter)
    is_late: bool = False


@lru_cache(MOST)
def likeness(position: Position) -> str:
    """Return a text that all images of a position under the symmetries of its game share."""
    return format_position(canonical(position))


def seek(
    task: Task, index: Index, share: Share, watch: Callable[[int], None] = lambda candidate: None
) -> SearchResult:
    """Find the first candidate for a puzzle that fits; raises `ShareUsedUp` in too small a part.

    `watch` is told each candidate that does not, and may end the search by raising something.
    """
    if share.is_part and not task.has_room(share):
        raise ShareUsedUp("tables would forget in a part of the memory")
    begun = time.perf_counter()
    sought = _seek(task, index, share, watch)
    what = "made from" if sought.puzzle is not None else "not made by"
    seconds = time.perf_counter() - begun
    log.info("puzzle %d: %s candidate %d in %.3f s", index.number, what, sought.candidate, seconds)
    return sought


def _seek(task: Task, index: Index, share: Share, watch: Callable[[int], None]) -> SearchResult:
    refused: Counter[str] = Counter()
    for candidate in range(index.first, task.tries + 1):
        left = task.seconds_left
        if left is not None and left <= 0:
            return SearchResult(None, candidate - 1, refused, is_late=True)
        random = Random(f"proofplay generate {task.seed} {index.number} {candidate}")
        try:
            puzzle = _make(task, index, random, Budget(share.of(Limits(task.most_nodes, left))))
        except Refused as reason:
            refused[str(reason)] += 1
        except LimitReached as limit:
            if limit.reason == "time":
                return SearchResult(None, candidate, refused, is_late=True)
            refused[OPEN] += 1
        else:
            return SearchResult(puzzle, candidate, refused)
        watch(candidate)
    return SearchResult(None, task.tries, refused)


def _make(task: Task, index: Index, random: Random, budget: Budget) -> Puzzle:
    """Make a candidate, and the puzzle that it is if it fits; raises `Refused`."""
    for position in task.kind.candidates(random, budget, task.grades):
        try:
            return _fitting(task, index, position, budget)
        except Refused as refused:
            reason = refused
    raise reason


def _fitting(task: Task, index: Index, position: Position, budget: Budget) -> Puzzle:
    """Return the puzzle that a position is; raises `Refused` if it is none that fits."""
    if index.known and likeness(position) in index.known:
        raise Refused(KNOWN)
    puzzle = task.kind.prove(position, budget)
    measured = puzzle.measured
    if task.grades is not None and (measured is None or measured.grade not in task.grades):
        raise Refused(OTHER_GRADE)
    return puzzle
