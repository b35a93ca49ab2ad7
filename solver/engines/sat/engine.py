"""The SAT engine: a method that has nothing in common with the others, to confirm what they say."""

from __future__ import annotations

from positions.game import Position
from positions.games import game_of
from solver.games import descriptor_of
from solver.interface.engine import Budget, Details, Engine, Oracle


class SatEngine(Engine):
    """SAT, for two players with little left to play. python-sat is loaded when one is asked."""

    name = "sat"

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Object to solitaire, and to two players with too much to play."""
        game, in_play = game_of(position), descriptor_of(position).in_play
        if game.is_solitaire(position):
            return f"{self.name} has no clauses for this solitaire game"
        found = in_play.count(position)
        if found <= in_play.most:
            return None
        most = f"{in_play.most} {in_play.what}"
        return f"{self.name} takes {game.title} for two with up to {most}, not {found}"

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Prepare to answer; clauses are written when something is asked."""
        from solver.engines.sat.expansion import ExpansionOracle

        return ExpansionOracle(budget)
