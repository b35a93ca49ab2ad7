"""What the puzzles of a game take from it: which kinds there are, and what suits them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from positions.game import Position
    from solver.puzzles.kind import Kind

# By variants and demands, as words; by grades: the boards.
Menu = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Span:
    """From the fewest to the most random plies, for a hundred squares of the board."""

    least: int
    most: int

    def of(self, squares: int) -> tuple[int, int]:
        """Return the plies for so many squares."""
        return squares * self.least // 100, squares * self.most // 100


@dataclass(frozen=True, slots=True)
class Puzzles:
    """The kinds of puzzles of a game, and what suits them.

    `kinds` imports the kinds, of which the first is made unasked. `menu` says of each by its name
    what is made soon, see `solver.puzzles.menu`, and `boards` on which board a kind's puzzles of a
    grade are, where they hardly ever are on the one that the kind chooses. `limits` are the least
    bits of steady, tricky and cruel puzzles. So many random plies as `span` says come before a
    puzzle, and `late_span` before one that best play leads to. Where `takes_squares`, each ply
    empties a square, or takes one, for good; `begin` changes the board and the turn by chance
    before random play. `most_moves` counts the moves that a player would have if every piece could
    make all of its moves, by files, ranks and variants, and `most_plies` the plies of a game, by
    files and ranks, None where squares become free. `prize` is the kind of move that is tempting
    whatever else it does.
    """

    kinds: Callable[[], tuple[type[Kind], ...]] = tuple
    menu: Mapping[str, Menu] = field(default_factory=dict)
    boards: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    limits: tuple[float, float, float] = (1.0, 1.5, 2.0)
    span: Span = Span(20, 60)
    late_span: Span = Span(30, 60)
    takes_squares: bool = False
    begin: Callable[[Position, Random], Position] | None = None
    most_moves: Callable[[int, int, tuple[str, ...]], int] = lambda width, height, _: width * height
    most_plies: Callable[[int, int], int | None] = lambda width, height: None
    prize: str | None = None
