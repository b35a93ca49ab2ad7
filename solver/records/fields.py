"""Parts shared by several records."""

from __future__ import annotations

from fractions import Fraction

from positions.game import Position
from positions.games import game_of
from positions.text import format_position
from solver.interface.engine import Assessment, Reason, Status
from solver.records.shapes import HeadingRecord, StatusRecord


def heading(position: Position) -> HeadingRecord:
    """Return the first fields of a record about a position."""
    return {
        "position": format_position(position),
        "game": position.game,
        "variants": list(position.variants),
    }


def status_of(status: Status, reason: Reason | None, detail: str | None) -> StatusRecord:
    """Return a status; if it is unknown, with the limit that ended the work."""
    record: StatusRecord = {"status": status}
    if status == Status.UNKNOWN:
        record["reason"] = reason
        if detail is not None:
            record["detail"] = detail
    return record


def winner_name(position: Position, found: Assessment) -> str | None:
    """Return the name of the winning colour; None for a draw and in solitaire."""
    return None if found.winner is None else game_of(position).players[found.winner]


def number_text(value: Fraction | None) -> str | None:
    """Return a value as text, such as ``2`` or ``-1/2``."""
    return None if value is None else str(value)
