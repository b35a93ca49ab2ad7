"""The SAT oracle of Sight Reduction solitaire. python-sat is loaded on demand."""

from __future__ import annotations

from math import inf

from positions.game import Move, Position
from positions.games import rules_of
from solver.engines.lines import finished
from solver.interface.engine import Assessment, Budget, Details, Oracle, Result


class SolitaireOracle(Oracle):
    """Answers for solitaire positions of Sight Reduction, each with its own formula.

    `conflicts` caps those of one question, in addition to the limits.
    """

    engine = "sat"

    def __init__(self, budget: Budget, conflicts: float = inf) -> None:
        self._budget = budget
        self._conflicts = conflicts
        self._solutions: dict[Position, tuple[Move, ...] | None] = {}
        self._pars: dict[Position, tuple[int, tuple[Move, ...]]] = {}

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return whether a position is solvable, with its par if that is asked for."""
        outcome = rules_of(position).outcome(position)
        if outcome is not None:
            return finished(position, outcome)
        if self._solution(position) is not None:
            return Assessment(Result.SOLVABLE, par=0 if "pairs" in position.variants else 2)
        return Assessment(Result.UNSOLVABLE, par=self._par(position)[0] if wanted.par else None)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return a solution; for an unsolvable position, an attempt that achieves the par."""
        if rules_of(position).outcome(position) is not None:
            return ()
        solution = self._solution(position)
        return self._par(position)[1] if solution is None else solution

    def _solution(self, position: Position) -> tuple[Move, ...] | None:
        from solver.engines.sat import sight_reduction

        if position not in self._solutions:
            line = sight_reduction.solution(position, self._budget, self._conflicts)
            if line is not None:
                _replay(position, line)
            self._solutions[position] = line
        return self._solutions[position]

    def _par(self, position: Position) -> tuple[int, tuple[Move, ...]]:
        from solver.engines.sat import sight_reduction

        if position not in self._pars:
            par = sight_reduction.min_left(position, self._budget, self._conflicts)
            _replay(position, par[1])
            self._pars[position] = par
        return self._pars[position]


def _replay(position: Position, line: tuple[Move, ...]) -> None:
    """Play a line by the rules, so that an error in the encoding cannot become an answer."""
    rules = rules_of(position)
    for move in line:
        if move not in rules.moves(position):
            raise AssertionError(f"{move} is illegal in {position}")
        position = rules.play(position, move)
    if rules.outcome(position) is None:
        raise AssertionError(f"{position} is not the end of an attempt")
