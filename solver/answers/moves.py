"""The values of a position's moves, their order, estimates of them, and the outcome class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from positions.game import Move, Position
from positions.games import game_of, rules_of
from positions.text import format_move
from solver.answers.model import Analysis, MoveAnswer
from solver.engines.lines import for_opponent, plies_to_end, preference, result_of_move, sign_of
from solver.estimates import (
    NOTHING_KNOWN,
    Bounds,
    PositionEstimate,
    Run,
    estimate_of_move,
    estimate_of_position,
    score_of,
)
from solver.estimates import estimate as estimate_position
from solver.interface.engine import (
    Assessment,
    Details,
    Limits,
    Oracle,
    OutcomeClass,
    PlayoutBudget,
    Result,
    Status,
    Watch,
)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a legal move.

    `after` assesses the position after it, with the result for the mover's opponent; it is None if
    a limit left it open. `result` is for the player who makes the move, `distance` counts plies
    from the position before it.
    """

    move: Move
    after: Assessment | None = None
    result: Result | None = None
    distance: int | None = None


def value_move(position: Position, move: Move, wanted: Details, oracle: Oracle) -> MoveValue:
    """Evaluate a legal move of a position; raises `LimitReached`."""
    played = rules_of(position).play(position, move)
    after = for_opponent(position, played, oracle.assess(played, wanted))
    distance = plies_to_end(after)
    if rules_of(played).persons == 1 and (after.result == Result.SOLVABLE or after.par is not None):
        distance = len(oracle.line(played, wanted))
    return MoveValue(
        move,
        after,
        result_of_move(position, after),
        None if distance is None else distance + 1,
    )


def best_first(position: Position, moves: Sequence[MoveValue]) -> list[MoveValue]:
    """Return the moves with the best ones first; unknown ones come last."""
    valued = [(preference(position, m.after), m) for m in moves if m.after is not None]
    valued.sort(key=lambda pair: pair[0], reverse=True)
    return [*(move for _, move in valued), *(move for move in moves if move.after is None)]


def cost(position: Position, analysis: Analysis, move: MoveAnswer) -> Fraction | None:
    """Return what a move costs its player, in moves of the lead: at least 1, the turn itself.

    None if the combinatorial values are unknown.
    """
    if analysis.value is None or move.value is None:
        return None
    return sign_of(position) * (Fraction(analysis.value) - Fraction(move.value))


def known_bounds(
    position: Position, moves: Sequence[MoveValue], proved: Assessment | None
) -> dict[Move, Bounds]:
    """Return the proved bounds of the moves' scores, for the player who makes them.

    No move is better than the position itself, whose value may be `proved`.
    """
    lowest, highest = NOTHING_KNOWN
    if proved is not None:
        highest = score_of(position, proved.result, proved.score)
    bounds: dict[Move, Bounds] = {}
    for value in moves:
        bounds[value.move] = lowest, highest
        if value.result is not None and value.after is not None:
            score = score_of(position, value.result, value.after.score)
            bounds[value.move] = score, score
    return bounds


def with_estimates(
    position: Position,
    analysis: Analysis,
    playout_budget: PlayoutBudget | None,
    limits: Limits,
    watch: Watch | None,
    values: Sequence[MoveValue],
    proved: Assessment | None,
) -> Analysis:
    """Estimate the moves that a limit left open, if requested.

    `proved` is the value of the position itself if that was proved before the limit.
    """
    if playout_budget is None or analysis.status == Status.PROVED:
        return analysis
    run = Run(playout_budget.limits(limits), playout_budget.seed, even=True, watch=watch)
    found = estimate_position(position, run, known_bounds(position, values, proved))
    if found is None:
        return analysis
    estimate = estimate_of_position(position, found)
    moves = _with_chances(position, analysis.moves, found)
    return replace(analysis, moves=_by_chances(position, moves, estimate.best), estimate=estimate)


def _with_chances(
    position: Position, moves: Sequence[MoveAnswer], found: PositionEstimate
) -> list[MoveAnswer]:
    """Add the estimates of moves that are not proved."""
    chances = {format_move(position, move): each for move, each in found.moves.items()}
    return [
        replace(move, estimate=estimate_of_move(position, chances[move.move]))
        if move.result is None
        else move
        for move in moves
    ]


def _by_chances(
    position: Position, moves: Sequence[MoveAnswer], best: str | None
) -> list[MoveAnswer]:
    """Return the moves best first if some are estimated, ordered by proof or chances.

    A proof comes before an estimate that says the same. Among the estimates, `best` comes first:
    others may have been lucky. Moves about which nothing is known come last.
    """
    proved = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}
    highest = max((move.estimate.win for move in moves if move.estimate is not None), default=0.0)

    def key(move: MoveAnswer) -> tuple[float, bool, bool, float]:
        if move.result is not None:
            # The sort is stable: proved moves keep their relative order.
            return proved[move.result], True, False, 0.0
        if move.estimate is None:
            return -1.0, False, False, 0.0
        is_best = move.move == best
        margin = sign_of(position) * (move.estimate.score or 0.0)
        return highest if is_best else move.estimate.win, False, is_best, margin

    return sorted(moves, key=key, reverse=True)


def outcome_class(position: Position, oracle: Oracle) -> OutcomeClass | None:
    """Return the outcome class by solving with either player to move; raises `LimitReached`."""
    game = game_of(position)
    if game.other_turn(position) is None:
        return None
    first, second = game.players
    one, other = (oracle.assess(position.with_turn(turn), Details()) for turn in (first, second))
    return class_of(first, (one.winner, other.winner))


def class_of(first: str, winners: tuple[str | None, str | None]) -> OutcomeClass | None:
    """Return the class, given the winners if the first and if the second player begins."""
    if None in winners:
        return None
    if winners[0] == winners[1]:
        return OutcomeClass.LEFT if winners[0] == first else OutcomeClass.RIGHT
    return OutcomeClass.NEXT if winners[0] == first else OutcomeClass.PREVIOUS
