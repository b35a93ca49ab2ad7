"""All positions reachable from a board's starts: listed by the rules, or by a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from positions.game import Position
from solver.census.kernel_table import filled_from
from solver.census.listing import list_all
from solver.census.table import TableFacts, table
from solver.interface.engine import Budget, Engine, LimitReached, Limits

# The default maximum numbers of positions listed by the rules and by a kernel.
BY_RULES = 200_000
BY_KERNEL = 20_000_000
# A table with more positions than this is not also listed by the rules.
SMALL = 20_000


def whole(starts: Sequence[Position], engine: Engine, limits: Limits, max_plies: int) -> TableFacts:
    """Return the facts, by the rules alone if these can list everything; raises `LimitReached`.

    With an engine that is `by_rules`, nothing else is used.
    """
    filled = None
    if not engine.by_rules and len(starts) == 1:
        filled = filled_from(starts[0], _budget(limits, BY_KERNEL))
    if filled is None or filled.positions <= SMALL:
        try:
            return table(list_all(starts, _budget(limits, BY_RULES)), max_plies)
        except LimitReached:
            if filled is None:
                raise
    # The table limits the remaining work.
    return filled.facts(max_plies, Budget(replace(limits, nodes=None)))


def _budget(limits: Limits, nodes: int) -> Budget:
    return Budget(replace(limits, nodes=nodes if limits.nodes is None else limits.nodes))
