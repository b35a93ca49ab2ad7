"""How hard it is to find the only moves of a line, measured without any solver.

At each turn of the one who solves the puzzle there are some legal moves, of which one is right. A
player who knows nothing hits it with luck, once in so many legal moves. A player who counts takes
what gains a king and gives the opponent none (Marvin), then what leaves many moves to oneself and
few to the opponent, and is tempted by every wrong move that looks no worse than the right one so. A
turn asks for the mean of both players' doublings: half of log2(legal moves) and half of
log2(1 + tempting moves), in bits. Over a line they add up; but who has found the first move knows
what to look for, so a line is called hard where it has more bits than others with as many choices.

Nothing but the rules, the position and the right moves goes into that. So it is the same for all
images of a position under the symmetries of its game. The bits of all games are of one kind, but
the words for them go by the game: a minelayer has at most eight moves, a stone whole boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log2, prod

from positions.game import PASS, Move, Position
from positions.games import game_of
from solver.games import descriptor_of
from solver.puzzles.grades import GradeRange, grade_of
from solver.puzzles.kind import Grading

# They rise by so much of themselves with every further turn that has a choice.
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


def grades_of_turn(game: str, least: int, most: int) -> GradeRange:
    """Return the grades that one turn with so many legal moves can have, none to all tempting."""
    limits = descriptor_of(game).puzzles.limits
    return GradeRange(grade_of(log2(least) / 2, limits), grade_of(log2(most), limits))


def _tempting(position: Position, right: Move) -> int:
    """Count the other moves that look no worse than the right one."""
    looks = look(position, right)
    moves = game_of(position).rules.moves(position)
    return sum(look(position, move) >= looks for move in moves if move != right)


def look(position: Position, move: Move) -> tuple[float, float]:
    """Say how good a move looks, the prizes before the mobility: the greater the better.

    The first is 1 for a prize (Marvin's kings), less 1 if the opponent can get one then. The second
    are the moves that are left to oneself, less those of the opponent. Where a move ends the game
    that is seen.
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
