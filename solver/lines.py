"""Best play from exact values alone: the order of moves, and lines to the end.

Shared by all engines: a winner hurries and a loser delays where distances are known; where they are
not, the winner only keeps the win. Ties go to the first move in the order of the rules, or to the
one that is shown soonest where each answer has to be searched for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf

from positions.game import Move, Outcome, Position
from positions.games import game_of
from positions.grid import EMPTY
from solver.engine import Assessment, Budget, LimitReached, Result

Assess = Callable[[Position], Assessment]
# The same within so many positions more; None where they do not suffice.
Glance = Callable[[Position, float], Assessment | None]

# What a search may spend on each move of a line before it looks at the others: it mostly has the
# answer, so that nothing is left to do.
GLANCES = (0, 1 << 10, 1 << 14, 1 << 18)

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


def plies_to_end(after: Assessment) -> int | None:
    """Give the distance after a move as that of who makes it counts it, the move left out.

    A game that is over has a distance, 0, however it has ended. On the way there is none in a draw,
    nor where the margin decides: then nobody hurries.
    """
    return None if after.result == Result.DRAW or after.score is not None else after.distance


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
    return _played(position, lambda p: best_move(p, assess))


def glancing(assess: Callable[[Position, float], Assessment], budget: Budget) -> Glance:
    """Give glances from what assesses a position within so many positions or raises `LimitReached`.

    A glance raises it only where the limits of the budget are reached.
    """

    def glance(position: Position, nodes: float) -> Assessment | None:
        try:
            return assess(position, nodes)
        except LimitReached:
            budget.check()
            if nodes == inf:
                raise
            return None

    return glance


def kept_line(position: Position, glance: Glance) -> tuple[Move, ...]:
    """Give best play to the end as a search knows it, without valuing moves that it left alone.

    What is proved of a position rests on a move that keeps it, which is soon shown again; the other
    moves may take longer than all that was searched. It ends as `best_line` does.
    """
    return _played(position, lambda p: _keeping_move(p, glance))


def _played(position: Position, choose: Callable[[Position], Move]) -> tuple[Move, ...]:
    rules = game_of(position).rules
    line: list[Move] = []
    seen: set[Position] = set()
    while rules.outcome(position) is None and position not in seen:
        seen.add(position)
        move = choose(position)
        line.append(move)
        position = rules.play(position, move)
    return tuple(line)


def _keeping_move(position: Position, glance: Glance) -> Move:
    """Give the first move that is shown to be best; where none is shown soon, value all of them."""
    rules = game_of(position).rules
    found = _assessed(position, glance)
    for nodes in GLANCES:
        for move in rules.moves(position):
            next_position = rules.play(position, move)
            after = glance(next_position, nodes)
            if after is not None and _keeps(
                position, found, for_opponent(position, next_position, after)
            ):
                return move
    return best_move(position, lambda p: _assessed(p, glance))


def _assessed(position: Position, glance: Glance) -> Assessment:
    found = glance(position, inf)
    assert found is not None  # noqa: S101 - a glance without a limit answers or raises
    return found


def _keeps(position: Position, found: Assessment, after: Assessment) -> bool:
    """Say whether a move to what is assessed by `after` is as good as the position can be."""
    return (
        result_of_move(position, after) == found.result
        and after.score == found.score
        and (found.distance is None or after.distance == found.distance - 1)
    )
