"""Analysis of a position: the exact value of every legal move, all from one oracle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from positions.game import Move, Position
from positions.games import game_of
from solver.engine import (
    Assessment,
    Budget,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Wanted,
)
from solver.lines import for_opponent, preference, result_of_move
from solver.solve import Question, Verdict, answer, unknown


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a legal move is worth.

    `after` assesses the position after it, the result being for the opponent of who makes the move;
    it is None where a limit left it open. `result` is for the player who makes the move, `distance`
    counts plies from the analysed position on.
    """

    move: Move
    after: Assessment | None = None
    result: Result | None = None
    distance: int | None = None
    best: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """A verdict, every legal move best first, and the outcome class (SR9) of two-player games."""

    verdict: Verdict
    moves: tuple[MoveValue, ...] = ()
    outcome_class: str | None = None


def analyse(
    question: Question,
    limits: Limits,
    engine: Engine,
    watch: Callable[[float], None] | None = None,
) -> Analysis:
    """Analyse a position within limits.

    Moves that a limit leaves open are listed without a result, and the verdict is `unknown`.
    """
    position, budget = question.position, Budget(limits, watch)
    moves = [MoveValue(move) for move in _moves(position)]
    verdict: Verdict | None = None
    won_by: str | None = None
    try:
        oracle = engine.open(position, budget)
        verdict = answer(question, oracle, budget)
        for number, unvalued in enumerate(moves):
            moves[number] = _value(question, unvalued.move, oracle)
        won_by = outcome_class(position, oracle)
    except LimitReached as limit:
        if verdict is None or moves:
            verdict = unknown(position, engine.name, budget, limit)
    else:
        verdict = replace(verdict, nodes=budget.nodes, seconds=budget.seconds)
    return Analysis(verdict, _best_first(position, moves), won_by)


def _moves(position: Position) -> tuple[Move, ...]:
    rules = game_of(position).rules
    return rules.moves(position) if rules.outcome(position) is None else ()


def _value(question: Question, move: Move, oracle: Oracle) -> MoveValue:
    game = game_of(question.position)
    position = game.rules.play(question.position, move)
    found = oracle.assess(position, question.wanted)
    after = for_opponent(question.position, position, found)
    distance = after.distance
    if game.is_solitaire(position) and (after.result == Result.SOLVABLE or after.par is not None):
        distance = len(oracle.line(position, question.wanted))
    return MoveValue(
        move,
        after,
        result_of_move(question.position, after),
        None if distance is None else distance + 1,
    )


def _best_first(position: Position, moves: list[MoveValue]) -> tuple[MoveValue, ...]:
    """Put the best moves first and mark them; moves without a value come last."""
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


def outcome_class(position: Position, oracle: Oracle) -> str | None:
    """Give the outcome class by solving with either player to move.

    None for ties, and where nobody but the player to move can begin: in solitaire, in a set-up, and
    while a swap is open.
    """
    game = game_of(position)
    if game.other_turn(position) is None:
        return None
    first, second = game.players
    winners = [oracle.assess(position.with_turn(turn), Wanted()).winner for turn in (first, second)]
    if None in winners:
        return None
    if winners[0] == winners[1]:
        return "L" if winners[0] == first else "R"
    return "N" if winners[0] == first else "P"
