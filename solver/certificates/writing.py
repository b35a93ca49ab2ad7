"""Writes certificates: solves a position, and proves the answer with the same engine.

The proof is the graph of a strategy or of all attempts at a deal, or the refutation of a deal: what
the checker can check without the engine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from positions.game import SWAP, Move, Outcome, Position
from positions.games import game_of, rules_of
from positions.text import format_move, format_position
from solver.answers.ask import Question, solved, unknown
from solver.answers.model import Answer
from solver.certificates.checking.check import LINE
from solver.certificates.checking.claims import Bound, Claim, End, Goal
from solver.certificates.checking.graph import END, IMAGE, LIVE, SAME
from solver.certificates.checking.refutation import (
    STEPS,
    Propagation,
    starting_clauses,
    starting_title,
    to_refute,
)
from solver.certificates.checking.text import certificate_text
from solver.engines.sat import sight_reduction
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
    Watch,
)

# The maximum number of positions in a graph of all attempts; beyond it, a refutation is shorter.
MAX_ATTEMPTS = 1000

# Checking this many positions, or this many steps of a refutation, takes a minute or two.
MAX_POSITIONS = 200_000
MAX_STEPS = 50_000

_Section = tuple[str, list[str]]
# A position, up to symmetry, and the player whose strategy it belongs to.
Key = tuple[Position, str | None]
# The numbers of a refutation's starting clauses, and its steps, the last one empty.
_TrimmedProof = tuple[list[int], list[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class CertifiedAnswer:
    """An answer with the text of its certificate and the claim.

    If there is none, `missing` says why.
    """

    answer: Answer
    text: str | None = None
    claim: str | None = None
    missing: str | None = None


def certify(
    position: Position,
    question: Question,
    limits: Limits,
    engine: Engine,
    watch: Watch | None = None,
) -> CertifiedAnswer:
    """Solve a position and certify the answer, both within limits.

    If the question asks for the distance, that is certified too; the result with the other player
    to move is not.
    """
    budget = Budget(limits, watch)
    oracle: Oracle | None = None
    try:
        oracle = engine.open(position, budget)
        found = oracle.assess(position, question.wanted(position))
        answer = solved(position, question, found, oracle, budget)
    except LimitReached as limit:
        answer = unknown(position, question, engine.name, budget, limit)
    if answer.result is None:
        return CertifiedAnswer(answer, missing="the position is not solved")
    claim = claim_of(position, answer, question.distance)
    try:
        sections = list(_sections(position, answer, claim, oracle, budget))
    except LimitReached as limit:
        return CertifiedAnswer(answer, missing=str(limit))
    text = claim.text(game_of(position))
    return CertifiedAnswer(answer, certificate_text(position, text, sections), text)


def claim_of(position: Position, answer: Answer, with_distance: bool) -> Claim:
    """Return the claim of a proved answer."""
    game = game_of(position)
    if rules_of(position).persons == 1:
        is_solvable = answer.result == Result.SOLVABLE
        return Claim(is_solvable=is_solvable, par=None if is_solvable else answer.par)
    if answer.score is not None:
        return Claim(score=answer.score)
    symbols = {name: symbol for symbol, name in game.players.items()}
    winner = None if answer.winner is None else symbols[answer.winner]
    return Claim(winner=winner, plies=answer.distance if with_distance else None)


def _sections(
    position: Position, answer: Answer, claim: Claim, oracle: Oracle | None, budget: Budget
) -> Iterator[_Section]:
    """Yield the sections of the proof; raises `LimitReached`."""
    if claim.has_line:
        yield LINE, [f"{number} {move}" for number, move in enumerate(answer.line, start=1)]
    if claim.is_solvable is False:
        yield from _unsolvable(position, claim, budget)
    else:
        for goal in claim.goals(game_of(position)):
            yield goal.title, GraphWriter(position, goal, oracle, budget).lines()


def _unsolvable(position: Position, claim: Claim, budget: Budget) -> Iterator[_Section]:
    """Yield all attempts if they are few, else a refutation."""
    (goal,) = claim.goals(game_of(position))
    try:
        attempts = GraphWriter(position, goal, None, budget, MAX_ATTEMPTS).lines()
        yield goal.title, attempts
    except TooLarge:
        for par in to_refute(position, claim.par):
            yield from _refutation(position, par, budget)


@dataclass(slots=True)
class Vertex:
    """A position of the graph, its bound, and each move with its target: a vertex or a word."""

    position: Position
    hero: str | None
    bound: int
    answers: list[tuple[str, str, Vertex | str]] = field(default_factory=list)
    number: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A move, the position after it, and how the game ended there, if it did."""

    move: Move
    after: Position
    hero: str | None
    outcome: Outcome | None


class TooLarge(LimitReached):
    """A graph would have too many positions."""

    def __init__(self, limit: int) -> None:
        super().__init__("memory", f"the certificate would have more than {limit:,} positions")


class GraphWriter:
    """Builds the graph of one goal. Without a hero, no engine is needed, and `oracle` is None.

    Positions are processed breadth-first, so that in a lasting graph each has the largest bound
    required by any path to it. If the hero is to move, one move that keeps the goal is enough:
    preferably to an end, then to a position already in the graph, then to one nearest to the end if
    that is cheap to know, and then to one with the fewest replies.
    """

    def __init__(
        self,
        root: Position,
        goal: Goal,
        oracle: Oracle | None,
        budget: Budget,
        limit: int = MAX_POSITIONS,
    ) -> None:
        self._game = game_of(root)
        self._goal = goal
        self._oracle = oracle
        self._budget = budget
        self._limit = limit
        self._wanted = Details(
            distance=goal.bound is not None or descriptor_of(root).is_cheap(root)
        )
        self._vertices: dict[Key, Vertex] = {}
        self._waiting: deque[Vertex] = deque()
        self._root = root

    def lines(self) -> list[str]:
        """Return the lines of the graph; raises `LimitReached`."""
        if rules_of(self._root).outcome(self._root) is not None:
            return []
        self._vertex(self._root, self._goal.hero, self._goal.plies or 0)
        while self._waiting:
            self._expand(self._waiting.popleft())
        ordered = self._ordered()
        for number, vertex in enumerate(ordered, start=1):
            vertex.number = number
        return [self._line(vertex) for vertex in ordered]

    def _vertex(self, position: Position, hero: str | None, bound: int) -> Vertex:
        """Return the vertex of a position, a new one if necessary."""
        key = self._key(position, hero)
        vertex = self._vertices.get(key)
        if vertex is None:
            if len(self._vertices) >= self._limit:
                raise TooLarge(self._limit)
            vertex = self._vertices[key] = Vertex(position, hero, bound)
            self._waiting.append(vertex)
        return vertex

    def _key(self, position: Position, hero: str | None) -> Key:
        images = rules_of(position).images(position)
        return min(images, key=lambda image: (image.board.cells, image.keys)), hero

    def _expand(self, vertex: Vertex) -> None:
        """Add the moves of a vertex: all of them, or a good one if the hero is to move."""
        self._budget.tick()
        steps = list(self._steps(vertex))
        if vertex.position.turn == vertex.hero:
            steps = [self._choose(vertex, steps)]
        for step in steps:
            move = format_move(vertex.position, step.move)
            vertex.answers.append((move, *self._target(vertex, step)))

    def _steps(self, vertex: Vertex) -> Iterator[Step]:
        rules = rules_of(vertex.position)
        for move in rules.moves(vertex.position):
            hero, after = vertex.hero, rules.play(vertex.position, move)
            if move == SWAP and hero is not None:
                hero = self._game.opponent(hero)
            yield Step(move, after, hero, rules.outcome(after))

    def _target(self, vertex: Vertex, step: Step) -> tuple[str, Vertex | str]:
        """Return the sign of a move, and the vertex or word that it leads to."""
        if step.outcome is not None:
            return SAME, END
        if self._goal.bound == Bound.LASTING and vertex.bound <= 2:
            return SAME, LIVE
        to = self._vertex(step.after, step.hero, self._bound_after(vertex, step))
        return SAME if to.position == step.after else IMAGE, to

    def _bound_after(self, vertex: Vertex, step: Step) -> int:
        if self._goal.bound == Bound.LASTING:
            return vertex.bound - 1
        if self._goal.bound == Bound.WITHIN:
            return self._assess(step.after).distance or 0
        return 0

    def _choose(self, vertex: Vertex, steps: list[Step]) -> Step:
        """Return a move that keeps the goal, chosen to keep the graph small."""
        for step in sorted(steps, key=self._cost):
            if self._keeps_goal(vertex, step):
                return step
        where = format_position(vertex.position)
        raise AssertionError(f"no move keeps the engine's answer for {where}")

    def _cost(self, step: Step) -> tuple[bool, bool, int, int]:
        if step.outcome is not None:
            return False, False, 0, 0
        is_new = self._key(step.after, step.hero) not in self._vertices
        plies = (self._assess(step.after).distance or 0) if self._wanted.distance else 0
        return True, is_new, plies, len(rules_of(step.after).moves(step.after))

    def _keeps_goal(self, vertex: Vertex, step: Step) -> bool:
        """Return whether best play after a move meets the goal, in time if the goal is in plies."""
        assessment = self._assess(step.after)
        outcome = Outcome(winner=assessment.winner, score=assessment.score)
        is_met = self._goal.is_met_by(End(step.after, outcome, step.hero))
        if self._goal.bound == Bound.LASTING:
            return is_met or (assessment.distance or 0) >= vertex.bound - 1
        if self._goal.bound == Bound.WITHIN:
            return is_met and (assessment.distance or 0) < vertex.bound
        return is_met

    def _assess(self, position: Position) -> Assessment:
        assert self._oracle is not None  # noqa: S101 - without a hero, no engine is asked
        return self._oracle.assess(position, self._wanted)

    def _ordered(self) -> list[Vertex]:
        """Return the vertices in an order in which every move leads further down."""
        before: TopologicalSorter[Key] = TopologicalSorter()
        keys = {id(vertex): key for key, vertex in self._vertices.items()}
        for key, vertex in self._vertices.items():
            before.add(key)
            for _, _, to in vertex.answers:
                if isinstance(to, Vertex):
                    before.add(keys[id(to)], key)
        try:
            return [self._vertices[key] for key in before.static_order()]
        except CycleError:
            raise LimitReached("nodes", "play returns to an earlier position") from None

    def _line(self, vertex: Vertex) -> str:
        bound = [] if self._goal.bound is None else [str(vertex.bound)]
        answers = [
            f"{move}{sign}{to.number if isinstance(to, Vertex) else to}"
            for move, sign, to in vertex.answers
        ]
        return " ".join([str(vertex.number), *bound, format_position(vertex.position), *answers])


def _refutation(position: Position, par: int | None, budget: Budget) -> tuple[_Section, _Section]:
    """Return the sections of a refutation of a claim's negation; raises `LimitReached`."""
    clauses = starting_clauses(position, par)
    proof = sight_reduction.refutation(clauses, budget)
    if proof is None:
        raise AssertionError(
            f"the clauses of {position} have a model, contrary to the engine's answer"
        )
    numbers, steps = _trim(clauses, proof, budget)
    starting = [_clause((number, *clauses[number])) for number in numbers]
    return (starting_title(par), starting), (STEPS, [_clause(step) for step in steps])


def _clause(literals: Sequence[int]) -> str:
    return " ".join(map(str, (*literals, 0)))


def _trim(clauses: Sequence[Sequence[int]], proof: Sequence[str], budget: Budget) -> _TrimmedProof:
    """Trim a solver's proof in DRUP text format to what the empty clause depends on.

    A solver learns much that it never uses. One pass over its proof records which clauses each step
    follows from; steps on which the empty clause does not depend are then left out.
    """
    learnt = [_read(line) for line in proof if not line.startswith("d")]
    if len(learnt) > MAX_STEPS:
        raise LimitReached("memory", f"the proof has more than {MAX_STEPS:,} steps")
    propagation = Propagation()
    for clause in clauses:
        propagation.add(clause)
    rests_on: list[set[int]] = []
    for step in learnt:
        budget.check()
        used = propagation.follows(step)
        if used is None:
            raise AssertionError(f"the solver's step {step} does not follow")
        rests_on.append(used)
        propagation.add(step)
        if not step:
            break
    return _needed(len(clauses), learnt, rests_on)


def _read(line: str) -> list[int]:
    return [int(literal) for literal in line.split()[:-1]]


def _needed(
    starting: int, learnt: Sequence[Sequence[int]], rests_on: list[set[int]]
) -> _TrimmedProof:
    """Return all that the last step depends on; clauses are numbered before steps."""
    needed = {starting + len(rests_on) - 1}
    for number in range(starting + len(rests_on) - 1, starting - 1, -1):
        if number in needed:
            needed |= rests_on[number - starting]
    return (
        sorted(number for number in needed if number < starting),
        [learnt[number - starting] for number in sorted(needed) if number >= starting],
    )
