"""Answering questions about positions: `solve`, `analyse`, and `ask` for either."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum
from sys import float_info
from typing import Any

from positions.errors import PositionError
from positions.game import Position
from positions.games import game_of
from positions.playing import legal_moves
from positions.text import check_position, format_move, format_position
from positions.values import Instances, check
from solver.answers.counting import NO_SOLUTION, count_within, survivors
from solver.answers.model import Analysis, Answer, Counts, MoveAnswer, Progress
from solver.answers.moves import (
    MoveValue,
    best_first,
    by_chances,
    class_of,
    known_bounds,
    move_answers,
    value_move,
    value_of,
)
from solver.answers.question import ANALYSE, SOLVE, Question
from solver.engines.lines import RANK, finished, result_of_move, sign_of
from solver.estimates.estimate import (
    PositionEstimate,
    effort_of,
    estimate_of_move,
    estimate_of_position,
)
from solver.estimates.run import Run
from solver.estimates.run import estimate as estimate_position
from solver.games import descriptor_of
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Status,
    Watch,
)
from solver.interface.ranges import TIME

# Called with the moves, best first, after each evaluation; an exception from it ends the work.
Show = Callable[[list[MoveAnswer]], None]


def solve(
    position: Position,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int = 1,
    engine: str = "auto",
    distance: bool = False,
    value: bool = False,
    par: bool = False,
    count: bool = False,
    estimate: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
) -> Answer:
    """Prove the exact value of a position, with a line of best play.

    `time` in seconds, `nodes` in positions and `memory` in MiB are limits: if one is reached first,
    the status is `unknown`. A search uses `threads` threads. A position that remains unsolved is
    estimated for `estimate` seconds, or by `playouts` playouts with the random seed `seed`; the
    exact search before that, unless it has its own limits, gets as many seconds, or a number of
    positions to match the playouts. The other parameters are as in `Question`. Raises `InputError`
    for a wrong argument, if the engine does not take the question, if both kinds of estimates are
    requested, or for a seed without an estimate.
    """
    effort = effort_of(estimate, playouts, seed)
    question = Question(SOLVE, engine, distance, value, par, count, estimate=effort)
    return ask(position, question, _limits(time, nodes, memory, threads))


def analyse(
    position: Position,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int = 1,
    engine: str = "auto",
    distance: bool = False,
    value: bool = False,
    par: bool = False,
    count: bool = False,
    fair: bool = False,
    estimate: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
) -> Analysis:
    """Evaluate every legal move of a position; the parameters are those of `solve`."""
    effort = effort_of(estimate, playouts, seed)
    question = Question(ANALYSE, engine, distance, value, par, count, fair, estimate=effort)
    answer = ask(position, question, _limits(time, nodes, memory, threads))
    assert isinstance(answer, Analysis)  # noqa: S101 - the task is to analyse
    return answer


def _limits(time: float | None, nodes: int | None, memory: int | None, threads: int) -> Limits:
    if time is not None:
        check("time", time, TIME)
    return Limits(nodes, time, memory, threads)


def ask(
    position: Position, question: Question, limits: Limits, watch: Watch | None = None
) -> Answer:
    """Answer a question within limits: by an `Analysis` if it asks for that.

    Raises `InputError` for a wrong argument, or if the engine does not take the question.
    """
    flaws = check_position(position).rules.flaws(position)
    if flaws:
        raise PositionError(flaws)
    check("question", question, Instances(Question, "a Question"))
    check("limits", limits, Instances(Limits, "Limits"))
    check("watch", watch, Instances(Callable | None, "a function or None"))
    engine = question.engine_for(position)
    limits = question.exact(position, limits)
    return ask_within(position, question, limits, Budget(limits, watch), engine)


def ask_within(
    position: Position,
    question: Question,
    limits: Limits,
    budget: Budget,
    engine: Engine,
    show: Show | None = None,
) -> Answer:
    """Answer with an engine that takes the question, from a budget made for it.

    `show` is called with the moves of an analysis after each evaluation: what it receives about a
    move is final, except for the best moves and the counts, which come at the end.
    """
    if question.task == ANALYSE:
        return _analysis(position, question, limits, budget, engine, show)
    try:
        oracle = engine.open(position, budget)
        found = oracle.assess(position, question.wanted(position))
        answer = solved(position, question, found, oracle, budget)
    except LimitReached as limit:
        answer = unknown(position, question, engine.name, budget, limit)
    return with_rest(position, answer, question, limits, budget.watch)


def solved(
    position: Position, question: Question, found: Assessment, oracle: Oracle, budget: Budget
) -> Answer:
    """Return the answer for an assessment, with a line of best play; raises `LimitReached`."""
    wanted = question.wanted(position)
    has_line = found.result != Result.UNSOLVABLE or found.par is not None
    line = oracle.line(position, wanted) if has_line else ()
    other = _other_turn(position, wanted, oracle) if question.other_turn else None
    answer = Answer(
        **heading(position),
        status=Status.PROVED,
        **vars(value_of(position, found)),
        line=[format_move(position, move) for move in line],
        engine=oracle.engine,
        nodes=budget.nodes,
        seconds=budget.seconds,
        other_turn=None if other is None else value_of(position, other),
        left_open=["value"] if question.value and found.value_open else [],
    )
    if game_of(position).is_solitaire(position):
        return replace(answer, distance=len(line))
    return answer


def unknown(
    position: Position, question: Question, engine: str, budget: Budget, limit: LimitReached
) -> Answer:
    """Return the answer to a question that a limit left open.

    A finished game needs no search: its result is known whatever the limits are. Its combinatorial
    value, which depends on the moves that the other player still has, remains open.
    """
    game = game_of(position)
    is_open = question.value and game.has_value and not game.is_solitaire(position)
    parts = ended(position, engine, budget, limit)
    is_over = parts["status"] == Status.PROVED
    return Answer(**heading(position), **parts, left_open=["value"] if is_open and is_over else [])


def ended(position: Position, engine: str, budget: Budget, limit: LimitReached) -> dict[str, Any]:
    """Return the status, the value and the cost of a question that a limit ended."""
    outcome = game_of(position).rules.outcome(position)
    percentage = int(100 * budget.share)
    share = f" after {percentage} % of the work" if percentage else ""
    return {
        "status": Status.UNKNOWN if outcome is None else Status.PROVED,
        "reason": limit.reason if outcome is None else None,
        "detail": f"{limit}{share}" if outcome is None else None,
        **vars(value_of(position, None if outcome is None else finished(position, outcome))),
        "engine": engine,
        "nodes": budget.nodes,
        "seconds": budget.seconds,
    }


def is_final(position: Position, question: Question, answer: Answer) -> bool:
    """Return whether larger limits could not add anything to an answer.

    A limit silently omits counts that were not requested, and everything but the result of a
    finished game: such an answer does not count as final.
    """
    is_whole = (
        not isinstance(answer, Analysis)
        or answer.solutions is not None
        or not is_counted(position, question)
    )
    return answer.is_complete and is_whole and bool(legal_moves(position))


def with_rest(
    position: Position, answer: Answer, question: Question, limits: Limits, watch: Watch | None
) -> Answer:
    """Add the solutions to the answer of `solve`, or an estimate, with the remaining limits."""
    if answer.status != Status.PROVED:
        return _with_estimate(position, answer, question, limits, watch)
    if not (question.count and game_of(position).is_solitaire(position)):
        return answer
    try:
        counted = count_within(position, Budget(_rest_of(limits, answer), watch))
    except LimitReached:
        return replace(answer, left_open=[*answer.left_open, "solutions"])
    return replace(answer, **vars(counted))


def _analysis(
    position: Position,
    question: Question,
    limits: Limits,
    budget: Budget,
    engine: Engine,
    show: Show | None,
) -> Analysis:
    """Value every legal move; what a limit leaves open is listed without a result."""
    wanted = question.wanted(position)
    values = [MoveValue(move) for move in legal_moves(position)]
    found: Assessment | None = None
    try:
        oracle = engine.open(position, budget)
        found = oracle.assess(position, wanted)
        answer = solved(position, question, found, oracle, budget)
        for number, unvalued in enumerate(values):
            values[number] = value_move(position, unvalued.move, wanted, oracle)
            if show is not None:
                show(move_answers(position, values))
    except LimitReached as limit:
        answer = unknown(position, question, engine.name, budget, limit)
        analysis = _of_moves(position, answer, values)
        if question.fair:
            analysis = _with_fair(position, analysis, limits, engine, budget.watch)
        return _with_estimates(position, analysis, question, limits, budget.watch, values, found)
    analysis = _with_other_turn(position, _of_moves(position, answer, values), wanted, oracle)
    if is_counted(position, question):
        analysis = _with_counts(position, analysis, values, budget, is_asked=question.count)
    analysis = replace(analysis, nodes=budget.nodes, seconds=budget.seconds)
    if question.fair:
        analysis = _with_fair(position, analysis, limits, engine, budget.watch)
    return analysis


def _of_moves(position: Position, answer: Answer, values: Sequence[MoveValue]) -> Analysis:
    """Return an analysis: the answer for the position, its moves, and what they show."""
    moves = move_answers(position, values)
    is_known = answer.result is not None and all(move.result is not None for move in moves)
    keeping = [move for move in moves if move.result == answer.result] if is_known else []
    results = [move.result for move in moves if move.result is not None]
    why = Progress(
        moves_settled=len(results),
        moves=len(moves),
        at_least=max(results, key=RANK.__getitem__, default=None),
    )
    return Analysis(
        **vars(answer),
        moves=moves,
        keeping=len(keeping) if is_known and moves else None,
        only_move=keeping[0].move if len(keeping) == 1 < len(moves) else None,
        why=why if answer.status == Status.UNKNOWN else None,
    )


def _other_turn(position: Position, wanted: Details, oracle: Oracle) -> Assessment | None:
    """Assess the position with the other player to move; a limit here is not an error."""
    other = game_of(position).other_turn(position)
    try:
        return None if other is None else oracle.assess(other, wanted)
    except LimitReached:
        return None


def _with_other_turn(
    position: Position, analysis: Analysis, wanted: Details, oracle: Oracle
) -> Analysis:
    """Add the value with the other player to move, the outcome class, and zugzwang."""
    if game_of(position).other_turn(position) is None:
        return analysis
    found = _other_turn(position, wanted, oracle)
    if found is None:
        return replace(analysis, left_open=["outcome_class", *analysis.left_open])
    other = value_of(position, found)
    first = next(iter(game_of(position).players.values()))
    is_first = sign_of(position) == 1
    winners = (analysis.winner, other.winner) if is_first else (other.winner, analysis.winner)
    passing = _rank(position, result_of_move(position, found), other.score)
    is_zugzwang = None
    if analysis.moves and analysis.result is not None:
        is_zugzwang = passing > _rank(position, analysis.result, analysis.score)
    return replace(
        analysis,
        other_turn=other,
        outcome_class=class_of(first, winners),
        zugzwang=is_zugzwang,
    )


def _rank(position: Position, result: Result, score: int | None) -> tuple[int, int]:
    """Return a sort key that is larger for better positions of the player to move."""
    return RANK[result], sign_of(position) * (score or 0)


def is_counted(position: Position, question: Question) -> bool:
    """Return whether an analysis counts solutions: if that is requested, or costs little."""
    descriptor = descriptor_of(position)
    if not descriptor.counts_solutions or not game_of(position).is_solitaire(position):
        return False
    return question.count or descriptor.is_cheap(position)


def _with_counts(
    position: Position,
    analysis: Analysis,
    values: Sequence[MoveValue],
    budget: Budget,
    *,
    is_asked: bool,
) -> Analysis:
    """Add the numbers of solutions, for each move and in total, and the survivors."""
    ordered = best_first(position, values)
    try:
        each = [_counted(position, value, budget) for value in ordered]
        whole = _sum_of(each) if each else count_within(position, budget)
        last = survivors(position, budget)
    except LimitReached:
        left_open = ["solutions", *analysis.left_open] if is_asked else analysis.left_open
        return replace(analysis, left_open=left_open)
    moves = [replace(move, **vars(one)) for move, one in zip(analysis.moves, each, strict=True)]
    return replace(analysis, moves=moves, survivors=last, **vars(whole))


def _counted(position: Position, value: MoveValue, budget: Budget) -> Counts:
    """Count the solutions that begin with a move; raises `LimitReached`."""
    if value.result == Result.UNSOLVABLE:
        return NO_SOLUTION
    return count_within(game_of(position).rules.play(position, value.move), budget)


def _sum_of(each: Sequence[Counts]) -> Counts:
    """Return the sum of the counts after each of the moves."""
    return Counts(
        solutions=str(sum(counted.number_of_solutions for counted in each)),
        random_play=fsum(counted.random_play or 0.0 for counted in each) / len(each),
        random_play_error=max(counted.random_play_error or 0.0 for counted in each)
        + float_info.epsilon,
    )


def _with_estimate(
    position: Position, answer: Answer, question: Question, limits: Limits, watch: Watch | None
) -> Answer:
    """Estimate a position that a limit left open, if requested."""
    if question.estimate is None:
        return answer
    run = Run(question.estimate.limits(limits), question.estimate.seed, watch=watch)
    found = estimate_position(position, run)
    if found is None:
        return answer
    return replace(answer, estimate=estimate_of_position(position, found))


def _with_estimates(
    position: Position,
    analysis: Analysis,
    question: Question,
    limits: Limits,
    watch: Watch | None,
    values: Sequence[MoveValue],
    proved: Assessment | None,
) -> Analysis:
    """Estimate the moves that a limit left open, if requested.

    `proved` is the value of the position itself if that was proved before the limit.
    """
    effort = question.estimate
    if effort is None or analysis.status == Status.PROVED:
        return analysis
    run = Run(effort.limits(limits), effort.seed, even=True, watch=watch)
    found = estimate_position(position, run, known_bounds(position, values, proved))
    if found is None:
        return analysis
    estimate = estimate_of_position(position, found)
    moves = _with_chances(position, analysis.moves, found)
    return replace(analysis, moves=by_chances(position, moves, estimate.best), estimate=estimate)


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


def _with_fair(
    position: Position, analysis: Analysis, limits: Limits, engine: Engine, watch: Watch | None
) -> Analysis:
    """Search for fair set-ups with the remaining limits, if that makes sense."""
    if game_of(position).other_turn(position) is None:
        return analysis
    # Imported late: it is rarely needed.
    from solver.answers.fair import fair

    return replace(analysis, fair=fair(position, _rest_of(limits, analysis), engine, watch))


def _rest_of(limits: Limits, answer: Answer) -> Limits:
    """Return what an answer left of its limits."""
    return replace(
        limits,
        nodes=None if limits.nodes is None else max(limits.nodes - answer.nodes, 0),
        seconds=None if limits.seconds is None else max(limits.seconds - answer.seconds, 0.0),
    )


def heading(position: Position) -> dict[str, Any]:
    """Return the fields of `Heading`."""
    return {
        "position": format_position(position),
        "game": position.game,
        "variants": list(position.variants),
    }
