"""The shapes of the records that ``--json`` prints and the service answers with.

The names and the order of the fields are part of the public contract of the project. Moves and
positions are in their text forms, values are text such as ``2`` or ``-1/2``, players are named.
Pydantic makes the description of the HTTP interface from these classes and their docstrings.
"""

import sys
from typing import NotRequired

from solver.interface.engine import OutcomeClass, Reason, Result, Status

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    # Pydantic reads no other before Python 3.12.
    from typing_extensions import TypedDict


# Any object of JSON, where its fields are not described one by one.
Record = dict[str, object]


class HeadingRecord(TypedDict):
    """What a record is about."""

    position: str
    """The position as it was read, in its canonical form."""
    game: str
    variants: list[str]


class StatusRecord(TypedDict):
    """Whether a question was answered."""

    status: Status
    reason: NotRequired[Reason | None]
    """Which limit ended the work, where the status is unknown."""
    detail: NotRequired[str | None]
    """The same in words."""


class CountRecord(TypedDict):
    """The solutions of a solitaire, where they are counted; null if a limit came first."""

    solutions: NotRequired[str | None]
    """How many there are, as text: it may have more digits than a reader's numbers hold."""
    random_play: NotRequired[float | None]
    """The probability that random play solves it."""
    random_play_error: NotRequired[float | None]
    """By how much that may be off."""


class EstimateRecord(TypedDict):
    """What playouts say where nothing is proved: an estimate, which is never an answer."""

    win: float
    """The chances, from 0 to 1, of the player to move, or of who makes the move; draws are half."""
    playouts: int
    best: str | None
    """The move with the best chances; null for the estimate of a move."""
    score: float | None
    """The expected margin at the end, positive for the first player (Marvin: kings)."""


class VerdictRecord(HeadingRecord, StatusRecord, CountRecord):
    """The exact value of a position; while the status is unknown its answers are all null."""

    result: Result | None
    """For the player to move, or of a solitaire deal."""
    winner: str | None
    """The name of the colour that wins."""
    score: int | None
    """The margin at the end, positive for the first player (Marvin: kings)."""
    distance: int | None
    """Plies to the end under best play."""
    par: int | None
    """Solitaire: the fewest pieces that can be left."""
    value: str | None
    """The combinatorial value, positive for White."""
    line: list[str]
    """The moves of best play."""
    engine: str
    nodes: int
    """Positions that were searched when this was worked out."""
    seconds: float
    """Seconds that it took then."""
    estimate: EstimateRecord | None
    """Where one was asked for, and the status is unknown."""
    left_open: NotRequired[list[str]]
    """What was asked beside the result and is not worked out."""


class MoveRecord(CountRecord):
    """What a legal move is worth to the player who makes it, and the solutions that it begins."""

    move: str
    result: Result | None
    distance: int | None
    """Plies from the analysed position, this one included."""
    score: int | None
    value: str | None
    """The combinatorial value of the position after it."""
    best: bool | None
    """Whether no move is better; null while not all are valued."""
    estimate: EstimateRecord | None
    """Where one was asked for, and the result is not known."""


class OtherTurnRecord(TypedDict):
    """What was found with the other player to move; the result is for that player."""

    result: Result
    winner: str | None
    distance: int | None
    score: int | None
    value: str | None


class SurvivorsRecord(TypedDict):
    """The squares of the pieces that can be the last ones of a solitaire."""

    white: list[str]
    black: list[str]


class WhyRecord(TypedDict):
    """What is known although a limit ended an analysis."""

    moves_settled: int
    moves: int
    at_least: Result | None
    """The best result among the settled moves, which the position has at least."""


class RearrangementRecord(TypedDict):
    """A permutation of what stood on some squares."""

    squares: list[str]
    position: str
    outcome_class: OutcomeClass


class FairRecord(StatusRecord):
    """The least rearrangements that make it matter who begins (SR9)."""

    outcome_class: OutcomeClass | None
    squares: int | None
    """How many squares have to change; null if no rearrangement of up to four will do."""
    rearrangements: list[RearrangementRecord]
    tried: int
    """How many rearrangements were solved."""
    seconds: float


class AnalysisRecord(VerdictRecord):
    """The exact value of a position and of every legal move, best first."""

    moves: list[MoveRecord]
    outcome_class: OutcomeClass | None
    """Who wins if either begins (SR9): the first colour, the second, the next or the previous."""
    other_turn: OtherTurnRecord | None
    """The same board with the other player to move; null where that makes no sense."""
    zugzwang: bool | None
    """Whether the player to move would rather pass."""
    keeping: int | None
    """How many moves keep the result."""
    only_move: str | None
    """The one move that keeps the result, while others lose it."""
    survivors: NotRequired[SurvivorsRecord]
    why: NotRequired[WhyRecord]
    """While the status is unknown: what is known."""
    fair: NotRequired[FairRecord | None]
    """Where asked; null where it makes no sense to ask who begins."""


class LevelRecord(TypedDict):
    """A level of the opponent, and what it does there, in a sentence."""

    level: int
    sentence: str


class OpponentRecord(TypedDict):
    """The levels of the opponent, and for how long it may think."""

    levels: list[LevelRecord]
    usual_seconds: float
    most_seconds: float


class ReplyRecord(TypedDict):
    """The move of an opponent of some level."""

    position: str
    level: int
    move: str
    proved: bool
    """Whether the move is proved to keep the exact value of the position."""
    estimate: EstimateRecord | None
    """The chances after the move for who makes it; null where it is proved, or nobody can tell."""
    seconds: float


class OpeningRecord(StatusRecord):
    """An opening: its moves, and what the position after them is worth."""

    moves: list[str]
    position: str
    """The position after them, an open swap made."""
    result: Result | None
    """For the player who begins."""
    winner: str | None
    score: int | None
    distance: int | None
    """Plies from the start."""
    swap: bool | None
    """Whether the swap is right; null where there is none."""
    engine: str
    nodes: int
    seconds: float


class OpeningsRecord(HeadingRecord, StatusRecord):
    """Every opening of a start, and what the start is worth."""

    result: Result | None
    winner: str | None
    openings: list[OpeningRecord]


class BoardMoveRecord(TypedDict):
    """A move in a sum: the number of its board, from 1, and the move."""

    board: int
    move: str


class SumRecord(StatusRecord):
    """What several boards are worth as one game."""

    positions: list[str]
    result: Result | None
    winner: str | None
    value: str | None
    line: list[BoardMoveRecord]
    engine: str
    nodes: int
    seconds: float


class FoundRecord(TypedDict):
    """The value of a position of a game; all null where it is not known."""

    result: Result | None
    winner: str | None
    distance: int | None
    score: int | None
    value: str | None
    par: int | None


class LostRecord(TypedDict):
    """What a move gave away."""

    result: bool | None
    margin: str | None
    """In the units of the game: kings, pieces left, or moves of the lead."""
    distance: int | None
    """How many plies later a win comes, or earlier a loss."""


class JudgedEstimateRecord(TypedDict):
    """What playouts say of a move of a game whose worth is not proved; `win` as in an estimate."""

    before: float
    """The chances with the move that has the best ones."""
    after: float
    """The chances with the move that was made."""
    playouts: int
    best: str | None
    """The move with the best chances; null where the one that was made has them."""
    says: str | None
    """``probably a mistake``, ``perhaps a mistake``, or null."""


class JudgedMoveRecord(StatusRecord):
    """A move of a game and what it gave away; results are for the player who makes it."""

    ply: int
    number: str
    move: str
    player: str
    """The colour that moves."""
    person: str
    """Who moves, by the colour that they began with."""
    mark: str
    """As chess players set them: ``??``, ``?``, ``?!``, ``!`` or none."""
    comment: str
    before: FoundRecord
    after: FoundRecord
    lost: LostRecord
    forced: bool
    """Whether there was no other legal move."""
    only_move: bool
    better: str | None
    line: list[str]
    """Best play from the better move on."""
    estimate: JudgedEstimateRecord | None
    """Where one was asked for, and it is not proved whether the move made the result worse."""


class PlayerRecord(TypedDict):
    """How a person played: numbers of moves."""

    person: str
    moves: int
    forced: int
    judged: int
    measured: int
    mistakes: int | None
    slips: int | None
    accuracy: float | None
    """The share of the measured moves that gave nothing away."""


class TurningPointRecord(TypedDict):
    """The move that decided a game."""

    ply: int | None
    certain: bool


class AnnotationRecord(HeadingRecord, StatusRecord):
    """What each move of a game gave away."""

    tags: dict[str, str]
    comment: str
    result: str | None
    """The result that the record of the game states."""
    moves: list[JudgedMoveRecord]
    players: list[PlayerRecord]
    turning_point: TurningPointRecord
    engine: str
    nodes: int
    seconds: float
    left_open: NotRequired[list[str]]
