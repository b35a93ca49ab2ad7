"""Best play from exact values alone: the order of moves, and lines to the end.

Shared by all engines: a winner hurries and a loser delays where distances are known; where they are
not, the winner only keeps the win. Ties go to the first move in the order of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from positions.game import Move, Outcome, Position
from positions.games import game_of
from positions.grid import EMPTY
from solver.engine import Assessment, Result

Assess = Callable[[Position], Assessment]

RANK = {
    Result.WIN: 2,
    Result.SOLVABLE: 2,
    Result.DRAW: 1,
    Result.LOSS: 0,
    Result.UNSOLVABLE: 0,
}
_FOR_THE_OTHER = {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}


def for_opponent(position: Position, next_position: Position, found: Assessment) -> Assessment:
    """Give what was found after a move, its result being for the opponent of who made the move.

    Mostly the opponent is to move then. In a set-up a player may have two turns running (MM3).
    After a swap (NK6) the turn stays, too, but another person has it, and the board is as it was.
    """
    moves_again = next_position.turn == position.turn and next_position.board != position.board
    if not moves_again or game_of(position).is_solitaire(position):
        return found
    return replace(found, result=_FOR_THE_OTHER.get(found.result, found.result))


def assess_move(position: Position, move: Move, assess: Assess) -> Assessment:
    """Assess the position after a move, its result being for the opponent of who makes it."""
    after = game_of(position).rules.play(position, move)
    return for_opponent(position, after, assess(after))


def result_of_move(position: Position, after: Assessment) -> Result:
    """Give the result for the player who made a move, from what was found for the opponent.

    In solitaire there is one player only, and the result stays.
    """
    if game_of(position).is_solitaire(position):
        return after.result
    return _FOR_THE_OTHER.get(after.result, after.result)


def winner_of(position: Position, result: Result) -> str | None:
    """Give the player who wins a position with this result for the player to move.

    Not simply who wins after the best move: a swap of seats changes which player that is.
    """
    if result == Result.WIN:
        return position.turn
    return game_of(position).opponent(position.turn) if result == Result.LOSS else None


def preference(position: Position, after: Assessment) -> tuple[int, int, int, Fraction]:
    """Give a key that is the larger the better a move is for the player who made it.

    The result comes first, then the margin or the par, then haste of the winner and delay of the
    loser; only where no distance is known, the combinatorial value.
    """
    result = result_of_move(position, after)
    sign = 1 if position.turn == next(iter(game_of(position).players)) else -1
    margin, haste, value = 0, 0, Fraction(0)
    if after.score is not None:
        margin = sign * after.score
    elif after.par is not None:
        margin = -after.par
    if after.distance is not None:
        haste = -after.distance if RANK[result] == 2 else after.distance
    elif after.value is not None:
        value = sign * after.value
    return RANK[result], margin, haste, value


def finished(position: Position, outcome: Outcome) -> Assessment:
    """Give the assessment of a finished game."""
    if game_of(position).is_solitaire(position):
        left = sum(symbol != EMPTY for symbol in position.board.cells)
        result = Result.SOLVABLE if outcome.solved else Result.UNSOLVABLE
        return Assessment(result, distance=0, par=left)
    result = Result.DRAW
    if outcome.winner is not None:
        result = Result.WIN if outcome.winner == position.turn else Result.LOSS
    return Assessment(result, outcome.winner, 0, score=outcome.score)


def best_move(position: Position, assess: Assess) -> Move:
    """Give the best legal move of a position that has one."""
    rules = game_of(position).rules
    return max(
        rules.moves(position),
        key=lambda move: preference(position, assess_move(position, move, assess)),
    )


def best_line(position: Position, assess: Assess) -> tuple[Move, ...]:
    """Give best play to the end. In a game with cycles it ends where a position comes back."""
    rules = game_of(position).rules
    line: list[Move] = []
    seen: set[Position] = set()
    while rules.outcome(position) is None and position not in seen:
        seen.add(position)
        move = best_move(position, assess)
        line.append(move)
        position = rules.play(position, move)
    return tuple(line)
