"""Questions about positions, and how they are answered: `solve`, `analyse`, and `ask` for either.

The command line, the workers of `batch` and those of the service all ask a `Question`, so that the
same question has the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from positions.errors import InputError, PositionError
from positions.game import Position
from positions.games import game_of, rules_of
from positions.playing import legal_moves
from positions.text import check_position, format_move, format_position
from positions.values import FLAG, Instances, Words, check
from solver.answers.counting import count_within, with_counts
from solver.answers.model import COUNTS, Analysis, Answer, MoveAnswer, Progress, Value
from solver.answers.moves import (
    MoveValue,
    best_first,
    class_of,
    value_move,
    with_estimates,
)
from solver.engines.choice import OWN_ENGINES, engine_for
from solver.engines.lines import RANK, finished, preference, result_of_move, sign_of
from solver.estimates import Run, estimate_of_position, is_estimated
from solver.estimates import estimate as estimate_position
from solver.games import descriptor_of
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    PlayoutBudget,
    Result,
    Status,
    Watch,
    check_taken,
    playout_budget_of,
)
from solver.interface.ranges import ENGINE_NAMES, TIME

SOLVE, ANALYSE = TASKS = ("solve", "analyse")

_KINDS = {
    "task": Words(TASKS),
    "engine": ENGINE_NAMES,
    **dict.fromkeys(("distance", "value", "par", "count", "fair", "other_turn"), FLAG),
    "estimate": Instances(PlayoutBudget | None, "a PlayoutBudget or None"),
}

# Called with the moves, best first, after each evaluation; an exception from it ends the work.
Show = Callable[[list[MoveAnswer]], None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question: `task` is one of `TASKS`, `engine` a name in `ENGINE_NAMES`.

    The other fields ask for more than the result; those that do not apply to a position are
    ignored. `count` asks for the number of solutions of a solitaire (in an analysis even if that
    takes long), `fair` for the smallest rearrangements that make it matter who moves first (SR9),
    in an analysis, and `other_turn` for the result if the other player were to move, which an
    analysis always includes. `estimate` is the budget of playouts if a limit leaves something
    open. Raises `InputError` for a field with another value.
    """

    task: str = SOLVE
    engine: str = "auto"
    distance: bool = False
    value: bool = False
    par: bool = False
    count: bool = False
    fair: bool = False
    other_turn: bool = False
    estimate: PlayoutBudget | None = None

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            check(name, getattr(self, name), kind)

    def asked(self, position: Position) -> tuple[str, ...]:
        """Return the optional fields of an answer that are written even if they are null."""
        is_counting = self.count and self.task == SOLVE and rules_of(position).persons == 1
        return (*(COUNTS if is_counting else ()), *(("fair",) if self.fair else ()))

    def wanted(self, position: Position) -> Details:
        """Return the details to ask an engine for: those that cost little, and those requested."""
        cheap, rules = descriptor_of(position).is_cheap(position), rules_of(position)
        if rules.persons == 1:
            return Details(par=self.par or cheap)
        return Details(
            distance=self.distance or cheap,
            value=rules.has_value and (self.value or cheap),
            value_if_cheap=rules.has_value,
        )

    def exact(self, position: Position, limits: Limits) -> Limits:
        """Return the limits of the exact search, which leave time for an estimate.

        For a position that cannot be estimated, they are unchanged.
        """
        if self.estimate is None or not is_estimated(position):
            return limits
        descriptor = descriptor_of(position)
        has_kernels = bool(descriptor.kernels_for(position)) or position.game in OWN_ENGINES
        is_fast = has_kernels and self.engine not in ("brute", "sat")
        return self.estimate.exact(limits, is_fast=is_fast)

    def engine_for(self, position: Position) -> Engine:
        """Return the engine; raises `InputError` if it does not take the question."""
        engine = engine_for(self.engine, position)
        check_taken(engine, position)
        return engine


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
    playout_budget = playout_budget_of(estimate, playouts, seed)
    question = Question(SOLVE, engine, distance, value, par, count, estimate=playout_budget)
    return ask(position, question, limits_of(time, nodes, memory, threads))


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
    playout_budget = playout_budget_of(estimate, playouts, seed)
    question = Question(ANALYSE, engine, distance, value, par, count, fair, estimate=playout_budget)
    answer = ask(position, question, limits_of(time, nodes, memory, threads))
    assert isinstance(answer, Analysis)  # noqa: S101 - the task is to analyse
    return answer


def limits_of(time: float | None, nodes: int | None, memory: int | None, threads: int) -> Limits:
    """Return the limits that arguments name; raises `InputError` for a wrong one."""
    if time is not None:
        check("time", time, TIME)
    return Limits(nodes, time, memory, threads)


def ask(
    position: Position, question: Question, limits: Limits, watch: Watch | None = None
) -> Answer:
    """Answer a question within limits: by an `Analysis` if it asks for that.

    Raises `InputError` for a wrong argument, or if the engine does not take the question.
    """
    rules = check_position(position).rules_of(position)
    if rules.solution == "path":
        raise InputError("position: found a knight's tour, expected a position of a game")
    flaws = rules.flaws(position)
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
    if rules_of(position).persons == 1:
        return replace(answer, distance=len(line))
    return answer


def unknown(
    position: Position, question: Question, engine: str, budget: Budget, limit: LimitReached
) -> Answer:
    """Return the answer to a question that a limit left open.

    A finished game needs no search: its result is known whatever the limits are. Its combinatorial
    value, which depends on the moves that the other player still has, remains open.
    """
    is_open = question.value and rules_of(position).has_value
    parts = ended(position, engine, budget, limit)
    is_over = parts["status"] == Status.PROVED
    return Answer(**heading(position), **parts, left_open=["value"] if is_open and is_over else [])


def ended(position: Position, engine: str, budget: Budget, limit: LimitReached) -> dict[str, Any]:
    """Return the status, the value and the cost of a question that a limit ended."""
    outcome = rules_of(position).outcome(position)
    percentage = int(100 * budget.progress)
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
        or not _is_counted(position, question)
    )
    return answer.is_complete and is_whole and bool(legal_moves(position))


def with_rest(
    position: Position, answer: Answer, question: Question, limits: Limits, watch: Watch | None
) -> Answer:
    """Add the solutions to the answer of `solve`, or an estimate, with the remaining limits."""
    if answer.status != Status.PROVED:
        return _with_estimate(position, answer, question, limits, watch)
    if not (question.count and rules_of(position).persons == 1):
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
        return with_estimates(
            position, analysis, question.estimate, limits, budget.watch, values, found
        )
    analysis = _with_other_turn(position, _of_moves(position, answer, values), wanted, oracle)
    if _is_counted(position, question):
        analysis = with_counts(position, analysis, values, budget, is_asked=question.count)
    analysis = replace(analysis, nodes=budget.nodes, seconds=budget.seconds)
    if question.fair:
        analysis = _with_fair(position, analysis, limits, engine, budget.watch)
    return analysis


def _is_counted(position: Position, question: Question) -> bool:
    """Return whether an analysis counts solutions: if that is requested, or costs little."""
    descriptor = descriptor_of(position)
    if not descriptor.counts_solutions or rules_of(position).persons == 2:
        return False
    return question.count or descriptor.is_cheap(position)


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


def move_answers(position: Position, moves: Sequence[MoveValue]) -> list[MoveAnswer]:
    """Return the moves as answers, best first; if any is unknown, so is which are `best`."""
    ordered = best_first(position, moves)
    best = None
    if ordered and ordered[-1].after is not None and ordered[0].after is not None:
        best = preference(position, ordered[0].after)
    return [
        MoveAnswer(
            **{**vars(value_of(position, m.after)), "result": m.result, "distance": m.distance},
            move=format_move(position, m.move),
            best=None if best is None or m.after is None else preference(position, m.after) == best,
        )
        for m in ordered
    ]


def value_of(position: Position, found: Assessment | None) -> Value:
    """Return an assessment as it is answered; all null if there is none."""
    if found is None:
        return Value()
    return Value(
        result=found.result,
        winner=None if found.winner is None else game_of(position).players[found.winner],
        score=found.score,
        distance=found.distance,
        par=found.par,
        value=None if found.value is None else str(found.value),
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
