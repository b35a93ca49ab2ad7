"""All play of a solitaire at once, in tables over the possible sets of pieces.

Pieces never move, so a position of a solitaire is the set of pieces left, and the turn. The pieces
are numbered from 0; a set of pieces is the number with their bits set, and a table is a set of such
sets, again a number: bit `s` is 1 if it contains the set `s`. So computing a property of all sets
(65,536 for 16 pieces) takes only a few operations on large numbers:

- ``a & b``, ``a | b`` and ``a & ~b`` are the sets in both tables, in either, and in the first but
  not the second.
- Where a set `s` holds pieces whose bits add up to `taken`, ``s - taken`` is the set without them.
  So bit `s` of ``table << taken`` says of such a set whether it is in the table once they are
  taken, and bit `t` of ``table >> taken`` says so of the set `t` with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import cycle, islice, product
from operator import or_

from positions.game import Position
from positions.games.sight_reduction import (
    BLACK,
    WHITE,
    enemy,
    friend_directions,
    has_survivors,
    survivors,
)
from positions.grid import EIGHT, EMPTY, Step, ray


@dataclass(frozen=True, slots=True)
class Removal:
    """A removal, as the sum of the pieces' bits, and the table of sets in which it is legal."""

    taken: int
    legal: int

    def after(self, table: int) -> int:
        """Return the sets that this removal leads to from those of a table."""
        return (table & self.legal) >> self.taken

    def before(self, table: int) -> int:
        """Return the sets from which this removal leads to those of a table."""
        return (table << self.taken) & self.legal


class RemovalTables:
    """All play of a solitaire position (SR1, SR3 to SR7) of at most about 20 pieces.

    Entry `k` of `reached` is the table of sets reachable in `k` turns, and entry `k` of `kept` the
    table of those from which a solution is still possible.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._pieces = [s for s, cell in enumerate(position.board.cells) if cell != EMPTY]
        self._bits = {square: 1 << number for number, square in enumerate(self._pieces)}
        self._holding = {square: self._sets_holding(square) for square in self._pieces}
        self._solved = self._solved_sets()
        removals = [list(self._removals(c)) for c in (position.turn, enemy(position.turn))]
        # Each turn takes a piece, so there are no more turns than pieces.
        self._turns = list(islice(cycle(removals), len(self._pieces)))
        self.reached = self._forwards()
        self.kept = self._backwards()

    @property
    def positions(self) -> int:
        """The number of reachable positions, not counting this one."""
        return sum(table.bit_count() for table in self._to_move()) - 1

    @property
    def moves(self) -> int:
        """The number of all moves from these positions and from this one."""
        by_turn = zip(self._to_move(), self._turns, strict=False)
        return sum((table & r.legal).bit_count() for table, turn in by_turn for r in turn)

    @property
    def first_moves(self) -> int:
        """The number of first moves after which a solution is still possible."""
        start = self.reached[0]
        return sum(bool(r.after(start) & self.kept[1]) for turn in self._turns[:1] for r in turn)

    @property
    def ends(self) -> int:
        """The number of sets of pieces that solutions leave."""
        return (reduce(or_, self.reached) & self._solved).bit_count()

    @property
    def solutions(self) -> int:
        """The number of solutions, as sequences of moves."""
        solved = set(_members(self._solved))
        ways = Counter(_members(self.reached[0]))
        total = sum(ways[left] for left in ways.keys() & solved)
        for turn, reached, kept, kept_after in zip(
            self._turns, self.reached, self.kept, self.kept[1:], strict=False
        ):
            after: Counter[int] = Counter()
            for removal in turn:
                # Whatever leads to a kept set is kept as well, so no path is missed.
                for left in _members(reached & kept & removal.before(kept_after)):
                    after[left - removal.taken] += ways[left]
            ways = after
            total += sum(ways[left] for left in ways.keys() & solved)
        return total

    def _to_move(self) -> tuple[int, int]:
        """Return all reached sets, by the player to move: the current one, and the other."""
        return reduce(or_, self.reached[::2], 0), reduce(or_, self.reached[1::2], 0)

    def _forwards(self) -> list[int]:
        reached = [1 << sum(self._bits.values())]
        for turn in self._turns:
            reached.append(reduce(or_, (r.after(reached[-1]) for r in turn), 0))
        return reached

    def _backwards(self) -> list[int]:
        kept = [self._solved]
        for turn in reversed(self._turns):
            kept.append(reduce(or_, (r.before(kept[-1]) for r in turn), self._solved))
        return kept[::-1]

    # The rules.

    def _solved_sets(self) -> int:
        """Return the table of solved sets (SR3, SR4, SR7)."""
        if "pairs" in self._position.variants:
            return 1
        if not has_survivors(self._position):
            return 0
        named, board = survivors(self._position), self._position.board
        ends = product(board.squares(WHITE), board.squares(BLACK)) if named is None else [named]
        return sum(1 << self._bits[white] + self._bits[black] for white, black in ends)

    def _removals(self, colour: str) -> Iterator[Removal]:
        """Return the removals of a colour: single pieces, and with `pairs` also two (SR1, SR7)."""
        alone = {square: self._may_go(square) for square in self._position.board.squares(colour)}
        for square, legal in alone.items():
            yield Removal(self._bits[square], legal)
            if "pairs" in self._position.variants:
                for partner, sight in self._sights(square, friend_directions(self._position)):
                    if partner in alone and square < partner:
                        taken = self._bits[square] + self._bits[partner]
                        yield Removal(taken, sight & legal & alone[partner])

    def _may_go(self, square: int) -> int:
        """Return the table of the sets in which a piece may go alone (SR1, SR5, SR6)."""
        colour = self._position.board[square]
        legal = self._sees(square, colour, friend_directions(self._position))
        if "harder" in self._position.variants:
            legal &= self._sees(square, enemy(colour), EIGHT)
        return legal

    def _sees(self, square: int, colour: str, directions: Sequence[Step]) -> int:
        """Return the table of the sets in which a piece sees one of this colour."""
        board = self._position.board
        sights = self._sights(square, directions)
        return reduce(or_, (sight for other, sight in sights if board[other] == colour), 0)

    def _sights(self, square: int, directions: Sequence[Step]) -> Iterator[tuple[int, int]]:
        """Yield the pieces that a piece can see, each with the table of sets in which it does.

        In these, both are present, and no piece between them.
        """
        board = self._position.board
        for direction in directions:
            is_open = self._holding[square]
            for other in ray(board.width, board.height, square, direction):
                if other in self._holding:
                    yield other, is_open & self._holding[other]
                    is_open &= ~self._holding[other]

    def _sets_holding(self, square: int) -> int:
        """Return the table of the sets that contain a piece.

        In increasing order, they are every second set for the first piece, every second pair of
        sets for the second piece, every second group of four for the third.
        """
        run = self._bits[square]
        table = ((1 << run) - 1) << run
        for bit in self._bits.values():
            if bit > run:
                table |= table << bit
        return table


def _members(table: int) -> Iterator[int]:
    """Yield the sets of a table."""
    digits = bin(table)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)
