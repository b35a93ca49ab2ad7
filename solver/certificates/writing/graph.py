"""Writes the graph of a strategy, or of all attempts at a deal, from an engine's answers.

Positions are processed breadth-first, so that in a lasting graph each has the largest bound
required by any path to it. If the hero is to move, one move that keeps the goal is enough:
preferably to an end, then to a position already in the graph, then to one nearest to the end if
that is cheap to know, and then to one with the fewest replies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from positions.game import SWAP, Move, Outcome, Position
from positions.games import game_of
from positions.text import format_move, format_position
from solver.certificates.checking.goals import Bound, End, Goal
from solver.certificates.checking.graph import END, IMAGE, LIVE, SAME
from solver.games import descriptor_of
from solver.interface.engine import Assessment, Budget, Details, LimitReached, Oracle

# Checking this many positions takes a minute or two.
MAX_POSITIONS = 200_000

# A position, up to symmetry, and the player whose strategy it belongs to.
Key = tuple[Position, str | None]


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
    """Builds the graph of one goal. Without a hero, no engine is needed, and `oracle` is None."""

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
        if self._game.rules.outcome(self._root) is not None:
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
        images = self._game.rules.images(position)
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
        rules = self._game.rules
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
        return True, is_new, plies, len(self._game.rules.moves(step.after))

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
