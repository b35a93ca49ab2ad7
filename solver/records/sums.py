"""Sums of boards as plain data: the objects that ``solve --sum --json`` prints."""

from __future__ import annotations

from positions.games import game_of
from positions.text import format_move, format_position
from solver.questions.sums import SumVerdict
from solver.records.fields import number_text, status_of
from solver.records.shapes import SumRecord


def sum_record(verdict: SumVerdict) -> SumRecord:
    """Return the object of `solve --sum`; boards are numbered from 1, in the given order."""
    winner, positions = verdict.winner, verdict.positions
    return {
        "positions": [format_position(position) for position in positions],
        **status_of(verdict.status, verdict.reason, verdict.detail),
        "result": verdict.result,
        "winner": None if winner is None else game_of(positions[0]).players[winner],
        "value": number_text(verdict.value),
        "line": [
            {"board": number + 1, "move": format_move(positions[number], move)}
            for number, move in verdict.line
        ],
        "engine": verdict.engine,
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
    }
