"""The moves of an opponent as plain data."""

from __future__ import annotations

from positions.text import format_move, format_position
from solver.opponent.choice import Choice
from solver.opponent.levels import LEVELS, MAX_SECONDS, USUAL_SECONDS
from solver.records.answers import estimate_record
from solver.records.shapes import OpponentRecord, ReplyRecord


def reply_record(choice: Choice) -> ReplyRecord:
    """Return the object of an opponent's move."""
    position = choice.position
    return {
        "position": format_position(position),
        "level": choice.level,
        "move": format_move(position, choice.move),
        "proved": choice.is_proved,
        "estimate": estimate_record(position, choice.estimate),
        "seconds": choice.seconds,
    }


def opponent_record() -> OpponentRecord:
    """Return the levels, and the thinking times of an opponent."""
    return {
        "levels": [{"level": level.number, "sentence": level.sentence} for level in LEVELS],
        "usual_seconds": USUAL_SECONDS,
        "most_seconds": MAX_SECONDS,
    }
