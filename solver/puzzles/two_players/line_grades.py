"""How hard it is to find the only moves of a line, measured without any solver.

At each turn of the solver there are some legal moves, of which one is right. A random player finds
it once in as many tries as there are legal moves. A heuristic player prefers moves that gain a king
and give the opponent none (Marvin), then moves that leave many moves to oneself and few to the
opponent, and is tempted by every wrong move that looks no worse than the right one. A turn is worth
the mean of both in bits: half of log2(legal moves) and half of log2(1 + tempting moves). The bits
of a line are added up; but the first move shows what to look for, so a line is called hard if it
has more bits than others with as many choices.

The measure depends only on the rules, the position and the right moves. So it is the same for all
images of a position under the symmetries of its game. Bits are comparable between games, but the
grades depend on the game: a minelayer has at most eight moves, a stone the whole board.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log2, prod

from positions.game import PASS, Move, Position
from positions.games import game_of
from solver.games import descriptor_of
from solver.puzzles.grades import GradeRange, grade_of
from solver.puzzles.kind import Grading

# The limits grow by this factor with every further turn that has a choice.
_RISE = 0.5

Turn = tuple[Position, Move]


def measure(turns: Sequence[Turn]) -> Grading:
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
    rise = 1 + _RISE * max(0, parts["turns"] - 1)
    limits = [rise * limit for limit in descriptor_of(turns[0][0]).puzzles.limits]
    return Grading(grade_of(bits, limits), parts)


def grades_of_turn(game: str, min_choices: int, max_choices: int) -> GradeRange:
    """Return the grades possible for one turn, given the range of legal moves."""
    limits = descriptor_of(game).puzzles.limits
    return GradeRange(grade_of(log2(min_choices) / 2, limits), grade_of(log2(max_choices), limits))


def _tempting(position: Position, right: Move) -> int:
    """Count the wrong moves that look no worse than the right one."""
    looks = look(position, right)
    moves = game_of(position).rules.moves(position)
    return sum(look(position, move) >= looks for move in moves if move != right)


def look(position: Position, move: Move) -> tuple[float, float]:
    """Return how good a move looks, prizes before mobility; greater is better.

    The first number is 1 for a prize (Marvin's kings), minus 1 if the opponent can then get one.
    The second is the number of one's own moves minus the opponent's. The end of the game is
    recognised.
    """
    rules, player = game_of(position).rules, position.turn
    after = rules.play(position, move)
    outcome = rules.outcome(after)
    if outcome is not None:
        return 0.0 if outcome.winner is None else inf if outcome.winner == player else -inf, 0.0
    own, replies = rules.moves(after.with_turn(player)), rules.moves(after)
    prize = descriptor_of(position).puzzles.prize
    prizes = (move.kind == prize) - any(reply.kind == prize for reply in replies)
    return float(prizes), float(_mobility(own) - _mobility(replies))


def _mobility(moves: Sequence[Move]) -> int:
    return sum(move != PASS for move in moves)
