"""Answering questions about positions: `solve`, `analyse`, and `ask` for either."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from positions.errors import PositionError
from positions.game import Position
from positions.games import game_of
from positions.text import check_position
from positions.values import Instances, check
from solver.estimates.effort import effort_of
from solver.estimates.estimate import (
    PositionEstimate,
    estimate_of_move,
    estimate_of_position,
    proved_chances,
)
from solver.estimates.run import Run, score_of
from solver.estimates.run import estimate as estimate_position
from solver.interface.engine import Budget, Engine, LimitReached, Limits, Status, Watch
from solver.interface.ranges import TIME
from solver.questions.analysis import MoveValue, Show, analyse_within, by_chances, known_bounds
from solver.questions.answer import Answer
from solver.questions.counting import count as count_solutions
from solver.questions.question import ANALYSE, SOLVE, Question
from solver.questions.solve import Verdict, solve_within


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
) -> Answer:
    """Evaluate every legal move of a position; the parameters are those of `solve`."""
    effort = effort_of(estimate, playouts, seed)
    question = Question(ANALYSE, engine, distance, value, par, count, fair, estimate=effort)
    return ask(position, question, _limits(time, nodes, memory, threads))


def _limits(time: float | None, nodes: int | None, memory: int | None, threads: int) -> Limits:
    if time is not None:
        check("time", time, TIME)
    return Limits(nodes, time, memory, threads)


def ask(
    position: Position, question: Question, limits: Limits, watch: Watch | None = None
) -> Answer:
    """Answer a question within limits.

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

    `show` is called with the moves of an analysis after each evaluation.
    """
    wanted = question.wanted(position)
    if question.task == ANALYSE:
        counting = question.count or None
        analysis = analyse_within(position, wanted, budget, engine, counting=counting, show=show)
        answer = Answer(question, analysis.verdict, analysis)
        if question.fair:
            answer = _with_fair(answer, limits, engine, budget.watch)
        return _with_estimate(answer, limits, budget.watch)
    verdict = solve_within(position, wanted, budget, engine, other_turn=question.other_turn)
    return answer_from(verdict, question, limits, budget.watch)


def answer_from(
    verdict: Verdict, question: Question, limits: Limits, watch: Watch | None = None
) -> Answer:
    """Answer a `solve` question from a verdict, counting solutions with the remaining limits."""
    answer = Answer(question, verdict)
    if verdict.status != Status.PROVED:
        return _with_estimate(answer, limits, watch)
    if not answer.is_counting:
        return answer
    rest = _rest_of(limits, verdict)
    try:
        return replace(answer, counted=count_solutions(verdict.position, rest, watch))
    except LimitReached:
        return answer


def _with_estimate(answer: Answer, limits: Limits, watch: Watch | None) -> Answer:
    """Estimate what a limit left open, if requested."""
    effort, analysis = answer.question.estimate, answer.analysis
    if effort is None or answer.verdict.status == Status.PROVED:
        return answer
    position = answer.position
    run = Run(effort.limits(limits), effort.seed, even=analysis is not None, watch=watch)
    found = estimate_position(
        position, run, None if analysis is None else known_bounds(position, analysis.moves)
    )
    if found is None:
        return answer
    if analysis is None:
        return replace(answer, estimate=estimate_of_position(position, found))
    if analysis.proved is not None:
        proved = proved_chances(score_of(position, analysis.proved.result, analysis.proved))
        found = replace(found, chances=proved._replace(playouts=found.chances.playouts))
    moves = [_with_chances(position, move, found) for move in analysis.moves]
    return replace(
        answer,
        analysis=replace(analysis, moves=by_chances(position, moves, found.best)),
        estimate=estimate_of_position(position, found),
    )


def _with_chances(position: Position, value: MoveValue, found: PositionEstimate) -> MoveValue:
    """Add the estimate of a move, unless the move is proved."""
    if value.result is not None:
        return value
    return replace(value, estimate=estimate_of_move(position, found.moves[value.move]))


def _with_fair(answer: Answer, limits: Limits, engine: Engine, watch: Watch | None) -> Answer:
    """Search for fair set-ups with the remaining limits, if that makes sense."""
    if game_of(answer.position).other_turn(answer.position) is None:
        return answer
    # Imported late: it is rarely needed.
    from solver.questions.fair import fair

    rest = _rest_of(limits, answer.verdict)
    return replace(answer, fair=fair(answer.position, rest, engine, watch))


def _rest_of(limits: Limits, verdict: Verdict) -> Limits:
    """Return what a verdict left of its limits."""
    return replace(
        limits,
        nodes=None if limits.nodes is None else max(limits.nodes - verdict.nodes, 0),
        seconds=None if limits.seconds is None else max(limits.seconds - verdict.seconds, 0.0),
    )
