"""Which removals keep a Sight Reduction solitaire solvable, for thousands of queries per deal.

This works on masks of squares, since `Position` values would cost more than the search itself.
Results are cached. A count stops as soon as it exceeds its limit; otherwise it is complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple, TypeVar

from positions.game import Position
from positions.games.sight_reduction import BLACK, WHITE
from positions.grid import EMPTY
from solver import _native
from solver.games.sight_reduction import keep as named_survivors
from solver.games.sight_reduction import pack, turn
from solver.interface.engine import Budget

_Answer = TypeVar("_Answer")


class State(NamedTuple):
    """The white and the black pieces as masks of squares, and the player to move: 0 for White."""

    white: int
    black: int
    mover: int

    @property
    def pieces(self) -> int:
        """The number of pieces left."""
        return (self.white | self.black).bit_count()

    def without(self, removal: int) -> State:
        """Return the state after a removal."""
        return State(self.white & ~removal, self.black & ~removal, 1 - self.mover)

    def on(self, position: Position) -> Position:
        """Return the position of a state, given one on the same board."""
        left = self.white | self.black
        cells = "".join(
            symbol if left >> square & 1 else EMPTY
            for square, symbol in enumerate(position.board.cells)
        )
        board = replace(position.board, cells=cells)
        return replace(position, board=board, turn=(WHITE, BLACK)[self.mover])


class _GivenUpError(Exception):
    """A limit ended the search."""


class SolvableOracle:
    """Answers for a position and everything reachable from it."""

    def __init__(self, position: Position, control: _native.BareControl) -> None:
        deal = pack(position)
        self.start = State(deal.white, deal.black, turn(position))
        self._size = deal.width, deal.height
        self._variants = deal.harder, deal.easier, deal.pairs
        self._keep = named_survivors(position)
        self._control = control
        self._memo = _native.SolvableMemo(*self._size, *self._variants, self._keep)

    def is_solvable(self, state: State) -> bool:
        """Return whether a position can be solved."""
        return _answered(self._memo.solvable(*state, self._control))

    def walks(self, seed: int, count: int) -> list[list[int]]:
        """Walk at random from a solvable start; return the mistakes of each walk, turn by turn."""
        return _answered(self._memo.walks(*self.start, seed, count, self._control))

    def solution(self) -> list[int]:
        """Return the removals of a solution from a solvable start."""
        return self._solve(self.start, self._keep)[1]

    def legal(self, state: State) -> list[int]:
        """Return the legal removals, as masks in increasing order."""
        return sorted(
            _native.removals(*self._size, state.white, state.black, *self._variants, state.mover)
        )

    def keeping(self, state: State) -> list[int]:
        """Return the removals after which the position can still be solved, in increasing order."""
        return [
            removal for removal in self.legal(state) if self.is_solvable(state.without(removal))
        ]

    def count_solutions(self, limit: int) -> int:
        """Count the move sequences that solve a solvable start, up to one more than `limit`."""
        return self._count(self.start, limit, {})

    def _count(self, state: State, limit: int, known: dict[State, int]) -> int:
        if state not in known:
            removals = self.keeping(state)
            count = 0 if removals else 1
            for removed in removals:
                count += self._count(state.without(removed), limit, known)
                if count > limit:
                    count = limit + 1
                    break
            known[state] = count
        return known[state]

    def count_ends(self, limit: int) -> int:
        """Count the pairs of last pieces of solutions (SR3), up to one more than `limit`."""
        pairs = product(_squares(self.start.white), _squares(self.start.black))
        return len(list(islice((pair for pair in pairs if self._ends_on(*pair)), limit + 1)))

    def _ends_on(self, white: int, black: int) -> bool:
        """Return whether some solution leaves the pieces on two squares."""
        return self._keep in (None, (white, black)) and self._solve(self.start, (white, black))[0]

    def _solve(self, state: State, keep: tuple[int, int] | None) -> tuple[bool, list[int]]:
        answer = _native.solve_solitaire(
            *self._size,
            state.white,
            state.black,
            *self._variants,
            state.mover,
            keep,
            self._control,
        )
        return _answered(answer)


def _squares(mask: int) -> list[int]:
    return [square for square in range(mask.bit_length()) if mask >> square & 1]


def _answered(answer: _Answer | None) -> _Answer:
    if answer is None:
        raise _GivenUpError
    return answer


def ask(
    position: Position, budget: Budget, question: Callable[[SolvableOracle], _Answer]
) -> _Answer:
    """Ask about a solitaire position within a budget; raises `LimitReached`."""

    def kernel(control: _native.BareControl) -> _Answer | None:
        try:
            return question(SolvableOracle(position, control))
        except _GivenUpError:
            return None

    return budget.run(kernel)
