"""Openings as plain data: the objects that ``openings --json`` prints, one per start."""

from __future__ import annotations

from collections.abc import Sequence

from positions.game import Position
from positions.games import game_of
from positions.text import format_move, format_position
from solver.engines.lines import winner_of
from solver.interface.engine import Status
from solver.questions.openings import Opening, result_of_start
from solver.records.fields import heading, status_of, winner_name
from solver.records.shapes import OpeningRecord, OpeningsRecord


def openings_record(position: Position, openings: Sequence[Opening]) -> OpeningsRecord:
    """Return the object of `openings`: each opening by its moves, and the value of the start.

    An opening's `result` is for the player who begins, and its `distance` counts from the start.
    With several starts (either first mover of a set-up) the first has the `result` and `winner`.
    """
    is_proved = all(opening.verdict.status == Status.PROVED for opening in openings)
    result = result_of_start(o for o in openings if o.start == openings[0].start)
    winner = None if result is None else winner_of(openings[0].start, result)
    return {
        **heading(position),
        "status": Status.PROVED if is_proved else Status.UNKNOWN,
        "result": result,
        "winner": None if winner is None else game_of(position).players[winner],
        "openings": [_opening_record(opening) for opening in openings],
    }


def _opening_record(opening: Opening) -> OpeningRecord:
    verdict = opening.verdict
    found = verdict.found
    return {
        "moves": [format_move(opening.start, move) for move in opening.moves],
        "position": format_position(verdict.position),
        **status_of(verdict.status, verdict.reason, verdict.detail),
        "result": opening.result,
        "winner": None if found is None else winner_name(verdict.position, found),
        "score": None if found is None else found.score,
        "distance": opening.distance,
        "swap": opening.swap,
        "engine": verdict.engine,
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
    }
