"""Analysis of a position: the exact value of every legal move, from a single oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import fsum
from sys import float_info

from positions.game import Move, Position
from positions.games import game_of
from positions.playing import legal_moves
from solver.engines.lines import (
    RANK,
    for_opponent,
    plies_to_end,
    preference,
    result_of_move,
    sign_of,
)
from solver.estimates.estimate import Bounds, Estimate
from solver.estimates.run import score_of
from solver.games import descriptor_of
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    OutcomeClass,
    Result,
)
from solver.questions.counting import SolutionCount, count_within
from solver.questions.solve import Verdict, unknown, verdict_of
from solver.questions.survivors import Survivors, survivors


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a legal move.

    `after` assesses the position after it, with the result for the mover's opponent; it is None if
    a limit left it open. `result` is for the player who makes the move, `distance` counts plies
    from the analysed position. `counted` has the solutions that begin with the move, and the chance
    of random play after it, if they were counted. `estimate` can only be present if `result` is
    not.
    """

    move: Move
    after: Assessment | None = None
    result: Result | None = None
    distance: int | None = None
    best: bool = False
    counted: SolutionCount | None = None
    estimate: Estimate | None = None


# Called with the moves, best first, after each evaluation; an exception from it ends the work.
Show = Callable[[tuple[MoveValue, ...]], None]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A verdict, every legal move best first, and what they show as a whole.

    `outcome_class` (SR9) is None for draws, and if the turn cannot change: in solitaire, in a
    set-up, and while a swap is open. `survivors` are the pieces that can be the last of a
    solitaire, and `counted` all its solutions and the chance of random play from the position, if
    requested. `left_open` names other requested details that are left open: ``outcome_class``,
    ``solutions``, ``value``. `proved` is the value of the position itself if that was proved before
    a limit left moves open.
    """

    verdict: Verdict
    moves: tuple[MoveValue, ...] = ()
    outcome_class: OutcomeClass | None = None
    survivors: Survivors | None = None
    counted: SolutionCount | None = None
    left_open: tuple[str, ...] = ()
    proved: Assessment | None = None

    @property
    def keeping(self) -> tuple[MoveValue, ...] | None:
        """The moves that keep the result; None if a move is unknown, or there are no moves."""
        found = self.verdict.found
        if found is None or not self.moves:
            return None
        return tuple(move for move in self.moves if move.result == found.result)

    @property
    def only_move(self) -> MoveValue | None:
        """The only move that keeps the result, if other moves lose it."""
        keeping = self.keeping
        return keeping[0] if keeping and len(keeping) == 1 < len(self.moves) else None

    @property
    def zugzwang(self) -> bool | None:
        """Whether the player to move would rather pass: the result or the margin would be better.

        None if there are no moves, if a pass makes no sense, or if it is unknown.
        """
        found, other = self.verdict.found, self.verdict.other_turn
        if found is None or other is None or not self.moves:
            return None
        position = self.verdict.position
        passing = result_of_move(position, other)
        return _standing(position, passing, other) > _standing(position, found.result, found)

    @property
    def at_least(self) -> Result | None:
        """The best result among the known moves: a lower bound while others are unknown."""
        results = [move.result for move in self.moves if move.result is not None]
        return max(results, key=RANK.__getitem__, default=None)

    @property
    def settled(self) -> int:
        """The number of moves with a known value."""
        return sum(move.result is not None for move in self.moves)

    def cost(self, move: MoveValue) -> Fraction | None:
        """Return what a move costs its player, in moves of the lead: at least 1, the turn itself.

        None if the combinatorial values are unknown.
        """
        before = None if self.verdict.found is None else self.verdict.found.value
        after = None if move.after is None else move.after.value
        if before is None or after is None:
            return None
        first = next(iter(game_of(self.verdict.position).players))
        return before - after if self.verdict.position.turn == first else after - before


def _standing(position: Position, result: Result, found: Assessment) -> tuple[int, int]:
    """Return a sort key that is larger for better positions of the player to move."""
    sign = 1 if position.turn == next(iter(game_of(position).players)) else -1
    return RANK[result], sign * (found.score or 0)


def analyse(
    position: Position,
    wanted: Details,
    limits: Limits,
    engine: Engine,
    *,
    counting: bool | None = None,
) -> Analysis:
    """Analyse a position within limits, see `analyse_within`."""
    return analyse_within(position, wanted, Budget(limits), engine, counting=counting)


def analyse_within(
    position: Position,
    wanted: Details,
    budget: Budget,
    engine: Engine,
    *,
    counting: bool | None = None,
    show: Show | None = None,
) -> Analysis:
    """Analyse a position with what is left of a budget.

    Moves that a limit leaves open are listed without a result, and the verdict is `unknown`. What
    `show` receives about a move is final, except for the best moves and the counts, which come at
    the end. `counting` says whether to count the solutions of a solitaire move by move and find its
    survivors; by default this is done if it costs little.
    """
    moves = [MoveValue(move) for move in legal_moves(position)]
    verdict: Verdict | None = None
    try:
        oracle = engine.open(position, budget)
        verdict = verdict_of(position, wanted, oracle, budget)
        for number, unvalued in enumerate(moves):
            moves[number] = value_move(position, unvalued.move, wanted, oracle)
            if show is not None:
                show(best_first(position, moves))
    except LimitReached as limit:
        proved = None if verdict is None else verdict.found
        if verdict is None or moves:
            verdict = unknown(position, engine.name, budget, limit)
        return Analysis(verdict, best_first(position, moves), proved=proved)
    found = Analysis(verdict, best_first(position, moves))
    found = _with_other_turn(found, wanted, oracle)
    if is_counted(position, counting):
        found = _with_counts(found, budget, is_asked=counting is not None)
    verdict = replace(found.verdict, nodes=budget.nodes, seconds=budget.seconds)
    return replace(found, verdict=verdict)


def value_move(position: Position, move: Move, wanted: Details, oracle: Oracle) -> MoveValue:
    """Evaluate a legal move of a position; raises `LimitReached`."""
    game = game_of(position)
    played = game.rules.play(position, move)
    after = for_opponent(position, played, oracle.assess(played, wanted))
    distance = plies_to_end(after)
    if game.is_solitaire(played) and (after.result == Result.SOLVABLE or after.par is not None):
        distance = len(oracle.line(played, wanted))
    return MoveValue(
        move,
        after,
        result_of_move(position, after),
        None if distance is None else distance + 1,
    )


def best_first(position: Position, moves: Sequence[MoveValue]) -> tuple[MoveValue, ...]:
    """Return the moves with the best ones first and marked; unknown ones come last."""
    valued = {m: preference(position, m.after) for m in moves if m.after is not None}
    best = max(valued.values(), default=None)
    ordered = sorted(valued, key=lambda move: valued[move], reverse=True)
    return (
        *(
            replace(move, best=len(valued) == len(moves) and valued[move] == best)
            for move in ordered
        ),
        *(move for move in moves if move.after is None),
    )


def known_bounds(position: Position, moves: Sequence[MoveValue]) -> dict[Move, Bounds]:
    """Return the proved bounds of the moves' scores, for the player who makes them."""
    scores = {
        value.move: score_of(position, value.result, value.after)
        for value in moves
        if value.result is not None and value.after is not None
    }
    return {move: (score, score) for move, score in scores.items()}


def by_chances(position: Position, moves: Sequence[MoveValue], best: Move) -> tuple[MoveValue, ...]:
    """Return the moves best first if some are estimated, ordered by proof or chances.

    A proof comes before an estimate that says the same. Among the estimates, `best` comes first:
    others may have been lucky. Moves about which nothing is known come last.
    """
    proved = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}
    highest = max((move.estimate.win for move in moves if move.estimate is not None), default=0.0)

    def key(move: MoveValue) -> tuple[float, bool, bool, float]:
        if move.result is not None:
            # The sort is stable: proved moves keep their relative order.
            return proved[move.result], True, False, 0.0
        if move.estimate is None:
            return -1.0, False, False, 0.0
        is_best = move.move == best
        margin = sign_of(position) * (move.estimate.score or 0.0)
        return highest if is_best else move.estimate.win, False, is_best, margin

    return tuple(sorted(moves, key=key, reverse=True))


def _with_other_turn(found: Analysis, wanted: Details, oracle: Oracle) -> Analysis:
    """Add the result with the other player to move, and the outcome class."""
    position, own = found.verdict.position, found.verdict.found
    other_turn = game_of(position).other_turn(position)
    if other_turn is None or own is None:
        return found
    try:
        other = oracle.assess(other_turn, wanted)
    except LimitReached:
        return replace(found, left_open=("outcome_class",))
    first = next(iter(game_of(position).players))
    winners = (own.winner, other.winner) if position.turn == first else (other.winner, own.winner)
    verdict = replace(found.verdict, other_turn=other)
    return replace(found, verdict=verdict, outcome_class=_class(first, winners))


def outcome_class(position: Position, oracle: Oracle) -> OutcomeClass | None:
    """Return the outcome class by solving with either player to move; raises `LimitReached`."""
    game = game_of(position)
    if game.other_turn(position) is None:
        return None
    first, second = game.players
    one, other = (oracle.assess(position.with_turn(turn), Details()) for turn in (first, second))
    return _class(first, (one.winner, other.winner))


def _class(first: str, winners: tuple[str | None, str | None]) -> OutcomeClass | None:
    """Return the class, given the winners if the first and if the second player begins."""
    if None in winners:
        return None
    if winners[0] == winners[1]:
        return OutcomeClass.LEFT if winners[0] == first else OutcomeClass.RIGHT
    return OutcomeClass.NEXT if winners[0] == first else OutcomeClass.PREVIOUS


def is_counted(position: Position, counting: bool | None) -> bool:
    """Return whether to count the solutions of a position, see `analyse_within`."""
    descriptor = descriptor_of(position)
    if not descriptor.counts_solutions or not game_of(position).is_solitaire(position):
        return False
    return descriptor.is_cheap(position) if counting is None else counting


def _with_counts(found: Analysis, budget: Budget, *, is_asked: bool) -> Analysis:
    """Add the numbers of solutions, for each move and in total, and the survivors."""
    position = found.verdict.position
    try:
        each = [_counted(position, move, budget) for move in found.moves]
        moves = tuple(
            replace(move, counted=one) for move, one in zip(found.moves, each, strict=True)
        )
        whole = _sum_of(each) if each else count_within(position, budget)
        last = survivors(position, budget)
        return replace(found, moves=moves, counted=whole, survivors=last)
    except LimitReached:
        return replace(found, left_open=("solutions",)) if is_asked else found


def _counted(position: Position, move: MoveValue, budget: Budget) -> SolutionCount:
    """Count the solutions that begin with a move; raises `LimitReached`."""
    if move.result == Result.UNSOLVABLE:
        return SolutionCount(0, 0.0, 0.0)
    return count_within(game_of(position).rules.play(position, move.move), budget)


def _sum_of(each: Sequence[SolutionCount]) -> SolutionCount:
    """Return the sum of the counts after each of the moves."""
    return SolutionCount(
        sum(counted.solutions for counted in each),
        fsum(counted.random_play for counted in each) / len(each),
        max(counted.error for counted in each) + float_info.epsilon,
    )
