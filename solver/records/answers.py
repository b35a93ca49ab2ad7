"""Answers as plain data, in the shapes that `solver.records.shapes` defines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from positions.game import Position
from positions.text import format_move, format_position
from solver.estimates.estimate import Estimate
from solver.interface.engine import Assessment, Status
from solver.questions.analysis import Analysis, MoveValue
from solver.questions.answer import Answer
from solver.questions.counting import SolutionCount
from solver.questions.solve import Verdict
from solver.records.fields import heading, number_text, status_of, winner_name
from solver.records.shapes import (
    AnalysisRecord,
    CountRecord,
    EstimateRecord,
    FairRecord,
    MoveRecord,
    OtherTurnRecord,
    ProgressRecord,
    SurvivorsRecord,
    VerdictRecord,
)

if TYPE_CHECKING:
    from solver.questions.fair import Fair
    from solver.questions.survivors import Survivors


def answer_record(answer: Answer) -> VerdictRecord | AnalysisRecord:
    """Return the object for an answer, as in ``--json`` and in the service."""
    if answer.analysis is None:
        record = verdict_record(answer.verdict, answer.estimate)
        _add_left_open(record, answer)
        if answer.is_counting:
            _add_count(record, answer.counted)
        return record
    analysed = _analysis_record(answer, answer.analysis)
    if answer.question.fair:
        analysed["fair"] = None if answer.fair is None else fair_record(answer.fair)
    return analysed


def verdict_record(verdict: Verdict, estimate: Estimate | None = None) -> VerdictRecord:
    """Return the object of a verdict; if the status is unknown, its answers are all null."""
    position, found = verdict.position, verdict.found
    return {
        **heading(position),
        **status_of(verdict.status, verdict.reason, verdict.detail),
        "result": None if found is None else found.result,
        "winner": None if found is None else winner_name(position, found),
        "score": None if found is None else found.score,
        "distance": verdict.distance,
        "par": None if found is None else found.par,
        "value": None if found is None else number_text(found.value),
        "line": line_of(verdict),
        "engine": verdict.engine,
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
        "estimate": estimate_record(position, estimate),
    }


def estimate_record(position: Position, estimate: Estimate | None) -> EstimateRecord | None:
    """Return the object of an estimate of a position or of one of its moves."""
    if estimate is None:
        return None
    return {
        "win": estimate.win,
        "playouts": estimate.playouts,
        "best": None if estimate.best is None else format_move(position, estimate.best),
        "score": estimate.score,
    }


def _add_count(record: CountRecord, counted: SolutionCount | None) -> None:
    """Add the number of solutions; None if a limit ended the counting."""
    record["solutions"] = None if counted is None else str(counted.solutions)
    record["random_play"] = None if counted is None else counted.random_play
    record["random_play_error"] = None if counted is None else counted.error


def _analysis_record(answer: Answer, analysis: Analysis) -> AnalysisRecord:
    """Return the object of an analysis: the verdict, every move, and what they show.

    If the status is unknown, `why` has the number of known moves and the best known result.
    """
    verdict = analysis.verdict
    position, other = verdict.position, verdict.other_turn
    keeping, only = analysis.keeping, analysis.only_move
    record: AnalysisRecord = {
        **verdict_record(verdict, answer.estimate),
        "moves": moves_record(position, analysis.moves),
        "outcome_class": analysis.outcome_class,
        "other_turn": None if other is None else _other_turn_record(position, other),
        "zugzwang": analysis.zugzwang,
        "keeping": None if keeping is None else len(keeping),
        "only_move": None if only is None else format_move(position, only.move),
    }
    if analysis.counted is not None:
        _add_count(record, analysis.counted)
    if analysis.survivors is not None:
        record["survivors"] = _survivors_record(position, analysis.survivors)
    _add_left_open(record, answer)
    if verdict.status == Status.UNKNOWN:
        record["why"] = _why(analysis)
    return record


def _add_left_open(record: VerdictRecord, answer: Answer) -> None:
    """Add the names of requested details that are left open, if any."""
    if answer.left_open:
        record["left_open"] = list(answer.left_open)


def moves_record(position: Position, moves: Sequence[MoveValue]) -> list[MoveRecord]:
    """Return the moves of an analysis; if any is unknown, so is `best`."""
    records = [_move_record(position, move) for move in moves]
    if any(move.after is None for move in moves):
        for record in records:
            record["best"] = None
    return records


def _other_turn_record(position: Position, found: Assessment) -> OtherTurnRecord:
    return {
        "result": found.result,
        "winner": winner_name(position, found),
        "distance": found.distance,
        "score": found.score,
        "value": number_text(found.value),
    }


def _survivors_record(position: Position, found: Survivors) -> SurvivorsRecord:
    name = position.board.name
    return {
        "white": [name(square) for square in found.white],
        "black": [name(square) for square in found.black],
    }


def _why(analysis: Analysis) -> ProgressRecord:
    return {
        "moves_settled": analysis.settled,
        "moves": len(analysis.moves),
        "at_least": analysis.at_least,
    }


def fair_record(fair: Fair) -> FairRecord:
    """Return what `analyse --fair` adds (SR9)."""
    return {
        **status_of(fair.status, fair.reason, None),
        "outcome_class": fair.outcome_class,
        "squares": fair.squares,
        "rearrangements": [
            {
                "squares": [change.position.board.name(square) for square in change.squares],
                "position": format_position(change.position),
                "outcome_class": change.outcome_class,
            }
            for change in fair.rearrangements
        ],
        "tried": fair.tried,
        "seconds": fair.seconds,
    }


def line_of(verdict: Verdict) -> list[str]:
    """Return the moves of a verdict's line in their text form."""
    return [format_move(verdict.position, move) for move in verdict.line]


def _move_record(position: Position, move: MoveValue) -> MoveRecord:
    after = move.after
    record: MoveRecord = {
        "move": format_move(position, move.move),
        "result": move.result,
        "distance": move.distance,
        "score": None if after is None else after.score,
        "value": None if after is None else number_text(after.value),
        "best": move.best,
        "estimate": estimate_record(position, move.estimate),
    }
    if move.counted is not None:
        _add_count(record, move.counted)
    return record
