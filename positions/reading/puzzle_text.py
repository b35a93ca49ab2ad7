"""Positions of puzzles as text: positions of the games, and tours on boards of any size."""

from __future__ import annotations

from positions.game import Position
from positions.games.minelayers_tour_text import looks_like_tour, parse_tour
from positions.text import parse_position


def parse_puzzle(text: str) -> Position:
    """Parse the position in the record of a puzzle; raises `PositionError`."""
    return parse_tour(text) if looks_like_tour(text) else parse_position(text)
