"""Nakatta boards in clauses: which are legal, and whether one can be stuck without a winner.

Forbidden 2×2 patterns (NK1a to NK3) and forbidden placements in them (NK1) are read off the rules,
filling by filling. That a colour has not won (NK5) is expressed by a set of its stones that
contains those on its first edge and is closed under adjacency: it must not reach the other edge.
Everything connected to the first edge is in any such set, so that one exists exactly if the colour
has not won.

Variables, by name:

``stands p c``   a stone of the colour c stands on the point p.
``behind p c``   it is in that set.
``stops p c w``  the 2×2 number w keeps the colour c from the empty point p.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from positions.games.nakatta import BLACK, WHITE, Window, forbidden
from positions.grid import EMPTY, ORTHOGONAL, Board, neighbours, two_by_twos
from solver.engines.sat.formula import Formula
from solver.engines.sat.process import SatProcess
from solver.interface.engine import Budget

COLOURS = (BLACK, WHITE)


class LegalBoards:
    """The legal boards of a size (NK1a), as the models of a formula."""

    def __init__(self, size: int) -> None:
        self.formula = Formula()
        self._size = size
        self._points = range(size * size)
        self._windows = two_by_twos(size, size)
        for point in self._points:
            self.formula.add(*(-self.stands(point, colour) for colour in COLOURS))
        for window in self._windows:
            for cells in product((EMPTY, *COLOURS), repeat=4):
                if forbidden(*cells) is not None:
                    self.formula.add(*self._differs(window, cells))

    def stands(self, point: int, colour: str) -> int:
        """Return the literal for a stone of a colour on a point."""
        return self.formula.variable("stands", point, colour)

    def _differs(self, points: Iterable[int], cells: Iterable[str]) -> list[int]:
        """Return literals of which one holds if the points are filled in any other way."""
        literals = []
        for point, cell in zip(points, cells, strict=True):
            if cell == EMPTY:
                literals += [self.stands(point, colour) for colour in COLOURS]
            else:
                literals.append(-self.stands(point, cell))
        return literals

    def require(self, board: Board) -> None:
        """State that a board's stones are present; its empty points may be filled."""
        for colour in COLOURS:
            for point in board.squares(colour):
                self.formula.add(self.stands(point, colour))

    def require_full(self) -> None:
        """State that no point is empty."""
        for point in self._points:
            self.formula.add(*(self.stands(point, colour) for colour in COLOURS))

    def require_no_winner(self) -> None:
        """State that neither colour has connected its edges (NK5)."""
        last = self._size - 1
        for colour in COLOURS:
            for point in self._points:
                rank, file = divmod(point, self._size)
                along = rank if colour == BLACK else file
                stands, behind = self.stands(point, colour), self._behind(point, colour)
                if along == 0:
                    self.formula.add(-stands, behind)
                if along == last:
                    self.formula.add(-stands, -behind)
                for other in neighbours(self._size, self._size, point, ORTHOGONAL):
                    other_stands = self.stands(other, colour)
                    self.formula.add(-behind, -other_stands, self._behind(other, colour))

    def _behind(self, point: int, colour: str) -> int:
        return self.formula.variable("behind", point, colour)

    def require_stuck(self, colour: str) -> None:
        """State that a colour has no legal placement on any empty point (NK1)."""
        for point in self._points:
            around = [(n, window) for n, window in enumerate(self._windows) if point in window]
            stops = [self.formula.variable("stops", point, colour, n) for n, _ in around]
            is_taken = [self.stands(point, either) for either in COLOURS]
            self.formula.add(*is_taken, *stops)
            for literal, (_, window) in zip(stops, around, strict=True):
                self._state_stops(literal, window, point, colour)

    def _state_stops(self, stops: int, window: Window, point: int, colour: str) -> None:
        """State that a 2×2 stops a stone on its point only if the stone would break a rule."""
        others = [other for other in window if other != point]
        for cells in product((EMPTY, *COLOURS), repeat=3):
            filled = {point: colour, **dict(zip(others, cells, strict=True))}
            if forbidden(*(filled[square] for square in window)) is None:
                self.formula.add(-stops, *self._differs(others, cells))

    def board(self, model: Iterable[int]) -> Board:
        """Return the board that a model describes."""
        true = set(model)
        cells = [
            next((colour for colour in COLOURS if self.stands(point, colour) in true), EMPTY)
            for point in self._points
        ]
        return Board(self._size, self._size, "".join(cells))


def end_without_winner(size: int, budget: Budget) -> Board | None:
    """Return a legal board where neither player can move or has won (NK4); None if none exists.

    It may be full, and need not be reachable in play. Of two boards that differ by exchanging the
    colours, which also exchanges the edges, only one is considered. Raises `LimitReached`.
    """
    boards = LegalBoards(size)
    boards.require_no_winner()
    for colour in COLOURS:
        boards.require_stuck(colour)
    boards.formula.add(-boards.stands(0, WHITE))
    return _found(boards, budget)


def completed(board: Board, budget: Budget) -> Board | None:
    """Return a full legal board that extends a square one (NK1a); None if none exists.

    Raises `LimitReached`.
    """
    boards = LegalBoards(board.width)
    boards.require(board)
    boards.require_full()
    return _found(boards, budget)


def _found(boards: LegalBoards, budget: Budget) -> Board | None:
    with SatProcess(boards.formula.clauses, budget) as process:
        model = process.model()
    return None if model is None else boards.board(model)
