"""Perft: the number of legal move sequences of each length, by plain enumeration of the rules."""

from __future__ import annotations

from positions.game import Position
from positions.games import game_of


def perft(position: Position, depth: int) -> int:
    """Count the legal move sequences of exactly `depth` plies.

    A forced pass is a ply, and a finished game goes no further.
    """
    if depth == 0:
        return 1
    rules = game_of(position).rules
    moves = rules.moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(rules.play(position, move), depth - 1) for move in moves)
