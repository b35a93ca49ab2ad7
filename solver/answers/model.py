"""What the program answers: one definition of every answer.

The fields of these classes are the attributes in Python, the fields that ``--json`` prints and the
service returns, and the columns of tables; the service describes its API from them and from their
docstrings. The names and the order of the fields are part of the public contract of the project.
So fields hold what can be written: moves and positions in their text forms, values as text such as
``2`` or ``-1/2``, players by their names.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from inspect import get_annotations
from typing import TYPE_CHECKING, ClassVar

from solver.estimates import Estimate
from solver.interface.engine import OutcomeClass, Reason, Result, Status

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# Any JSON object whose fields are not described individually.
Record = dict[str, object]

# Marks a field that is left out of the JSON object while it has nothing to say.
_OPTIONAL = {"optional": True}
# Marks one of these that comes after the other fields.
_ADDED = {"optional": True, "added": True}


@dataclass(frozen=True, kw_only=True)
class Heading:
    """The subject of an answer."""

    position: str
    """The position in its canonical form."""
    game: str
    variants: list[str]


@dataclass(frozen=True, kw_only=True)
class WithStatus:
    """Whether a question was answered."""

    status: Status
    reason: Reason | None = field(default=None, metadata=_OPTIONAL)
    """The limit that ended the work, if the status is unknown."""
    detail: str | None = field(default=None, metadata=_OPTIONAL)
    """The same in words."""


@dataclass(frozen=True, kw_only=True)
class Value:
    """The exact value of a position or of a move; what is unknown or not applicable is null."""

    result: Result | None = None
    """The result for the player to move or for a move's player, or of a solitaire deal."""
    winner: str | None = None
    """The name of the winning colour."""
    score: int | None = None
    """The final margin, positive for the first player (Marvin: kings)."""
    distance: int | None = None
    """Plies to the end with best play."""
    par: int | None = None
    """Solitaire: the minimum number of pieces left."""
    value: str | None = None
    """The combinatorial value, positive for White."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """How a position is played."""

    line: list[str] = field(default_factory=list)
    """The moves of best play."""


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What found an answer, and what that cost."""

    engine: str
    nodes: int
    """Positions searched when this was computed."""
    seconds: float
    """Seconds that this took."""


@dataclass(frozen=True, kw_only=True)
class Counts:
    """The solutions of a solitaire, if they are counted; null if a limit was reached first."""

    solutions: str | None = field(default=None, metadata=_ADDED)
    """Their number, as text: it may have more digits than a JSON reader's numbers can hold."""
    random_play: float | None = field(default=None, metadata=_ADDED)
    """The probability that random play solves the deal."""
    random_play_error: float | None = field(default=None, metadata=_ADDED)
    """The error bound of that probability."""

    @property
    def number_of_solutions(self) -> int:
        """The number of solutions; 0 also if they are not counted."""
        return int(self.solutions or 0)


COUNTS = tuple(one.name for one in fields(Counts))


@dataclass(frozen=True, kw_only=True)
class Answer(Counts, Cost, Line, Value, WithStatus, Heading):
    """The exact value of a position; if the status is unknown, its value is all null."""

    estimate: Estimate | None = None
    """The estimate, if one was requested and the status is unknown."""
    other_turn: Value | None = field(default=None, metadata=_ADDED)
    """The same board with the other player to move, for whom its result is, if requested."""
    left_open: list[str] = field(default_factory=list, metadata=_ADDED)
    """Requested details that were not computed."""

    @property
    def is_complete(self) -> bool:
        """Whether no limit left open anything that was requested."""
        return self.status == Status.PROVED and not self.left_open


@dataclass(frozen=True, kw_only=True)
class MoveAnswer(Counts, Value):
    """The value of a legal move, and the solutions that it begins.

    `distance` counts plies from the analysed position, including this move; the other values are
    those of the position after it.
    """

    FIRST: ClassVar = ("move",)

    move: str
    best: bool | None = None
    """Whether no move is better; null if not all moves are known."""
    estimate: Estimate | None = None
    """The estimate, if one was requested and the result is unknown."""


@dataclass(frozen=True, kw_only=True)
class Survivors:
    """The squares of the pieces that can be the last ones of a solitaire (SR3, SR4)."""

    white: list[str]
    black: list[str]


@dataclass(frozen=True, kw_only=True)
class Progress:
    """What is known about an analysis that a limit ended."""

    moves_settled: int
    moves: int
    at_least: Result | None
    """The best result among the known moves, a lower bound for the position."""


@dataclass(frozen=True, kw_only=True)
class Rearrangement:
    """A permutation of the contents of some squares, all of which have changed."""

    squares: list[str]
    position: str
    outcome_class: OutcomeClass


@dataclass(frozen=True, kw_only=True)
class Fair(WithStatus):
    """The smallest rearrangements that make it matter who moves first (SR9)."""

    outcome_class: OutcomeClass | None = None
    squares: int | None = None
    """The number of squares that must change; null if no rearrangement of up to four suffices."""
    rearrangements: list[Rearrangement] = field(default_factory=list)
    """The first few of the smallest ones."""
    tried: int = 0
    """The number of rearrangements solved."""
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Analysis(Answer):
    """The exact value of a position and of every legal move, best first."""

    moves: list[MoveAnswer] = field(default_factory=list)
    outcome_class: OutcomeClass | None = None
    """Who wins if either player moves first (SR9): Left, Right, the next or the previous player."""
    other_turn: Value | None = None
    """The same board with the other player to move; null if that makes no sense."""
    zugzwang: bool | None = None
    """Whether the player to move would rather pass."""
    keeping: int | None = None
    """The number of moves that keep the result."""
    only_move: str | None = None
    """The only move that keeps the result, if other moves lose it."""
    survivors: Survivors | None = field(default=None, metadata=_ADDED)
    why: Progress | None = field(default=None, metadata=_ADDED)
    """If the status is unknown: what is known."""
    fair: Fair | None = field(default=None, metadata=_ADDED)
    """The fair set-up, if requested; null if it makes no sense to change who moves first."""

    @property
    def is_complete(self) -> bool:
        """Whether no limit left open anything that was requested."""
        is_fair_known = self.fair is None or self.fair.status == Status.PROVED
        return super().is_complete and is_fair_known


@dataclass(frozen=True, kw_only=True)
class Opening(Cost, Value, WithStatus):
    """An opening: its moves, and the value of the position after them.

    The result is for the player who begins, and the distance counts plies from the start, including
    the opening but not the swap. An opening symmetric to an earlier one costs nothing.
    """

    FIRST: ClassVar = ("moves", "position")

    moves: list[str]
    position: str
    """The position after them, and after an open swap."""
    swap: bool | None = None
    """Whether the swap is right; null if there is none."""


@dataclass(frozen=True, kw_only=True)
class Winning:
    """How many openings win for the player who begins, before any swap; `unknown` ones may or not.

    The `share` is null, and between `low` and `high`, if some are unknown.
    """

    count: int
    unknown: int
    cases: int
    share: float | None
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Openings(WithStatus, Heading):
    """Every opening of a start, and the value of the start."""

    result: Result | None
    winner: str | None
    distance: int | None
    """Plies to the end from the start, if they are known after each opening."""
    winning: Winning
    openings: list[Opening]


@dataclass(frozen=True, kw_only=True)
class BoardMove:
    """A move in a sum: the number of its board, from 1, and the move."""

    board: int
    move: str


@dataclass(frozen=True, kw_only=True)
class Sum(Cost, WithStatus):
    """The value of a sum of boards."""

    FIRST: ClassVar = ("positions",)

    positions: list[str]
    result: Result | None = None
    winner: str | None = None
    value: str | None = None
    """The combinatorial value, positive for White; null also if it is not a number."""
    line: list[BoardMove] = field(default_factory=list)
    """A line on which the winner keeps the win, and the loser makes any move."""


@dataclass(frozen=True, kw_only=True)
class Loss:
    """What a move gave away."""

    result: bool | None
    """Whether it made the result worse."""
    margin: str | None
    """The loss in the units of the game: kings, pieces left, or moves of the lead."""
    distance: int | None
    """The plies by which a win is delayed or a loss hastened."""


@dataclass(frozen=True, kw_only=True)
class LossEstimate:
    """The estimate of a game's move whose value is not proved; chances are from 0 to 1."""

    before: float
    """The chances with the best move."""
    after: float
    """The chances with the move made."""
    playouts: int
    """The playouts for the position."""
    best: str | None
    """The move with the best chances; null if it is the move made."""
    says: str | None
    """``probably a mistake``, ``perhaps a mistake``, or null."""


@dataclass(frozen=True, kw_only=True)
class AnnotatedMove(WithStatus):
    """A move of a game and what it gave away; results are for the player who makes it."""

    FIRST: ClassVar = ("ply", "number", "move", "player", "person", "mark", "comment")

    ply: int
    number: str
    move: str
    player: str
    """The colour that moves."""
    person: str
    """The person who moves, by their initial colour: after a swap (NK6) each has the other's."""
    mark: str
    """The mark, as in chess: ``??``, ``?``, ``?!``, ``!`` or none."""
    comment: str
    before: Value
    after: Value
    lost: Loss
    measured: bool
    """Whether it is known what the move gave away besides the result, if anything."""
    forced: bool
    """Whether there was no other legal move."""
    only_move: bool
    better: str | None
    """A better move, if one is known and something was given away."""
    line: list[str]
    """Best play, beginning with the better move."""
    estimate: LossEstimate | None
    """The estimate, if requested and if it is not proved whether the move made the result worse."""

    @property
    def is_slip(self) -> bool:
        """Whether the move is known to have kept the result but given away something else."""
        return self.mark == "?!"


@dataclass(frozen=True, kw_only=True)
class Player:
    """How a person played, in numbers of moves.

    `forced` moves had no alternative. Of the others, `judged` ones have a known result before and
    after, and for `measured` ones it is also known whether they gave away anything else.
    """

    person: str
    moves: int
    forced: int
    judged: int
    measured: int
    mistakes: int | None
    """Moves that made the result worse; null if there were free moves but none was judged."""
    slips: int | None
    """Moves that gave away something else; null if none was measured."""
    accuracy: float | None
    """The share of the measured moves that gave nothing away."""

    @property
    def free(self) -> int:
        """The number of moves that had an alternative."""
        return self.moves - self.forced

    @property
    def flawless(self) -> int:
        """The number of measured moves that gave nothing away."""
        return round((self.accuracy or 0) * self.measured)


@dataclass(frozen=True, kw_only=True)
class TurningPoint:
    """The last move that changed the winner, or solvability."""

    ply: int | None
    """The number of its ply, from 1; null if no move did."""
    certain: bool
    """Whether no later move that could have changed the result is left open."""


@dataclass(frozen=True, kw_only=True)
class Annotation(Cost, WithStatus, Heading):
    """What each move of a game gave away."""

    tags: dict[str, str]
    comment: str
    result: str | None
    """The result stated in the game record."""
    moves: list[AnnotatedMove]
    players: list[Player]
    """How each person played; in solitaire there is only one."""
    turning_point: TurningPoint
    left_open: list[str] = field(default_factory=list, metadata=_ADDED)
    """Requested details that were not computed."""

    @property
    def is_complete(self) -> bool:
        """Whether no limit left open anything that was requested."""
        return self.status == Status.PROVED and not self.left_open


@dataclass(frozen=True, kw_only=True)
class OpponentLevel:
    """A level of the opponent, with a description."""

    level: int
    sentence: str


@dataclass(frozen=True, kw_only=True)
class Opponent:
    """The levels of the opponent, and its thinking times."""

    levels: list[OpponentLevel]
    usual_seconds: float
    most_seconds: float


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The move of an opponent at a level."""

    position: str
    level: int
    move: str
    proved: bool
    """Whether the move provably keeps the exact value of the position."""
    estimate: Estimate | None
    """The mover's chances after the move; null if it is proved, or if unknown."""
    seconds: float


def record(answer: DataclassInstance, asked: Collection[str] = ()) -> Record:
    """Return the JSON object of an answer.

    Optional fields with nothing to say are left out, but not those that were `asked` for.
    """
    found: Record = {}
    for name, is_optional in names_of(type(answer)):
        content = getattr(answer, name)
        if is_optional and content in (None, []) and name not in asked:
            continue
        found[name] = _plain(content)
    return found


def _plain(content: object) -> object:
    """Return a field as JSON has it."""
    if isinstance(content, list):
        return [_plain(item) for item in content]
    if is_dataclass(content) and not isinstance(content, type):
        return record(content)
    return content


@cache
def names_of(of: type[DataclassInstance]) -> tuple[tuple[str, bool], ...]:
    """Return the names of a class's fields in order, and which of them are optional.

    Those in its `FIRST` come first; a field that a subclass declares again has its place there.
    """
    first = getattr(of, "FIRST", ())
    declared = [name for base in reversed(of.__mro__) for name in get_annotations(base)]
    place = {name: number for number, name in enumerate(declared)}
    ordered = sorted(
        fields(of),
        key=lambda one: (one.name not in first, "added" in one.metadata, place[one.name]),
    )
    return tuple((one.name, "optional" in one.metadata) for one in ordered)
