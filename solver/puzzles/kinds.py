"""The kinds of puzzles that there are, by game; a game's first is the one made unasked."""

from __future__ import annotations

from positions.games.manhattan import MANHATTAN
from positions.games.marvin import MARVIN
from positions.games.minelayers import MINELAYERS
from positions.games.nakatta import NAKATTA
from positions.games.sight_reduction import SIGHT_REDUCTION
from solver.puzzles.hold_margin import HoldMargin
from solver.puzzles.kind import Kind
from solver.puzzles.only_move import OnlyMove
from solver.puzzles.solitaire import Solitaire
from solver.puzzles.survive import Survive
from solver.puzzles.swap import SwapOrNot
from solver.puzzles.tour import KnightsTour
from solver.puzzles.win_in import WinIn

KINDS: dict[str, tuple[type[Kind], ...]] = {
    SIGHT_REDUCTION.name: (Solitaire, OnlyMove, WinIn),
    MANHATTAN.name: (OnlyMove, WinIn),
    MARVIN.name: (OnlyMove, HoldMargin),
    NAKATTA.name: (OnlyMove, WinIn, SwapOrNot),
    MINELAYERS.name: (OnlyMove, WinIn, Survive, KnightsTour),
}
