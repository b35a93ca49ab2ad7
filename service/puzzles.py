"""Puzzles over HTTP: the kinds that there are, and one puzzle from a seed.

What is made is puzzle 1 of the seed, as the command `generate` makes it: the same for everybody, so
that a date can be the seed of the puzzle of a day.
"""

from __future__ import annotations

import json
import time
from collections.abc import Hashable
from dataclasses import dataclass

from pydantic import Field

from positions.errors import InputError, one_of, quote
from positions.games import GAMES
from positions.text import parse_size
from service.requests import MAX_NODES, GameName, Request
from service.settings import MAX_SQUARES, Settings
from service.tasks import Tell
from solver.engine import Limits
from solver.kept import KeptOracles
from solver.pool.share import Share
from solver.puzzles.grades import Grade, parse_grades
from solver.puzzles.kind import Kind, Setting
from solver.puzzles.kinds import KINDS
from solver.puzzles.record import puzzle_record
from solver.puzzles.search import Index, Task, seek
from solver.puzzles.tour import KnightsTour
from solver.records import Record

# Candidates that are looked at before a puzzle is given up.
TRIES = 2000


class PuzzleRequest(Request):
    """The body of `/api/puzzle`."""

    game: GameName = "sight-reduction"
    puzzle: str | None = Field(
        None, max_length=30, description="The kind, the first of the game where none is named."
    )
    variants: list[str] = Field(default=[], max_length=10, description="Variants of the game.")
    size: str | None = Field(
        None, max_length=9, description="The board, files by ranks.", examples=["4x4"]
    )
    grade: str | None = Field(
        None, max_length=30, description="A grade, or a range of them.", examples=["tricky.."]
    )
    seed: int = Field(ge=0, le=MAX_NODES, description="The puzzle of this seed.", examples=[7])
    wait: float = Field(
        1.0, ge=0, le=10.0, description="Seconds to wait; after that a job is given in its place."
    )

    def task(self, settings: Settings) -> PuzzleTask:
        """Give the task; raises `InputError` for what no puzzle can be."""
        game = GAMES[self.game]
        known = [variant.name for variant in game.variants]
        for variant in self.variants:
            if variant not in known:
                raise InputError(f"variants: found {quote(variant)}, expected {one_of(known)}")
        ordered = tuple(name for name in known if name in self.variants)
        kind = self._kind()(Setting(self.game, ordered, self._size()))
        kind.check(None if self.grade is None else parse_grades(self.grade))
        limits = Limits(None, settings.seconds, settings.share, settings.threads)
        return PuzzleTask(kind, self.seed, self.grade, limits)

    def _kind(self) -> type[Kind]:
        kinds = {kind.name: kind for kind in KINDS.get(self.game, ())}
        if not kinds or (self.puzzle is not None and self.puzzle not in kinds):
            expected = one_of(list(kinds)) if kinds else "another game: this one has none"
            raise InputError(
                f"puzzle: found {quote(self.puzzle or self.game)}, expected {expected}"
            )
        return kinds[self.puzzle or next(iter(kinds))]

    def _size(self) -> tuple[int, int] | None:
        if self.size is None:
            return None
        size = parse_size(self.size)
        if size is None or size[0] * size[1] > MAX_SQUARES:
            expected = f"files by ranks, such as 4x8, at most {MAX_SQUARES} squares here"
            raise InputError(f"size: found {quote(self.size)}, expected {expected}")
        return size


@dataclass(frozen=True, slots=True)
class PuzzleTask:
    """A puzzle to be made."""

    kind: Kind
    seed: int
    grade: str | None
    limits: Limits

    @property
    def key(self) -> str:
        """The question without the limits, as text."""
        return json.dumps({"puzzle": self.kind.name, "demands": repr(self.kind), **self._rest})

    @property
    def kin(self) -> Hashable:
        """Nothing is kept of it."""
        return None

    @property
    def _rest(self) -> dict[str, object]:
        return {"seed": self.seed, "grade": self.grade}

    def run(self, kept: KeptOracles, tell: Tell) -> tuple[Record, bool]:
        """Make the puzzle; raises `InputError` if none is found."""
        grades = None if self.grade is None else parse_grades(self.grade)
        deadline = None if self.limits.seconds is None else time.time() + self.limits.seconds
        task = Task(self.kind, self.seed, TRIES, grades, deadline=deadline)
        sought = seek(task, Index(1), Share(self.limits.threads, self.limits.memory))
        if sought.puzzle is None:
            raise InputError(f"found no such puzzle among {sought.candidate} candidates")
        return puzzle_record(self.kind, sought.puzzle, self.seed, Index(1, sought.candidate)), True


def catalogue() -> Record:
    """Give the kinds of puzzles by game, and the grades in rising order.

    `playable` ones are solved by moves of their game; a tour is numbers on a board.
    """
    return {
        "grades": [grade.value for grade in Grade],
        "kinds": [
            {
                "game": game,
                "puzzle": kind.name,
                "summary": kind.summary,
                "playable": kind is not KnightsTour,
            }
            for game, kinds in KINDS.items()
            for kind in kinds
        ],
    }
