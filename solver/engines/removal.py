"""The lattice and the search of Sight Reduction, and its combinatorial values.

Pieces never move, so a position reached from a deal is a pair of subsets of its white and its black
pieces. One sweep over the lattice of all of them (`lattice/` in
`solver/native/games/sight_reduction/`) answers for every position reachable from the deal, with
either colour to move; sweeps are made on demand, and kept.

The search solves one position at a time, with any number of pieces: for two players, a negamax
search with exact keys (`search/negamax.hpp` in `solver/native/`); in solitaire, a backward search
from the last pieces (`games/sight_reduction/removal_order/`).

With `harder`, a combinatorial value need not be an integer, nor even a number, and its canonical
form is computed from the options, which is affordable while few pieces are left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TypeVar

from positions.game import Move, Position
from positions.games import rules_of
from positions.games.sight_reduction import BLACK, WHITE, has_survivors, pieces_left
from positions.grid import EMPTY
from solver import _native
from solver.engines.combinatorial import Value, game
from solver.engines.lines import best_line, principal_variation, probing, wanted_for_line, winner_of
from solver.games.sight_reduction import keep, pack, pieces, removal, turn
from solver.interface.engine import Assessment, Budget, Details, Engine, Oracle, Result

LATTICE, SEARCH = "retrograde", "search"
# The most pieces of a lattice, and of a combinatorial value with `harder`.
MAX_PIECES = 32
MAX_PIECES_OF_VALUE = 16
# Up to this many pieces, a lattice takes no longer than starting a solver's process.
SMALL_LATTICE = 24

Known = dict[tuple[int, int], Value]

_Lattice = TypeVar("_Lattice", bound=_native.Lattice)
_Answer = TypeVar("_Answer")


class LatticeOracle(Oracle):
    """Answers for all positions reachable from a deal, from the lattices swept so far."""

    engine = LATTICE

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
        if rules_of(position).persons == 1:
            return self._assess_alone(position, wanted)
        return self._assess_for_two(position, wanted)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        """Return best play to the end; for an unsolvable deal, to the par."""
        alone = rules_of(position).persons == 1
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


def _too_many(position: Position) -> str | None:
    count = pieces_left(position)
    return f"{LATTICE} takes up to {MAX_PIECES} pieces, not {count}" if count > MAX_PIECES else None


LATTICE_ENGINE = Engine(name=LATTICE, open=LatticeOracle, objection=_too_many)


class SearchOracle(Oracle):
    """Answers one position at a time; what the tables hold serves the next question.

    `nodes` caps the positions searched for one question, in addition to the limits. `search` has
    the tables of a two-player search, if they exist already.
    """

    engine = SEARCH

    def __init__(
        self,
        position: Position,
        budget: Budget,
        nodes: float = inf,
        search: _native.TwoPlayerSearch | None = None,
    ) -> None:
        self._position = position
        self._given = search
        self._budget = budget
        self._nodes = nodes
        self._solutions: dict[Position, tuple[Move, ...] | None] = {}

    def assess(self, position: Position, wanted: Details) -> Assessment:
        """Return a position's exact value, without the par of an unsolvable deal."""
        if rules_of(position).persons == 1:
            if self._solution(position) is None:
                return Assessment(Result.UNSOLVABLE)
            return Assessment(Result.SOLVABLE, par=0 if "pairs" in position.variants else 2)
        assessment = self._assess(position, wanted, inf)
        if not wanted.value:
            return assessment
        is_open = not is_computable(position)
        return replace(assessment, value=self._value(position), value_open=is_open)

    def _assess(self, position: Position, wanted: Details, nodes: float) -> Assessment:
        """Assess a two-player position within `nodes` positions, without its game value."""
        packed = (*pieces(position), turn(position))
        distance: int | None = None
        if wanted.distance:
            distance = self._run(lambda c: self._search.distance(*packed, c), nodes)
        wins = (
            self._run(lambda c: self._search.mover_wins(*packed, c), nodes)
            if distance is None
            else distance % 2 == 1
        )
        result = Result.WIN if wins else Result.LOSS
        return Assessment(result, winner_of(position, result), distance)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        if rules_of(position).persons == 1:
            return self._solution(position) or ()
        probe = probing(lambda p, nodes: self._assess(p, wanted, nodes), self._budget)
        if wanted_for_line(position, wanted).value:
            return principal_variation(position, probe, self._value)
        return principal_variation(position, probe)

    def _value(self, position: Position) -> Fraction | None:
        if "harder" in position.variants:
            return small_value(position, self._budget)
        return Fraction(self._run(lambda c: self._search.value(*pieces(position), c)))

    def _solution(self, position: Position) -> tuple[Move, ...] | None:
        """Return a solution of a solitaire position, None if there provably is none."""
        if position not in self._solutions:
            self._solutions[position] = self._solve_alone(position)
        return self._solutions[position]

    def _solve_alone(self, position: Position) -> tuple[Move, ...] | None:
        deal, named = pack(position), keep(position)
        solvable, removed = self._run(
            lambda c: _native.solve_solitaire(*deal, turn(position), named, c)
        )
        return tuple(removal(mask) for mask in removed) if solvable else None

    def _run(
        self, kernel: Callable[[_native.Control], _Answer | None], nodes: float = inf
    ) -> _Answer:
        return self._budget.run(kernel, min(nodes, self._nodes))

    @cached_property
    def _search(self) -> _native.TwoPlayerSearch:
        return self._given or two_player_search(self._position, self._budget)


def two_player_search(position: Position, budget: Budget) -> _native.TwoPlayerSearch:
    """Prepare the tables of a two-player search, for a deal and everything reachable from it."""
    return _native.TwoPlayerSearch(*pack(position), budget.table_bytes)


def is_computable(position: Position) -> bool:
    """Return whether a position's value can be computed: with `harder`, only for few pieces."""
    return "harder" not in position.variants or pieces_left(position) <= MAX_PIECES_OF_VALUE


def small_value(position: Position, budget: Budget) -> Fraction | None:
    """Return a position's value if it is a number and few pieces are left; else None."""
    if not is_computable(position):
        return None
    return canonical_value(position, budget.tick, {}).number


def canonical_value(position: Position, tick: Callable[[], None], known: Known) -> Value:
    """Return the canonical value of a position with few pieces.

    `known` holds the values of positions reachable from one deal, by the masks of their pieces, and
    is extended; `tick` is called for each position evaluated.
    """
    deal = pack(position)

    def value(white: int, black: int) -> Value:
        if (white, black) not in known:
            tick()
            here = deal._replace(white=white, black=black)
            known[white, black] = game(
                [value(white & ~mask, black) for mask in _native.removals(*here, 0)],
                [value(white, black & ~mask) for mask in _native.removals(*here, 1)],
            )
        return known[white, black]

    return value(*pieces(position))
