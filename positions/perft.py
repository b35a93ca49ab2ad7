"""Perft: the number of legal move sequences of each length, by plain enumeration of the rules."""

from __future__ import annotations

from positions.game import SWAP, Position
from positions.games import rules_of


def perft(position: Position, depth: int) -> int:
    """Count the legal move sequences of exactly `depth` plies.

    A forced pass is a ply, a finished game is not continued, and a swap is not counted.
    """
    if depth == 0:
        return 1
    rules = rules_of(position)
    moves = [move for move in rules.moves(position) if move != SWAP]
    if depth == 1:
        return len(moves)
    return sum(perft(rules.play(position, move), depth - 1) for move in moves)
