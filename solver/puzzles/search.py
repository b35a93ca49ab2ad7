"""The search for one puzzle: candidate after candidate, until one provably fits.

Every candidate has its own seed, made from the run's seed, the puzzle's number and the candidate's.
So a puzzle depends only on these and on the requirements.
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
from positions.text import format_move, format_position
from solver.answers.model import Record
from solver.interface.engine import MIB, Budget, LimitReached, Limits, PartUsedUp
from solver.pool.worker import Resources
from solver.puzzles.kind import OTHER_GRADE, Kind, Puzzle, Rejection
from solver.puzzles.remembered import MAX_ENTRIES
from solver.puzzles.themes import identity, themes
from solver.puzzles.words import GradeRange

# Part of every record; increased whenever the same seed would give other puzzles.
GENERATOR = 2
# Bytes per position that a candidate may take. With less, tables overflow, positions are searched
# again, and the memory would decide which candidates exceed their node limit.
_ROOM = 32

log = logging.getLogger(__name__)

KNOWN = "the same as another one"
OPEN = "left open by a limit"


@dataclass(frozen=True, slots=True)
class PuzzleSearch:
    """The search shared by all workers.

    A puzzle is given up after `tries` candidates, a candidate after `nodes` positions (None: the
    kind's default), and everything at `deadline`, in seconds since the epoch.
    """

    kind: Kind
    seed: int
    tries: int
    grades: GradeRange | None = None
    nodes: int | None = None
    deadline: float | None = None

    @property
    def max_nodes(self) -> int:
        """The node limit of a candidate."""
        return self.kind.nodes if self.nodes is None else self.nodes

    def has_room(self, resources: Resources) -> bool:
        """Return whether a candidate's tables fit into a part of the memory."""
        return resources.memory is None or resources.memory * MIB >= self.max_nodes * _ROOM

    @property
    def seconds_left(self) -> float | None:
        """The remaining time."""
        return None if self.deadline is None else self.deadline - time.time()


@dataclass(frozen=True, slots=True)
class Index:
    """Puzzle `number`, to be searched for from candidate `first` on; both are counted from 1.

    Its `likeness` must not be in `known`.
    """

    number: int
    first: int = 1
    known: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    `puzzle` is None if all tries are used up, or the time is (`is_late`). `candidate` is the last
    one considered, and `rejections` counts the others by reason.
    """

    puzzle: Puzzle | None
    candidate: int
    rejections: Counter[str] = field(default_factory=Counter)
    is_late: bool = False


@lru_cache(MAX_ENTRIES)
def likeness(position: Position) -> str:
    """Return a text shared by all images of a position under the symmetries of its game."""
    return format_position(canonical(position))


def seek(
    search: PuzzleSearch,
    index: Index,
    resources: Resources,
    watch: Callable[[int], None] = lambda candidate: None,
) -> SearchResult:
    """Find the first candidate that fits; raises `PartUsedUp` if its memory is too small.

    `watch` is called with each rejected candidate, and may raise an exception to end the search.
    """
    if resources.is_part and not search.has_room(resources):
        raise PartUsedUp("tables do not fit into a part of the memory")
    begun = time.perf_counter()
    sought = _seek(search, index, resources, watch)
    what = "made from" if sought.puzzle is not None else "not made by"
    seconds = time.perf_counter() - begun
    log.info("puzzle %d: %s candidate %d in %.3f s", index.number, what, sought.candidate, seconds)
    return sought


def _seek(
    search: PuzzleSearch, index: Index, resources: Resources, watch: Callable[[int], None]
) -> SearchResult:
    rejections: Counter[str] = Counter()
    for candidate in range(index.first, search.tries + 1):
        left = search.seconds_left
        if left is not None and left <= 0:
            return SearchResult(None, candidate - 1, rejections, is_late=True)
        random = Random(f"proofplay generate {search.seed} {index.number} {candidate}")
        try:
            puzzle = _make(
                search, index, random, Budget(resources.of(Limits(search.max_nodes, left)))
            )
        except Rejection as reason:
            rejections[str(reason)] += 1
        except LimitReached as limit:
            if limit.reason == "time":
                return SearchResult(None, candidate, rejections, is_late=True)
            rejections[OPEN] += 1
        else:
            return SearchResult(puzzle, candidate, rejections)
        watch(candidate)
    return SearchResult(None, search.tries, rejections)


def _make(search: PuzzleSearch, index: Index, random: Random, budget: Budget) -> Puzzle:
    """Make a candidate, and return its puzzle if it fits; raises `Rejection`."""
    for position in search.kind.candidates(random, budget, search.grades):
        try:
            return _fitting(search, index, position, budget)
        except Rejection as rejection:
            reason = rejection
    raise reason


def _fitting(search: PuzzleSearch, index: Index, position: Position, budget: Budget) -> Puzzle:
    """Return the puzzle of a position; raises `Rejection` if it does not fit."""
    if index.known and likeness(position) in index.known:
        raise Rejection(KNOWN)
    puzzle = search.kind.prove(position, budget)
    if search.grades is not None and (puzzle.grade is None or puzzle.grade not in search.grades):
        raise Rejection(OTHER_GRADE)
    return puzzle


def puzzle_record(kind: Kind, puzzle: Puzzle, seed: int, index: Index) -> Record:
    """Return a puzzle as an object of the JSON output; `index` identifies its candidate."""
    position = puzzle.position
    return {
        "position": format_position(position),
        "game": position.game,
        "variants": list(position.variants),
        "puzzle": kind.name,
        "goal": puzzle.goal,
        "solution": [format_move(position, move) for move in puzzle.solution],
        "uniqueness": {"meaning": puzzle.uniqueness, **puzzle.counts, "complete": True},
        "grade": None if puzzle.grade is None else puzzle.grade.value,
        "measure": None if puzzle.measure is None else dict(puzzle.measure),
        "difficulty": puzzle.difficulty,
        "id": identity(kind.name, position),
        "themes": themes(kind.name, puzzle),
        **puzzle.facts,
        "seed": seed,
        "number": index.number,
        "candidate": index.first,
        "generator": GENERATOR,
    }
