"""The SAT engine: an independent method, to confirm the results of the others."""

from __future__ import annotations

from positions.game import Position
from positions.games import game_of
from solver.games import descriptor_of
from solver.interface.engine import Budget, Details, Engine, Oracle


class SatEngine(Engine):
    """SAT, for two-player positions near the end. python-sat is loaded on demand."""

    name = "sat"

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Object to solitaire, and to two-player positions with too much left to play."""
        game, in_play = game_of(position), descriptor_of(position).in_play
        if game.is_solitaire(position):
            return f"{self.name} has no clauses for this solitaire game"
        count = in_play.count(position)
        if count <= in_play.limit:
            return None
        bound = f"{in_play.limit} {in_play.what}"
        return f"{self.name} takes two-player {game.title} with up to {bound}, not {count}"

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer; clauses are written on demand."""
        from solver.engines.sat.expansion import ExpansionOracle

        return ExpansionOracle(budget)
