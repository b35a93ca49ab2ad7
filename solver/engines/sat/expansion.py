"""All play from a two-player position as clauses, for any game, by its rules alone.

A statement says that a player holds out from a position: that play forever, or for a number of
plies, need not end with the opponent's win, or with too small a margin. If the player is to move,
one move must hold out, else all moves. Positions that occur twice are stated once.

A position is won if the opponent cannot hold out forever. Endless play is not a loss, and since
statements may support each other in a cycle, the clauses make it a draw. A position is won within a
number of plies if the opponent cannot hold out for that long.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count

from positions.game import SWAP, Move, Outcome, Position
from positions.games import game_of, rules_of
from solver.engines.combinatorial import Value, game_value
from solver.engines.lines import best_line, finished, wanted_for_line, winner_of
from solver.engines.sat.formula import Formula
from solver.engines.sat.process import SatProcess
from solver.interface.engine import Assessment, Budget, Details, Oracle, Result

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement that a player holds out from a position for `plies`, or forever if None.

    To hold out means not to lose, or with `margin`, to end with at least that margin for the first
    player.
    """

    position: Position
    player: str
    plies: int | None = None
    margin: int | None = None

    def allows(self, outcome: Outcome) -> bool:
        """Return whether the player has held out at the end of a game."""
        if self.margin is None:
            return outcome.winner in (None, self.player)
        return outcome.score is not None and outcome.score >= self.margin

    def after(self, move: Move, position: Position) -> Statement:
        """Return the statement for the position after a move; a swap exchanges players (NK6)."""
        player = game_of(position).opponent(self.player) if move == SWAP else self.player
        plies = None if self.plies is None else self.plies - 1
        return replace(self, position=position, player=player, plies=plies)


class Expansion:
    """Statements as variables, with clauses that link them to those about the next ply.

    A statement and all that it depends on get their clauses on demand.
    """

    def __init__(self, budget: Budget) -> None:
        self.formula = Formula()
        self.margins: set[int] = set()
        self._budget = budget
        self._literals: dict[Statement, int] = {}
        self._expanded: dict[Position, list[tuple[Move, Position]]] = {}

    def literal(self, statement: Statement) -> int:
        """Return a statement's literal, and add all that it depends on; raises `LimitReached`."""
        waiting = [statement] if statement not in self._literals else []
        literal = self._new(statement)
        while waiting:
            for new in self._state(waiting.pop()):
                self._new(new)
                waiting.append(new)
        return literal

    def _new(self, statement: Statement) -> int:
        return self._literals.setdefault(statement, self.formula.variable(statement))

    def _state(self, statement: Statement) -> Iterator[Statement]:
        """Add the clauses of a statement; yield the new statements that it depends on."""
        position, literal = statement.position, self._literals[statement]
        outcome = rules_of(position).outcome(position)
        if outcome is not None:
            if outcome.score is not None:
                self.margins.add(outcome.score)
            if not statement.allows(outcome):
                self.formula.add(-literal)
        elif statement.plies != 0:
            after = [statement.after(*step) for step in self._steps(position)]
            yield from dict.fromkeys(new for new in after if new not in self._literals)
            literals = [self._literals[next_statement] for next_statement in after]
            if position.turn == statement.player:
                self.formula.add(-literal, *literals)
            else:
                self.formula.imply(literal, *literals)

    def _steps(self, position: Position) -> list[tuple[Move, Position]]:
        if position not in self._expanded:
            self._budget.tick()
            rules = rules_of(position)
            self._expanded[position] = [
                (move, rules.play(position, move)) for move in rules.moves(position)
            ]
        return self._expanded[position]


class ExpansionOracle(Oracle):
    """Answers for two-player positions from statements about them."""

    engine = "sat"

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._expansion = Expansion(budget)
        self._known: dict[Statement, bool] = {}
        self._values: dict[Position, Value] = {}
        self._process: SatProcess | None = None
        self._sent = 0

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value; its combinatorial value is computed from the options."""
        outcome = rules_of(position).outcome(position)
        if outcome is not None:
            assessment = finished(position, outcome)
        else:
            with self._solver():
                assessment = self._assess(position, wanted)
        if wanted.value:
            value = game_value(position, self._budget.tick, self._values)
            assessment = replace(assessment, value=value.number)
        return assessment

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        steps = wanted_for_line(position, wanted)
        with self._solver():
            return best_line(position, lambda p: self.assess(p, steps))

    def _assess(self, position: Position, wanted: Details) -> Assessment:
        mover, other = position.turn, game_of(position).opponent(position.turn)
        loser = None
        if not self._holds(Statement(position, other)):
            result, loser = Result.WIN, other
        elif not self._holds(Statement(position, mover)):
            result, loser = Result.LOSS, mover
        else:
            result = Result.DRAW
        score = self._score(position)
        distance = None
        if loser is not None and score is None and wanted.distance:
            distance = next(
                plies
                for plies in count(1)
                if not self._holds(Statement(position, loser, plies=plies))
            )
        return Assessment(result, winner_of(position, result), distance, score=score)

    def _score(self, position: Position) -> int | None:
        """Return the margin under best play: the largest that can be held."""
        first = next(iter(game_of(position).players))
        return next(
            (
                margin
                for margin in sorted(self._expansion.margins, reverse=True)
                if self._holds(Statement(position, first, margin=margin))
            ),
            None,
        )

    def _holds(self, statement: Statement) -> bool:
        """Ask the solver whether a player can hold out."""
        if statement not in self._known:
            assert self._process is not None  # noqa: S101 - asked within `_solver` only
            literal = self._expansion.literal(statement)
            clauses = self._expansion.formula.clauses
            for clause in clauses[self._sent :]:
                self._process.add(*clause)
            self._sent = len(clauses)
            self._known[statement] = self._process.model([literal]) is not None
        return self._known[statement]

    @contextmanager
    def _solver(self) -> Iterator[None]:
        """Keep one solver for all questions in the block."""
        if self._process is not None:
            yield
            return
        clauses = self._expansion.formula.clauses
        self._sent = len(clauses)
        try:
            with SatProcess(clauses, self._budget) as self._process:
                yield
        finally:
            self._process = None
            _LOG.info("encoding: %s", self._expansion.formula.size)
