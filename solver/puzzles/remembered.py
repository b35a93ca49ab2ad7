"""What a process has proved before, and need not prove again.

On small boards random play comes to the same positions again and again. What comes of one is the
same each time, and so is what it takes of the budget, as long as the kind of puzzle and the
position are the same, and as much of the budget is left, or more than it takes, tables that are
begun only where there is room for all of them included. So it is remembered, and what it took is
taken once more: nothing that is written can tell whether it was proved or remembered. What a limit
leaves open is not remembered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from math import inf
from typing import Generic, TypeVar

from positions.game import Position
from solver.interface.engine import Budget
from solver.puzzles.kind import Refused

# So much each method remembers, some kilobytes a time: what was asked for last.
MOST = 4096

_Kind = TypeVar("_Kind")
_Answer = TypeVar("_Answer")

Prove = Callable[[_Kind, Position, Budget], _Answer]


@dataclass(frozen=True, slots=True)
class _Attempt(Generic[_Answer]):
    """What came of a position, or why it was refused.

    That took `nodes` positions of the `left` ones of the budget, of which `demand` had to be left
    at its beginning, see `Budget`.
    """

    answer: _Answer | Refused
    nodes: int
    demand: float
    left: float

    def serves(self, budget: Budget) -> bool:
        """Return whether the same would come of it with what is left of a budget."""
        left = budget.nodes_left
        goes_on = self.nodes < left and self.demand <= left and self.demand != inf
        return goes_on or left == self.left

    def charge(self, budget: Budget) -> None:
        """Take from a budget what it took."""
        budget.demand = max(budget.demand, budget.nodes + self.demand)
        budget.nodes += self.nodes


def remembered(prove: Prove[_Kind, _Answer]) -> Prove[_Kind, _Answer]:
    """Let a method of a kind of puzzles, which may refuse a position, remember what came of it.

    What it gives must depend on nothing but its arguments.
    """
    memory: OrderedDict[object, _Attempt[_Answer]] = OrderedDict()

    @wraps(prove)
    def recalling(kind: _Kind, position: Position, budget: Budget) -> _Answer:
        key = kind, position, budget.memory
        found = memory.get(key)
        if found is not None and found.serves(budget):
            found.charge(budget)
        else:
            found = memory[key] = _find(prove, kind, position, budget)
        memory.move_to_end(key)
        if len(memory) > MOST:
            memory.popitem(last=False)
        if isinstance(found.answer, Refused):
            raise Refused(*found.answer.args)
        return found.answer

    return recalling


def _find(
    prove: Prove[_Kind, _Answer], kind: _Kind, position: Position, budget: Budget
) -> _Attempt[_Answer]:
    before, left, demand = budget.nodes, budget.nodes_left, budget.demand
    budget.demand = 0.0
    answer: _Answer | Refused
    try:
        answer = prove(kind, position, budget)
    except Refused as refused:
        # A copy, since what was raised holds on to all that was at work.
        answer = Refused(*refused.args)
    found = _Attempt(answer, budget.nodes - before, budget.demand - before, left)
    budget.demand = max(demand, budget.demand)
    return found
