"""The reference engine: every reachable position, by the rules alone.

Slow and plain on purpose. It lists the whole graph of positions breadth-first and then works back
from the ends, as retrograde analysis does, so that cycles are draws and nothing recurses. All other
engines are tested against it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from positions.game import Move, Outcome, Position
from positions.games import game_of, rules_of
from solver.engines.combinatorial import Value, game_value
from solver.engines.lines import (
    best_line,
    finished,
    for_opponent,
    plies_to_end,
    preference,
    result_of_move,
    wanted_for_line,
    winner_of,
)
from solver.interface.engine import Assessment, Budget, Details, Engine, Oracle, Result


@dataclass(frozen=True, slots=True)
class Graph:
    """All reachable positions, numbered, with the numbers of their successors."""

    positions: list[Position]
    successors: list[list[int]]
    outcomes: list[Outcome | None]

    def predecessors(self) -> list[list[int]]:
        """Return the predecessors of each position, once per move."""
        before: list[list[int]] = [[] for _ in self.positions]
        for number, after in enumerate(self.successors):
            for successor in after:
                before[successor].append(number)
        return before


def explore(roots: list[Position], budget: Budget) -> Graph:
    """List the positions reachable from some roots; raises `LimitReached`."""
    rules = rules_of(roots[0])
    numbers = {root: number for number, root in enumerate(dict.fromkeys(roots))}
    graph = Graph(list(numbers), [], [])
    for position in graph.positions:
        budget.tick()
        after: list[int] = []
        outcome = rules.outcome(position)
        for move in rules.moves(position) if outcome is None else ():
            successor = rules.play(position, move)
            if successor not in numbers:
                numbers[successor] = len(numbers)
                graph.positions.append(successor)
            after.append(numbers[successor])
        graph.successors.append(after)
        graph.outcomes.append(outcome)
    return graph


class RetrogradeSolver:
    """The exact values of a graph's positions, found by working back from the ends.

    A position is settled when all its successors are. In a two-player game without a margin it is
    won as soon as one successor is lost; because positions are settled in the order of their
    distances, that is the quickest win. A position that is never settled is a draw by endless play.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._game = game_of(graph.positions[0])
        self._alone = rules_of(graph.positions[0]).persons == 1
        self._settled: list[Assessment | None] = [None] * len(graph.positions)
        self._run()

    def __getitem__(self, number: int) -> Assessment:
        return self._settled[number] or Assessment(Result.DRAW)

    def _run(self) -> None:
        graph, before = self._graph, self._graph.predecessors()
        waiting = [len(after) for after in graph.successors]
        queue = deque(n for n, outcome in enumerate(graph.outcomes) if outcome is not None)
        while queue:
            number = queue.popleft()
            if self._settled[number] is not None:
                continue
            outcome = graph.outcomes[number]
            self._settled[number] = (
                finished(graph.positions[number], outcome)
                if outcome is not None
                else self._from_best(number)
            )
            for predecessor in before[number]:
                waiting[predecessor] -= 1
                if waiting[predecessor] == 0 or self._won_by(predecessor, number):
                    queue.append(predecessor)

    def _won_by(self, number: int, successor: int) -> bool:
        """Return whether a settled move wins, whatever the other moves are."""
        after = self._after(number, successor)
        return not self._alone and after.score is None and after.result == Result.LOSS

    def _after(self, number: int, successor: int) -> Assessment:
        """Return the value of a successor, with the result for the mover's opponent."""
        positions = self._graph.positions
        return for_opponent(positions[number], positions[successor], self[successor])

    def _from_best(self, number: int) -> Assessment:
        """Settle a position by its best settled successor, one ply further."""
        position = self._graph.positions[number]
        after = max(
            (
                self._after(number, successor)
                for successor in self._graph.successors[number]
                if self._settled[successor] is not None
            ),
            key=lambda candidate: preference(position, candidate),
        )
        result = result_of_move(position, after)
        plies = plies_to_end(after)
        return replace(
            after,
            result=result,
            winner=winner_of(position, result),
            distance=None if plies is None else plies + 1,
        )


class BruteOracle(Oracle):
    """Answers for the positions of an explored graph, which grows as needed."""

    engine = "brute"

    def __init__(self, position: Position, budget: Budget) -> None:
        self._budget = budget
        self._values: dict[Position, Value] = {}
        self._explore(position)

    def _explore(self, position: Position) -> None:
        game = game_of(position)
        other = game.other_turn(position)
        graph = explore([position] if other is None else [position, other], self._budget)
        self._solver = RetrogradeSolver(graph)
        self._numbers = {p: number for number, p in enumerate(graph.positions)}

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Look a position up; its combinatorial value, if asked for, comes from the options."""
        if position not in self._numbers:
            self._explore(position)
        assessment = self._solver[self._numbers[position]]
        if wanted.value:
            value = game_value(position, self._budget.tick, self._values)
            assessment = replace(assessment, value=value.number)
        return assessment

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play by the exact values."""
        steps = wanted_for_line(position, wanted)
        return best_line(position, lambda p: self.assess(p, steps))


BRUTE = Engine(name=BruteOracle.engine, open=BruteOracle, by_rules=True)
