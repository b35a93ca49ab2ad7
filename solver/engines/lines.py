"""Best play from exact values alone: the order of moves, and lines to the end.

Shared by all engines, and by everything that deals with best moves: lines, the order of an
analysis, hints, the computer's moves and reviews. Best play first keeps the result, then the margin
if the game has one. If distances are known, the winner then hurries and the loser delays; if not,
the winner only keeps the win. Among moves that are equal so far, the best ones keep the largest
lead (the combinatorial value), if that is known and always an integer. Hurrying seldom costs any of
it: on about one small board of Sight Reduction in a thousand, no fastest win keeps as large a lead
as some slower one. Ties go to the first move in the order of the rules, or, if each answer needs a
search, to the one that is proved first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf

from positions.game import Move, Outcome, Position
from positions.games import game_of, rules_of
from positions.grid import EMPTY
from solver.interface.engine import Assessment, Budget, Details, LimitReached, Result

Assess = Callable[[Position], Assessment]
# Assesses a position by searching at most a number of further ones; None if they do not suffice.
Probe = Callable[[Position, float], Assessment | None]

# Returns the combinatorial value of a position; None if it is unknown or not a number.
ValueOf = Callable[[Position], Fraction | None]

# How many positions are searched for each move in one pass over the moves of a position; later
# passes search more. Usually the search already has the answer for one of the moves.
PROBE_NODES = (0, 1 << 10, 1 << 14, 1 << 18, inf)

RANK = {
    Result.WIN: 2,
    Result.SOLVABLE: 2,
    Result.DRAW: 1,
    Result.LOSS: 0,
    Result.UNSOLVABLE: 0,
}
_FOR_THE_OTHER = {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}


def for_opponent(position: Position, next_position: Position, assessment: Assessment) -> Assessment:
    """Return the assessment after a move, with the result for the mover's opponent.

    Usually the opponent is then to move. In a set-up, a player may have two turns in a row (MM3).
    After a swap (NK6) the turn and the board stay the same, but it is another person's turn.
    """
    moves_again = next_position.turn == position.turn and next_position.board != position.board
    if not moves_again or rules_of(position).persons == 1:
        return assessment
    return replace(assessment, result=_FOR_THE_OTHER.get(assessment.result, assessment.result))


def assess_move(position: Position, move: Move, assess: Assess) -> Assessment:
    """Assess the position after a move, with the result for the mover's opponent."""
    after = rules_of(position).play(position, move)
    return for_opponent(position, after, assess(after))


def result_of_move(position: Position, after: Assessment) -> Result:
    """Return the result for the player who made a move, from the result for the opponent.

    In solitaire there is only one player, so the result is the same.
    """
    if rules_of(position).persons == 1:
        return after.result
    return _FOR_THE_OTHER.get(after.result, after.result)


def winner_of(position: Position, result: Result) -> str | None:
    """Return the player who wins a position with this result for the player to move.

    This is not simply the winner after the best move: a swap changes which player that is.
    """
    if result == Result.WIN:
        return position.turn
    return game_of(position).opponent(position.turn) if result == Result.LOSS else None


def plies_to_end(after: Assessment) -> int | None:
    """Return the distance after a move, not counting the move.

    A finished game has distance 0, however it ended. During the game there is no distance in a
    draw, nor if the margin decides: then neither player hurries.
    """
    return None if after.result == Result.DRAW or after.score is not None else after.distance


def preference(position: Position, after: Assessment) -> tuple[int, int, int, Fraction]:
    """Return a sort key that is larger for moves that are better for the player who made them.

    The result comes first, then the margin or the par, then the winner's speed or the loser's
    delay, then the lead; unknown values count as 0.
    """
    result = result_of_move(position, after)
    margin, speed = 0, 0
    if after.score is not None:
        margin = sign_of(position) * after.score
    elif after.par is not None:
        margin = -after.par
    if after.distance is not None:
        speed = -after.distance if RANK[result] == 2 else after.distance
    return RANK[result], margin, speed, lead(position, after.value) or Fraction(0)


def sign_of(position: Position) -> int:
    """Return 1 if the first player, whom positive numbers favour, is to move, else -1."""
    return 1 if position.turn == next(iter(game_of(position).players)) else -1


def counts_lead(position: Position) -> bool:
    """Return whether best play counts the lead: if all values are integers, without `harder`."""
    return rules_of(position).has_value and "harder" not in position.variants


def lead(position: Position, value: Fraction | None) -> Fraction | None:
    """Return a combinatorial value from the mover's point of view; None if it is not counted.

    With `harder` it need not be a number, so that not all moves could be compared by it.
    """
    return sign_of(position) * value if value is not None and counts_lead(position) else None


def wanted_for_line(position: Position, wanted: Details) -> Details:
    """Return the details needed for each position of a line, given those for the first."""
    if counts_lead(position):
        return wanted
    return replace(wanted, value=False, value_if_cheap=False)


def finished(position: Position, outcome: Outcome) -> Assessment:
    """Return the assessment of a finished game."""
    if rules_of(position).persons == 1:
        left = sum(symbol != EMPTY for symbol in position.board.cells)
        result = Result.SOLVABLE if outcome.solved else Result.UNSOLVABLE
        return Assessment(result, distance=0, par=left)
    result = Result.DRAW
    if outcome.winner is not None:
        result = Result.WIN if outcome.winner == position.turn else Result.LOSS
    return Assessment(result, outcome.winner, 0, score=outcome.score)


def best_move(position: Position, assess: Assess) -> Move:
    """Return the best legal move of a position that has one."""
    rules = rules_of(position)
    return max(
        rules.moves(position),
        key=lambda move: preference(position, assess_move(position, move, assess)),
    )


def best_line(position: Position, assess: Assess) -> tuple[Move, ...]:
    """Return best play to the end. In a game with cycles it ends when a position repeats."""
    return _played(position, lambda p: best_move(p, assess))


def probing(assess: Callable[[Position, float], Assessment], budget: Budget) -> Probe:
    """Return a `Probe` that calls `assess`, which raises `LimitReached` at its node limit.

    The probe itself raises it only if a limit of the budget is reached.
    """

    def probe(position: Position, nodes: float) -> Assessment | None:
        try:
            return assess(position, nodes)
        except LimitReached:
            budget.check()
            if nodes == inf:
                raise
            return None

    return probe


def principal_variation(
    position: Position, probe: Probe, value_of: ValueOf = lambda _: None
) -> tuple[Move, ...]:
    """Return best play to the end as a search knows it, without evaluating unexplored moves.

    The proof of a position rests on a move that keeps the result, which is quickly proved again;
    the other moves may take longer than the whole search. `value_of` returns the lead after a move:
    moves that keep less of it are considered only after those that keep more are ruled out. The
    line ends as in `best_line`.
    """
    return _played(position, lambda p: _keeping_move(p, probe, value_of))


def _played(position: Position, choose: Callable[[Position], Move]) -> tuple[Move, ...]:
    rules = rules_of(position)
    line: list[Move] = []
    seen: set[Position] = set()
    while rules.outcome(position) is None and position not in seen:
        seen.add(position)
        move = choose(position)
        line.append(move)
        position = rules.play(position, move)
    return tuple(line)


def _keeping_move(position: Position, probe: Probe, value_of: ValueOf) -> Move:
    """Return the first move proved to be best, of those that keep the largest lead."""
    rules = rules_of(position)
    assessment = probe(position, inf)
    assert assessment is not None  # noqa: S101 - a probe without a limit answers or raises
    by_lead: dict[Fraction, list[tuple[Move, Position]]] = {}
    for move in rules.moves(position):
        after = rules.play(position, move)
        kept = lead(position, value_of(after)) or Fraction(0)
        by_lead.setdefault(kept, []).append((move, after))
    for kept in sorted(by_lead, reverse=True):
        best = _first_shown(position, assessment, by_lead[kept], probe)
        if best is not None:
            return best
    raise RuntimeError("no move keeps the proved result of a position")


def _first_shown(
    position: Position,
    assessment: Assessment,
    moves: Sequence[tuple[Move, Position]],
    probe: Probe,
) -> Move | None:
    """Return the move that is proved soonest to keep the result; None if none does."""
    for nodes in PROBE_NODES:
        for move, next_position in moves:
            after = probe(next_position, nodes)
            if after is not None and _keeps(
                position, assessment, for_opponent(position, next_position, after)
            ):
                return move
    return None


def _keeps(position: Position, assessment: Assessment, after: Assessment) -> bool:
    """Return whether a move with the assessment `after` is as good as the position allows."""
    return (
        result_of_move(position, after) == assessment.result
        and after.score == assessment.score
        and (assessment.distance is None or after.distance == assessment.distance - 1)
    )
