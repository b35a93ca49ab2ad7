"""A step-by-step encoding of Sight Reduction solitaire, for comparison with the removal order.

The usual encoding of a puzzle has variables for the board after every turn, and for every turn says
which piece is removed and what it sees then. `solver.engines.sat.removal_order` instead has an
order of all pieces, and says only once for each piece what it sees. This encoding covers the base
game, `harder` and `easier`, without `keep`.
"""

from __future__ import annotations

from itertools import combinations

from positions.game import Position
from positions.games.sight_reduction import enemy, friend_directions
from positions.grid import EIGHT, EMPTY, Step, ray
from solver.engines.sat.formula import Formula


class RemovalSteps:
    """The clauses of one deal: ``gone s t`` after turn t of its colour, ``goes s t`` on it."""

    def __init__(self, position: Position) -> None:
        self.formula = Formula()
        self._board = position.board
        self._first = position.turn
        self._never = self.formula.variable("never")
        self.formula.add(-self._never)
        colours = (position.turn, enemy(position.turn))
        self._turns = {colour: len(self._board.squares(colour)) - 1 for colour in colours}
        if self._turns[self._first] - self._turns[enemy(self._first)] not in (0, 1):
            self.formula.add()  # SR3a
            return
        for colour, turns in self._turns.items():
            for turn in range(1, turns + 1):
                goes = [self._step(square, turn) for square in self._board.squares(colour)]
                self.formula.add(*goes)
                for a, b in combinations(goes, 2):
                    self.formula.add(-a, -b)
                for square in self._board.squares(colour):
                    self._see(square, turn, colour, friend_directions(position))
                    if "harder" in position.variants:
                        self._see(square, turn, enemy(colour), EIGHT)

    def _gone(self, square: int, turn: int) -> int:
        if turn == 0:
            return self._never
        return self.formula.variable("gone", square, turn)

    def _step(self, square: int, turn: int) -> int:
        """Define the removed piece by what is gone before and after a turn."""
        before, after = self._gone(square, turn - 1), self._gone(square, turn)
        goes = self.formula.variable("goes", square, turn)
        self.formula.imply(before, after)
        self.formula.imply(goes, after, -before)
        self.formula.add(goes, before, -after)
        return goes

    def _see(self, square: int, turn: int, colour: str, directions: tuple[Step, ...]) -> None:
        """State that a piece removed on a turn sees a piece of a colour then (SR1, SR5, SR6)."""
        ways = []
        for direction in directions:
            line = [s for s in ray(*self._board.size, square, direction) if self._board[s] != EMPTY]
            for number, other in enumerate(line):
                if self._board[other] == colour:
                    sees = self.formula.variable("sees", square, other, turn)
                    between = [self._had_gone(s, square, turn) for s in line[:number]]
                    self.formula.imply(sees, -self._had_gone(other, square, turn), *between)
                    ways.append(sees)
        self.formula.add(-self.formula.variable("goes", square, turn), *ways)

    def _had_gone(self, other: int, square: int, turn: int) -> int:
        """Return the literal that a piece had gone before another one's turn."""
        colour = self._board[square]
        is_ahead = self._board[other] == colour or colour == self._first
        return self._gone(other, turn - 1 if is_ahead else turn)
