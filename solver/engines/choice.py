"""The engines by name, and the one that chooses among them.

Games are searched, except for positions whose table is faster to build, if there is room for it. A
game may have its own engine under the name of a general one.
"""

from __future__ import annotations

from positions.game import Position
from solver.engines import removal
from solver.engines.brute import BruteEngine
from solver.engines.kernel_search import SearchEngine
from solver.engines.retrograde import RetrogradeEngine
from solver.engines.sat.engine import SatEngine
from solver.games import descriptor_of
from solver.interface.engine import Budget, Details, Engine, LimitReached, Oracle


class ChoosingEngine(Engine):
    """The engine that chooses the best method for every position."""

    name = "auto"

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Choose by the kernels; without any, use the reference engine."""
        kernels = descriptor_of(position).kernels_for(position)
        if kernels is None:
            return BruteEngine().open(position, budget)
        if kernels.table_first(position):
            try:
                return RetrogradeEngine().open(position, budget)
            except LimitReached:
                budget.check()
        return SearchEngine().open(position, budget)


# The engines of single games, by the names of the general ones that they replace.
OWN_ENGINES = {"sight-reduction": removal.ENGINES}


class NamedEngine(Engine):
    """An engine by its name: the game's own one, or else a general one."""

    def __init__(self, general: Engine) -> None:
        self.name, self.by_rules = general.name, general.by_rules
        self._general = general

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Return the objection of the engine for the position."""
        return self._for(position).objection(position, wanted)

    def open(self, position: Position, budget: Budget) -> Oracle:
        """Open the position with the engine for it."""
        return self._for(position).open(position, budget)

    def _for(self, position: Position) -> Engine:
        return OWN_ENGINES.get(position.game, {}).get(self.name, self._general)


ENGINES: dict[str, Engine] = {
    engine.name: NamedEngine(engine)
    for engine in (ChoosingEngine(), BruteEngine(), SearchEngine(), RetrogradeEngine(), SatEngine())
}
