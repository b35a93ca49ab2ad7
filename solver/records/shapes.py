"""The shapes of the records printed by ``--json`` and returned by the service.

The names and the order of the fields are part of the public contract of the project. Moves and
positions are in their text forms, values are text such as ``2`` or ``-1/2``, players are named.
Pydantic generates the description of the HTTP API from these classes and their docstrings.
"""

import sys
from typing import NotRequired

from solver.interface.engine import OutcomeClass, Reason, Result, Status

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    # Pydantic supports no other before Python 3.12.
    from typing_extensions import TypedDict


# Any JSON object whose fields are not described individually.
Record = dict[str, object]


class HeadingRecord(TypedDict):
    """The subject of a record."""

    position: str
    """The position in its canonical form."""
    game: str
    variants: list[str]


class StatusRecord(TypedDict):
    """Whether a question was answered."""

    status: Status
    reason: NotRequired[Reason | None]
    """The limit that ended the work, if the status is unknown."""
    detail: NotRequired[str | None]
    """The same in words."""


class CountRecord(TypedDict):
    """The solutions of a solitaire, if they are counted; null if a limit was reached first."""

    solutions: NotRequired[str | None]
    """Their number, as text: it may have more digits than a JSON reader's numbers can hold."""
    random_play: NotRequired[float | None]
    """The probability that random play solves the deal."""
    random_play_error: NotRequired[float | None]
    """The error bound of that probability."""


class EstimateRecord(TypedDict):
    """An estimate by playouts if nothing is proved; it is never an answer."""

    win: float
    """The chances, from 0 to 1, of the player to move, or of the move's player; a draw is 0.5."""
    playouts: int
    best: str | None
    """The move with the best chances; null for the estimate of a move."""
    score: float | None
    """The expected final margin, positive for the first player (Marvin: kings)."""


class VerdictRecord(HeadingRecord, StatusRecord, CountRecord):
    """The exact value of a position; if the status is unknown, its answers are all null."""

    result: Result | None
    """The result for the player to move, or of a solitaire deal."""
    winner: str | None
    """The name of the winning colour."""
    score: int | None
    """The final margin, positive for the first player (Marvin: kings)."""
    distance: int | None
    """Plies to the end with best play."""
    par: int | None
    """Solitaire: the minimum number of pieces left."""
    value: str | None
    """The combinatorial value, positive for White."""
    line: list[str]
    """The moves of best play."""
    engine: str
    nodes: int
    """Positions searched when this was computed."""
    seconds: float
    """Seconds that this took."""
    estimate: EstimateRecord | None
    """The estimate, if one was requested and the status is unknown."""
    left_open: NotRequired[list[str]]
    """Requested details that were not computed."""


class MoveRecord(CountRecord):
    """The value of a legal move for the player who makes it, and the solutions that it begins."""

    move: str
    result: Result | None
    distance: int | None
    """Plies from the analysed position, including this move."""
    score: int | None
    value: str | None
    """The combinatorial value of the position after it."""
    best: bool | None
    """Whether no move is better; null if not all moves are known."""
    estimate: EstimateRecord | None
    """The estimate, if one was requested and the result is unknown."""


class OtherTurnRecord(TypedDict):
    """The value with the other player to move; the result is for that player."""

    result: Result
    winner: str | None
    distance: int | None
    score: int | None
    value: str | None


class SurvivorsRecord(TypedDict):
    """The squares of the pieces that can be the last ones of a solitaire."""

    white: list[str]
    black: list[str]


class ProgressRecord(TypedDict):
    """What is known about an analysis that a limit ended."""

    moves_settled: int
    moves: int
    at_least: Result | None
    """The best result among the known moves, a lower bound for the position."""


class RearrangementRecord(TypedDict):
    """A permutation of the contents of some squares."""

    squares: list[str]
    position: str
    outcome_class: OutcomeClass


class FairRecord(StatusRecord):
    """The smallest rearrangements that make it matter who moves first (SR9)."""

    outcome_class: OutcomeClass | None
    squares: int | None
    """The number of squares that must change; null if no rearrangement of up to four suffices."""
    rearrangements: list[RearrangementRecord]
    tried: int
    """The number of rearrangements solved."""
    seconds: float


class AnalysisRecord(VerdictRecord):
    """The exact value of a position and of every legal move, best first."""

    moves: list[MoveRecord]
    outcome_class: OutcomeClass | None
    """Who wins if either player moves first (SR9): Left, Right, the next or the previous player."""
    other_turn: OtherTurnRecord | None
    """The same board with the other player to move; null if that makes no sense."""
    zugzwang: bool | None
    """Whether the player to move would rather pass."""
    keeping: int | None
    """The number of moves that keep the result."""
    only_move: str | None
    """The only move that keeps the result, if other moves lose it."""
    survivors: NotRequired[SurvivorsRecord]
    why: NotRequired[ProgressRecord]
    """If the status is unknown: what is known."""
    fair: NotRequired[FairRecord | None]
    """The fair set-up, if requested; null if it makes no sense to change who moves first."""


class LevelRecord(TypedDict):
    """A level of the opponent, with a description."""

    level: int
    sentence: str


class OpponentRecord(TypedDict):
    """The levels of the opponent, and its thinking times."""

    levels: list[LevelRecord]
    usual_seconds: float
    most_seconds: float


class ReplyRecord(TypedDict):
    """The move of an opponent at a level."""

    position: str
    level: int
    move: str
    proved: bool
    """Whether the move provably keeps the exact value of the position."""
    estimate: EstimateRecord | None
    """The mover's chances after the move; null if it is proved, or if unknown."""
    seconds: float


class OpeningRecord(StatusRecord):
    """An opening: its moves, and the value of the position after them."""

    moves: list[str]
    position: str
    """The position after them, and after an open swap."""
    result: Result | None
    """The result for the player who begins."""
    winner: str | None
    score: int | None
    distance: int | None
    """Plies from the start."""
    swap: bool | None
    """Whether the swap is right; null if there is none."""
    engine: str
    nodes: int
    seconds: float


class OpeningsRecord(HeadingRecord, StatusRecord):
    """Every opening of a start, and the value of the start."""

    result: Result | None
    winner: str | None
    openings: list[OpeningRecord]


class BoardMoveRecord(TypedDict):
    """A move in a sum: the number of its board, from 1, and the move."""

    board: int
    move: str


class SumRecord(StatusRecord):
    """The value of a sum of boards."""

    positions: list[str]
    result: Result | None
    winner: str | None
    value: str | None
    line: list[BoardMoveRecord]
    engine: str
    nodes: int
    seconds: float


class ValueRecord(TypedDict):
    """The value of a position of a game; all null if unknown."""

    result: Result | None
    winner: str | None
    distance: int | None
    score: int | None
    value: str | None
    par: int | None


class LossRecord(TypedDict):
    """What a move gave away."""

    result: bool | None
    margin: str | None
    """The loss in the units of the game: kings, pieces left, or moves of the lead."""
    distance: int | None
    """The plies by which a win is delayed or a loss hastened."""


class JudgedEstimateRecord(TypedDict):
    """The estimate of a game's move whose value is not proved; `win` is as in an estimate."""

    before: float
    """The chances with the best move."""
    after: float
    """The chances with the move made."""
    playouts: int
    best: str | None
    """The move with the best chances; null if it is the move made."""
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
    """The person who moves, by their initial colour."""
    mark: str
    """The mark, as in chess: ``??``, ``?``, ``?!``, ``!`` or none."""
    comment: str
    before: ValueRecord
    after: ValueRecord
    lost: LossRecord
    forced: bool
    """Whether there was no other legal move."""
    only_move: bool
    better: str | None
    line: list[str]
    """Best play, beginning with the better move."""
    estimate: JudgedEstimateRecord | None
    """The estimate, if requested and if it is not proved whether the move made the result worse."""


class PlayerRecord(TypedDict):
    """How a person played, in numbers of moves."""

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
    """The result stated in the game record."""
    moves: list[JudgedMoveRecord]
    players: list[PlayerRecord]
    turning_point: TurningPointRecord
    engine: str
    nodes: int
    seconds: float
    left_open: NotRequired[list[str]]
