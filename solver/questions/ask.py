"""How questions about positions are answered: `solve`, `analyse`, and `ask` for either."""

from __future__ import annotations

from dataclasses import replace

from positions.game import Position
from positions.games import game_of
from solver.interface.engine import Budget, Engine, LimitReached, Limits, Status, Watch
from solver.questions.analysis import Show, analyse_within
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
) -> Answer:
    """Prove the exact value of a position, with a line of best play.

    `time` in seconds, `nodes` in positions and `memory` in MiB are limits: where one comes first
    the status is `unknown`. A search has so many `threads`. The others are as in `Question`. Raises
    `InputError` if the engine does not take the question.
    """
    question = Question(SOLVE, engine, distance, value, par, count)
    return ask(position, question, Limits(nodes, time, memory, threads))


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
) -> Answer:
    """Value every legal move of a position; the rest is as for `solve`."""
    question = Question(ANALYSE, engine, distance, value, par, count, fair)
    return ask(position, question, Limits(nodes, time, memory, threads))


def ask(
    position: Position, question: Question, limits: Limits, watch: Watch | None = None
) -> Answer:
    """Answer a question within limits; raises `InputError` if the engine does not take it."""
    engine = question.engine_for(position)
    return ask_within(position, question, limits, Budget(limits, watch), engine)


def ask_within(
    position: Position,
    question: Question,
    limits: Limits,
    budget: Budget,
    engine: Engine,
    show: Show | None = None,
) -> Answer:
    """Answer with an engine that takes the question, from a budget that was made for it.

    `show` is shown the moves of an analysis whenever one more has been valued.
    """
    wanted = question.wanted(position)
    if question.task == ANALYSE:
        counting = question.count or None
        analysis = analyse_within(position, wanted, budget, engine, counting=counting, show=show)
        answer = Answer(question, analysis.verdict, analysis)
        return _with_fair(answer, limits, engine, budget.watch) if question.fair else answer
    verdict = solve_within(position, wanted, budget, engine, other_turn=question.other_turn)
    return answer_from(verdict, question, limits, budget.watch)


def answer_from(
    verdict: Verdict, question: Question, limits: Limits, watch: Watch | None = None
) -> Answer:
    """Answer a question to solve from a verdict, and count with what it has left of its limits."""
    answer = Answer(question, verdict)
    if not answer.is_counting or verdict.status != Status.PROVED:
        return answer
    rest = _rest_of(limits, verdict)
    try:
        return replace(answer, counted=count_solutions(verdict.position, rest, watch))
    except LimitReached:
        return answer


def _with_fair(answer: Answer, limits: Limits, engine: Engine, watch: Watch | None) -> Answer:
    """Look for fair set-ups with what is left of the limits, where that makes sense."""
    if game_of(answer.position).other_turn(answer.position) is None:
        return answer
    # Not imported earlier, since few ask for it.
    from solver.questions.fair import fair

    rest = _rest_of(limits, answer.verdict)
    return replace(answer, fair=fair(answer.position, rest, engine, watch))


def _rest_of(limits: Limits, verdict: Verdict) -> Limits:
    """Return what a verdict has left of its limits."""
    return replace(
        limits,
        nodes=None if limits.nodes is None else max(limits.nodes - verdict.nodes, 0),
        seconds=None if limits.seconds is None else max(limits.seconds - verdict.seconds, 0.0),
    )
