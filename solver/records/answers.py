"""Verdicts and analyses as plain data: the objects that ``--json`` prints, one a position.

The names and the order of the fields are part of the public contract of the project. Moves and
positions are in their text forms, values are text such as ``2`` or ``-1/2``, players are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from positions.game import Position
from positions.games import game_of
from positions.text import format_move, format_position
from solver.engines.lines import winner_of
from solver.interface.engine import Assessment, Status
from solver.questions.analysis import Analysis, MoveValue
from solver.questions.counting import Counted
from solver.questions.fair import Fair
from solver.questions.openings import Opening, result_of_start
from solver.questions.solve import Verdict
from solver.questions.sums import SumVerdict

Record = dict[str, object]


def verdict_record(verdict: Verdict) -> Record:
    """Give the object of `solve`: while the status is unknown its answers are all null."""
    position, found = verdict.position, verdict.found
    return {
        **_heading(position),
        **_status(verdict.status, verdict.reason, verdict.detail),
        "result": None if found is None else found.result.value,
        "winner": None if found is None else _winner(position, found),
        "score": None if found is None else found.score,
        "distance": verdict.distance,
        "par": None if found is None else found.par,
        "value": None if found is None else _number(found.value),
        "line": line_of(verdict),
        "engine": verdict.engine,
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
    }


def counted_record(counted: Counted | None) -> Record:
    """Give what `solve --count` adds; None where a limit ended the counting.

    The number of solutions is text, since it may have more digits than a reader's numbers hold.
    """
    return {
        "solutions": None if counted is None else str(counted.solutions),
        "random_play": None if counted is None else counted.random_play,
        "random_play_error": None if counted is None else counted.error,
    }


def left_open_record(names: Sequence[str]) -> Record:
    """Return what names the things that were asked beside the result and are left open, if any."""
    return {"left_open": list(names)} if names else {}


def analysis_record(analysis: Analysis) -> Record:
    """Give the object of `analyse`: that of `solve`, every legal move, and what they show.

    `keeping` is how many moves keep the result. While the status is unknown, `why` says how many
    moves are settled, and the best result among them, which the position has at least.
    """
    verdict = analysis.verdict
    position, other = verdict.position, verdict.other_turn
    keeping, only = analysis.keeping, analysis.only_move
    return {
        **verdict_record(verdict),
        "moves": [_move_record(position, move) for move in analysis.moves],
        "outcome_class": analysis.outcome_class,
        "other_turn": None if other is None else _assessment_record(position, other),
        "zugzwang": analysis.zugzwang,
        "keeping": None if keeping is None else len(keeping),
        "only_move": None if only is None else format_move(position, only.move),
        **({} if analysis.counted is None else counted_record(analysis.counted)),
        **_survivors_record(analysis),
        **left_open_record(analysis.left_open),
        **({"why": _why(analysis)} if verdict.status == Status.UNKNOWN else {}),
    }


def moves_record(position: Position, moves: Sequence[MoveValue]) -> list[Record]:
    """Give the moves of an analysis that goes on; while one is not valued no `best` is known."""
    is_open = any(move.after is None for move in moves)
    records = [_move_record(position, move) for move in moves]
    return [record | {"best": None} for record in records] if is_open else records


def _assessment_record(position: Position, found: Assessment) -> Record:
    """Give what was found with the other player to move; the result is for that player."""
    return {
        "result": found.result.value,
        "winner": _winner(position, found),
        "distance": found.distance,
        "score": found.score,
        "value": _number(found.value),
    }


def _survivors_record(analysis: Analysis) -> Record:
    found = analysis.survivors
    if found is None:
        return {}
    name = analysis.verdict.position.board.name
    return {
        "survivors": {
            "white": [name(square) for square in found.white],
            "black": [name(square) for square in found.black],
        }
    }


def _why(analysis: Analysis) -> Record:
    """Say what is known although a limit ended the analysis."""
    at_least = analysis.at_least
    return {
        "moves_settled": analysis.settled,
        "moves": len(analysis.moves),
        "at_least": None if at_least is None else at_least.value,
    }


def fair_record(fair: Fair) -> Record:
    """Give what `analyse --fair` adds (SR9)."""
    return {
        **_status(fair.status, fair.reason, None),
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


def openings_record(position: Position, openings: Sequence[Opening]) -> Record:
    """Give the object of `openings`: each opening by its moves, and what the start is worth.

    An opening's `result` is for the player who begins, and its `distance` counts from the start.
    With several starts (either first mover of a set-up) the first has the `result` and `winner`.
    """
    is_proved = all(opening.verdict.status == Status.PROVED for opening in openings)
    result = result_of_start(o for o in openings if o.start == openings[0].start)
    winner = None if result is None else winner_of(openings[0].start, result)
    return {
        **_heading(position),
        "status": (Status.PROVED if is_proved else Status.UNKNOWN).value,
        "result": None if result is None else result.value,
        "winner": None if winner is None else game_of(position).players[winner],
        "openings": [_opening_record(opening) for opening in openings],
    }


def _opening_record(opening: Opening) -> Record:
    verdict = opening.verdict
    found = verdict.found
    return {
        "moves": [format_move(opening.start, move) for move in opening.moves],
        "position": format_position(verdict.position),
        **_status(verdict.status, verdict.reason, verdict.detail),
        "result": None if opening.result is None else opening.result.value,
        "winner": None if found is None else _winner(verdict.position, found),
        "score": None if found is None else found.score,
        "distance": opening.distance,
        "swap": opening.swap,
        "engine": verdict.engine,
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
    }


def sum_record(verdict: SumVerdict) -> Record:
    """Give the object of `solve --sum`; boards are numbered from 1 in the order given."""
    winner, positions = verdict.winner, verdict.positions
    return {
        "positions": [format_position(position) for position in positions],
        **_status(verdict.status, verdict.reason, verdict.detail),
        "result": None if verdict.result is None else verdict.result.value,
        "winner": None if winner is None else game_of(positions[0]).players[winner],
        "value": _number(verdict.value),
        "line": [
            {"board": number + 1, "move": format_move(positions[number], move)}
            for number, move in verdict.line
        ],
        "engine": verdict.engine,
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
    }


def line_of(verdict: Verdict) -> list[str]:
    """Give the moves of a verdict's line in their text form."""
    return [format_move(verdict.position, move) for move in verdict.line]


def _heading(position: Position) -> Record:
    return {
        "position": format_position(position),
        "game": position.game,
        "variants": list(position.variants),
    }


def _status(status: Status, reason: str | None, detail: str | None) -> Record:
    record: Record = {"status": status.value}
    if status == Status.UNKNOWN:
        record["reason"] = reason
        if detail is not None:
            record["detail"] = detail
    return record


def _winner(position: Position, found: Assessment) -> str | None:
    return None if found.winner is None else game_of(position).players[found.winner]


def _number(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _move_record(position: Position, move: MoveValue) -> Record:
    after = move.after
    return {
        "move": format_move(position, move.move),
        "result": None if move.result is None else move.result.value,
        "distance": move.distance,
        "score": None if after is None else after.score,
        "value": None if after is None else _number(after.value),
        "best": move.best,
        **({} if move.counted is None else counted_record(move.counted)),
    }
