"""The seam behind which all kinds of puzzles stand: how one is made, and what it is.

A kind is a frozen dataclass whose fields, beside `setting`, are what may be demanded of its
puzzles; they have the names of the options of `generate`. The kinds that there are stand in
`solver.puzzles.kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from random import Random
from typing import Any, ClassVar, Protocol

from positions.game import Move, Position
from solver.interface.engine import Budget
from solver.puzzles.grades import Grade, GradeRange

OTHER_GRADE = "of another grade"


class Refused(Exception):  # noqa: N818 - no error: another candidate is tried
    """A candidate does not fit; the text says why, in words that many candidates share."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A game, the names of its variants in printing order, and the board that was asked for.

    `size` is files by ranks, None where the kind is to choose.
    """

    game: str
    variants: tuple[str, ...] = ()
    size: tuple[int, int] | None = None


# Of what there may be exactly one: other orders of the same moves are no other line up to
# transposition.
MEANINGS = (FIRST_MOVE, WHOLE_LINE, TRANSPOSITION) = (
    "first move",
    "whole line",
    "up to transposition",
)
# Of the two answers to a question, whatever move follows.
ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """Of what there is exactly one, and the counts that were proved.

    `meaning` is one of `MEANINGS`, `ANSWER`, or None where nothing is claimed. `counts` are numbers
    by their names in the record, as text where they may be huge. Every count is of all there are:
    none was cut by a limit.
    """

    meaning: str | None
    counts: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grading:
    """A grade, and by name the parts of the measure that it comes from."""

    grade: Grade
    parts: Mapping[str, float | int]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what is to be done in it, and what was proved of that.

    `facts` are further fields of the record. `measured` is None for kinds without grades.
    """

    position: Position
    goal: str
    solution: tuple[Move, ...]
    uniqueness: Uniqueness
    measured: Grading | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


class Kind(Protocol):
    """A kind of puzzle of one game, with what is demanded of its puzzles.

    `name` is the word for it, and `summary` says in a few words what is to be found. `nodes` is how
    many positions a candidate may take where nothing is said. An `is_playable` one is solved by
    moves of its game.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    nodes: ClassVar[int]
    is_playable: ClassVar[bool]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init__(self, setting: Setting, **demands: Any) -> None:  # noqa: ANN401 - each kind's own
        """Take the demands, each of which may be left out."""

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if counting shows that no such puzzle, of these grades, can exist."""

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Make positions that could be puzzles, by nothing but `random` and the demands.

        The first that fits is taken. A kind may leave out those that cannot have one of the grades.
        Raises `Refused` where chance has led nowhere, or `LimitReached`.
        """

    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Prove that a candidate meets the demands; raises `Refused`, or `LimitReached`.

        What is given is the same whatever the memory and the number of threads in the budget.
        """


def demands_of(kind: type[Kind]) -> tuple[str, ...]:
    """Name what may be demanded of a kind's puzzles."""
    return tuple(f.name for f in fields(kind) if f.name != "setting")
