"""The kinds of puzzles that there are, by game; a game's first is the one made unasked."""

from __future__ import annotations

from positions.games.sight_reduction import SIGHT_REDUCTION
from solver.puzzles.kind import Kind
from solver.puzzles.solitaire import Solitaire

KINDS: dict[str, tuple[type[Kind], ...]] = {
    SIGHT_REDUCTION.name: (Solitaire,),
}
