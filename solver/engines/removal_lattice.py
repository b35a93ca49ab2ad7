"""The retrograde engine for Sight Reduction: the removal lattice of a deal.

Pieces never move, so a position reached from a deal is a pair of subsets of its white and its black
pieces. One sweep over all of them (`lattice/` in `solver/native/games/sight_reduction/`) answers
for every position reachable from the deal, with either colour to move; sweeps are made on demand,
and kept.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from positions.game import Move, Position
from positions.games import game_of
from positions.games.sight_reduction import BLACK, WHITE, has_survivors, pieces_left
from positions.grid import EMPTY
from solver import _native
from solver.engines.lines import best_line, wanted_for_line, winner_of
from solver.engines.values import is_computable, small_value
from solver.games.removal_pack import keep, pack, pieces, removal, turn
from solver.interface.engine import Assessment, Budget, Details, Engine, Oracle, Result

MAX_PIECES = 32
# Up to this many pieces, a lattice takes no longer than starting a solver's process.
SMALL_LATTICE = 24
NAME = "retrograde"

_Lattice = TypeVar("_Lattice", bound=_native.Lattice)


class LatticeOracle(Oracle):
    """Answers for all positions reachable from a deal, from the lattices swept so far."""

    engine = NAME

    def __init__(self, position: Position, budget: Budget) -> None:
        self._root = position
        self._deal = pack(position)
        self._budget = budget
        self._reached: tuple[Position, _native.ReachableLattice] | None = None

    def serves(self, position: Position) -> bool:
        """Return whether a position's pieces are a subset of the deal's: sweeps cover them all."""
        root = self._root
        return (position.board.size, position.variants, position.keys) == (
            root.board.size,
            root.variants,
            root.keys,
        ) and all(
            cell in (EMPTY, at_root)
            for cell, at_root in zip(position.board.cells, root.board.cells, strict=True)
        )

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value."""
        if game_of(position).is_solitaire(position):
            return self._assess_alone(position, wanted)
        return self._assess_for_two(position, wanted)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play to the end; for an unsolvable deal, to the par."""
        alone = game_of(position).is_solitaire(position)
        if alone and self._assess_alone(position, Details()).result == Result.UNSOLVABLE:
            return self._line_to_par(position)
        steps = wanted_for_line(position, wanted)
        return best_line(position, lambda p: self.assess(p, steps))

    def _assess_alone(self, position: Position, wanted: Details) -> Assessment:
        solvable = has_survivors(position) and self._solvable.solvable(
            *pieces(position), turn(position)
        )
        if solvable:
            return Assessment(Result.SOLVABLE, par=0 if "pairs" in position.variants else 2)
        par = None
        if wanted.par:
            par = self._reachable(position).min_end()[0]
        return Assessment(Result.UNSOLVABLE, par=par)

    def _assess_for_two(self, position: Position, wanted: Details) -> Assessment:
        distance = self._distance(position) if wanted.distance else None
        wins = self._mover_wins(position)
        result = Result.WIN if wins else Result.LOSS
        return Assessment(
            result,
            winner_of(position, result),
            distance,
            self._value(position) if wanted.value or wanted.value_if_cheap else None,
            value_open=wanted.value and not is_computable(position),
        )

    def _mover_wins(self, position: Position) -> bool:
        # The winner makes the last ply, so that a win is an odd number of plies away.
        if self._has_distances:
            return self._distance(position) % 2 == 1
        return self._winners.mover_wins(*pieces(position), turn(position))

    def _distance(self, position: Position) -> int:
        return self._distances.distance(*pieces(position), turn(position))

    def _value(self, position: Position) -> Fraction | None:
        if self._deal.harder:
            return small_value(position, self._budget)
        # A positive value is a win for White either way, a negative one for Black, and 0 a win
        # for the player moving second: see docs/explanation/theory.md.
        for sign, colour in ((1, WHITE), (-1, BLACK)):
            if self._mover_wins(position.with_turn(colour)):
                lead = self._winners.lead(*pieces(position), 0 if colour == WHITE else 1)
                return Fraction(sign * lead)
        return Fraction(0)

    def _line_to_par(self, position: Position) -> tuple[Move, ...]:
        reached = self._reachable(position)
        _, white, black, last_turn = reached.min_end()
        return tuple(removal(mask) for mask in reached.line_to(white, black, last_turn))

    @property
    def _has_distances(self) -> bool:
        return "_distances" in self.__dict__

    @cached_property
    def _winners(self) -> _native.WinLattice:
        return self._sweep("the lattice of winners", _native.WinLattice(*self._deal))

    @cached_property
    def _distances(self) -> _native.DistanceLattice:
        return self._sweep("the lattice of distances", _native.DistanceLattice(*self._deal))

    @cached_property
    def _solvable(self) -> _native.SolvableLattice:
        lattice = _native.SolvableLattice(*self._deal, keep(self._root))
        return self._sweep("the lattice of solvable positions", lattice)

    def _reachable(self, position: Position) -> _native.ReachableLattice:
        """Return the positions reachable from this one; the last answer is cached."""
        if self._reached is None or self._reached[0] != position:
            lattice = _native.ReachableLattice(*pack(position), turn(position))
            self._reached = position, self._sweep("the lattice of reachable positions", lattice)
        return self._reached[1]

    def _sweep(self, what: str, lattice: _Lattice) -> _Lattice:
        """Run a sweep, whose memory and positions are checked against the limits first."""
        budget = self._budget
        budget.require(what, lattice.positions, lattice.bytes)
        budget.run(lambda control: lattice.run(budget.threads, control) or None)
        return lattice


class LatticeEngine(Engine):
    """The removal lattice, for Sight Reduction with up to 32 pieces."""

    name = NAME

    def objection(self, position: Position, wanted: Details) -> str | None:
        """Object to more pieces than a lattice can hold."""
        count = pieces_left(position)
        if count > MAX_PIECES:
            return f"{NAME} takes up to {MAX_PIECES} pieces, not {count}"
        return None

    def open(self, position: Position, budget: Budget) -> LatticeOracle:
        """Prepare the lattice of a deal; sweeps are made on demand."""
        return LatticeOracle(position, budget)
