"""How hard it is to find the only moves of a line, measured without any solver.

At each turn of the one who solves the puzzle there are some legal moves, of which one is right. A
player who knows nothing hits it with luck, once in so many legal moves. A player who counts moves
takes what leaves many to oneself and few to the opponent, and is tempted by every wrong move that
looks no worse than the right one so. A turn asks for the mean of both players' doublings: half of
log2(legal moves) and half of log2(1 + tempting moves), in bits. Over a line they add up.

Nothing but the rules, the position and the right moves goes into that. So it is the same for all
images of a position under the symmetries of its game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log2, prod

from positions.game import PASS, Move, Position
from positions.games import game_of
from solver.puzzles.grades import grade_of
from solver.puzzles.kind import Measured

# The least bits of steady, tricky and cruel puzzles.
LIMITS = (1.5, 2.5, 3.5)

Turn = tuple[Position, Move]


def measure(turns: Sequence[Turn]) -> Measured:
    """Measure positions with the right move of each."""
    legal = [len(game_of(position).rules.moves(position)) for position, _ in turns]
    tempting = [_tempting(position, move) for position, move in turns]
    bits = sum(log2(n) + log2(1 + t) for n, t in zip(legal, tempting, strict=True)) / 2
    parts = {
        "bits": round(bits, 2),
        "random_play": float(f"{1 / prod(legal):.3g}"),
        "tempting": sum(tempting),
        "turns": sum(n > 1 for n in legal),
    }
    return Measured(grade_of(bits, LIMITS), parts)


def _tempting(position: Position, right: Move) -> int:
    """Count the other moves that look no worse than the right one."""
    looks = look(position, right)
    moves = game_of(position).rules.moves(position)
    return sum(look(position, move) >= looks for move in moves if move != right)


def look(position: Position, move: Move) -> float:
    """Say how good a move looks: the moves that are left to oneself, less those of the opponent.

    Where it ends the game that is seen.
    """
    rules, player = game_of(position).rules, position.turn
    after = rules.play(position, move)
    outcome = rules.outcome(after)
    if outcome is not None:
        return 0.0 if outcome.winner is None else inf if outcome.winner == player else -inf
    own = after.with_turn(player)
    return float(_mobility(own) - _mobility(after))


def _mobility(position: Position) -> int:
    return sum(move != PASS for move in game_of(position).rules.moves(position))
