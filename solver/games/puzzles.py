"""A game's parameters for puzzles: the kinds, and what suits them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from positions.game import Position

# The boards, by variants and requirements (as words) and by grades.
Menu = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Span:
    """The range of random plies, per hundred squares of the board."""

    minimum: int
    maximum: int

    def of(self, squares: int) -> tuple[int, int]:
        """Return the range of plies for a number of squares."""
        return squares * self.minimum // 100, squares * self.maximum // 100


@dataclass(frozen=True, slots=True)
class Puzzles:
    """The kinds of puzzles of a game, and what suits them.

    `kinds` names the kinds (`solver.puzzles.kinds`), of which the first is the default. `menu` says
    for each kind what can be made quickly, see `solver.puzzles.kinds`, and `boards` gives the board
    for puzzles of a grade if the kind's usual board hardly ever has them. `limits` are the minimum
    bits of steady, tricky and cruel puzzles. `span` is the range of random plies before a puzzle,
    and `late_span` the range before one that best play leads to. With `takes_squares`, each ply
    uses up a square for good; `begin` randomly changes the board and the turn before random play.
    `max_moves` returns an upper bound on a player's moves, by files, ranks and variants, and
    `max_plies` one on the plies of a game, by files and ranks, None if squares become free again.
    `gain` is the kind of move that is tempting whatever else it does.
    """

    kinds: tuple[str, ...] = ()
    menu: Mapping[str, Menu] = field(default_factory=dict)
    boards: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    limits: tuple[float, float, float] = (1.0, 1.5, 2.0)
    span: Span = Span(20, 60)
    late_span: Span = Span(30, 60)
    takes_squares: bool = False
    begin: Callable[[Position, Random], Position] | None = None
    max_moves: Callable[[int, int, tuple[str, ...]], int] = lambda width, height, _: width * height
    max_plies: Callable[[int, int], int | None] = lambda width, height: None
    gain: str | None = None
