"""A cache of proofs within a process.

On small boards, random play reaches the same positions again and again. For the same kind of puzzle
and the same position, the outcome and its cost are the same each time, provided that the remaining
budget is the same or sufficient, also for tables, which are only begun if there is room for all of
them. So outcomes are cached, and their cost is charged again: the output does not reveal whether a
result was cached. What a limit leaves open is not cached.
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
from solver.puzzles.kind import Rejection

# The cache size of each method, in entries of some kilobytes, least recently used first out.
MAX_ENTRIES = 4096

_Kind = TypeVar("_Kind")
_Answer = TypeVar("_Answer")

Prove = Callable[[_Kind, Position, Budget], _Answer]


@dataclass(frozen=True, slots=True)
class _Attempt(Generic[_Answer]):
    """The outcome of a position, or why it was rejected.

    It took `nodes` of the `left` positions in the budget; `required` of them had to be available at
    the beginning, see `Budget`.
    """

    answer: _Answer | Rejection
    nodes: int
    required: float
    left: float

    def serves(self, budget: Budget) -> bool:
        """Return whether the outcome would be the same with what is left of a budget."""
        left = budget.nodes_left
        goes_on = self.nodes < left and self.required <= left and self.required != inf
        return goes_on or left == self.left

    def charge(self, budget: Budget) -> None:
        """Charge its cost to a budget."""
        budget.required = max(budget.required, budget.nodes + self.required)
        budget.nodes += self.nodes


def remembered(prove: Prove[_Kind, _Answer]) -> Prove[_Kind, _Answer]:
    """Cache a method of a kind of puzzles, which may reject a position.

    Its result must depend only on its arguments.
    """
    memory: OrderedDict[object, _Attempt[_Answer]] = OrderedDict()

    @wraps(prove)
    def recalling(kind: _Kind, position: Position, budget: Budget) -> _Answer:
        key = kind, position, budget.memory
        attempt = memory.get(key)
        if attempt is not None and attempt.serves(budget):
            attempt.charge(budget)
        else:
            attempt = memory[key] = _find(prove, kind, position, budget)
        memory.move_to_end(key)
        if len(memory) > MAX_ENTRIES:
            memory.popitem(last=False)
        if isinstance(attempt.answer, Rejection):
            raise Rejection(*attempt.answer.args)
        return attempt.answer

    return recalling


def _find(
    prove: Prove[_Kind, _Answer], kind: _Kind, position: Position, budget: Budget
) -> _Attempt[_Answer]:
    before, left, required = budget.nodes, budget.nodes_left, budget.required
    budget.required = 0.0
    answer: _Answer | Rejection
    try:
        answer = prove(kind, position, budget)
    except Rejection as rejection:
        # A copy, since the raised exception keeps its traceback alive.
        answer = Rejection(*rejection.args)
    attempt = _Attempt(answer, budget.nodes - before, budget.required - before, left)
    budget.required = max(required, budget.required)
    return attempt
