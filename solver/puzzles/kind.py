"""The interface of all kinds of puzzles: how puzzles are made, and what they are.

A kind is a frozen dataclass whose fields, apart from `spec`, are requirements for its puzzles;
they are named like the options of `generate`. All kinds are listed in `solver.puzzles.kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol

from positions.game import Move, Position
from positions.games import GAMES
from solver.interface.engine import Budget
from solver.puzzles.words import Grade, GradeRange, grade_of

OTHER_GRADE = "of another grade"


class Rejection(Exception):  # noqa: N818 - not an error: another candidate is tried
    """A candidate is rejected; the text says why, in words that many candidates share."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game, the names of its variants in printing order, and the requested board.

    `size` is files by ranks, None to let the kind choose.
    """

    game: str
    variants: tuple[str, ...] = ()
    size: tuple[int, int] | None = None

    @property
    def board(self) -> tuple[int, int]:
        """Files by ranks: the requested board, or the game's usual one."""
        return self.size or GAMES[self.game].size


# What can be unique. Up to transposition, other orders of the same moves are not other lines.
MEANINGS = (FIRST_MOVE, WHOLE_LINE, TRANSPOSITION) = (
    "first move",
    "whole line",
    "up to transposition",
)
# One of the two answers to a question, whatever move follows.
ANSWER = "answer"


class Measured(NamedTuple):
    """How hard a puzzle is: its grade, the parts of the measure by name, and one number.

    The `difficulty` is from 0 to 100; every grade has a quarter of the scale.
    """

    grade: Grade
    parts: Mapping[str, float | int]
    difficulty: int


def measured(value: float, limits: Sequence[float], parts: Mapping[str, float | int]) -> Measured:
    """Return the grade and the difficulty of a measure; `limits` are as in `grade_of`.

    Within a grade, the difficulty grows with the measure; above the last limit, it approaches 100.
    """
    grade, quarter = grade_of(value, limits), 100 / len(Grade)
    at = list(Grade).index(grade)
    lower = limits[at - 1] if at else 0.0
    share = (value - lower) / (limits[at] - lower) if at < len(limits) else 1 - lower / value
    return Measured(grade, parts, int(quarter * (at + share)))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the goal, and what was proved about it.

    `uniqueness` says what is unique: one of `MEANINGS`, `ANSWER`, or None if nothing is claimed.
    `counts` maps names in the record to proved numbers, as text if they may be huge: none was cut
    short by a limit. `grade`, `measure` and `difficulty` are as in `Measured`, None for kinds
    without grades, and `facts` are further fields of the record.
    """

    position: Position
    goal: str
    solution: tuple[Move, ...]
    uniqueness: str | None
    counts: Mapping[str, int | str]
    grade: Grade | None = None
    measure: Mapping[str, float | int] | None = None
    difficulty: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


class Kind(Protocol):
    """A kind of puzzle of one game, with requirements for its puzzles.

    `name` identifies it, and `summary` says in a few words what is to be found. `nodes` is the
    default node limit per candidate. An `is_playable` puzzle is solved by moves of its game.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    nodes: ClassVar[int]
    is_playable: ClassVar[bool]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init__(self, spec: GameSpec, **requirements: Any) -> None:  # noqa: ANN401 - depends on the kind
        """Set the requirements, each of which may be omitted."""

    @property
    def spec(self) -> GameSpec:
        """The game, the variants and the board."""

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if counting shows that no such puzzle, of these grades, can exist."""

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Yield positions that could be puzzles, using only `random` and the requirements.

        The first one that fits is used. A kind may omit those that cannot have one of the grades.
        Raises `Rejection` if random play led nowhere, or `LimitReached`.
        """

    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Prove that a candidate meets the requirements; raises `Rejection` or `LimitReached`.

        The puzzle does not depend on the memory or the number of threads in the budget.
        """


def requirements_of(kind: type[Kind]) -> tuple[str, ...]:
    """Return the names of a kind's requirements."""
    return tuple(f.name for f in fields(kind) if f.name != "spec")
