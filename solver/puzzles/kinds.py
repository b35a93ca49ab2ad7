"""The kinds of puzzles that there are, by game; a game's first is the one made unasked."""

from __future__ import annotations

from dataclasses import replace

from positions.games.manhattan import MANHATTAN
from positions.games.marvin import MARVIN
from positions.games.minelayers import MINELAYERS
from positions.games.nakatta import NAKATTA
from positions.games.sight_reduction import SIGHT_REDUCTION
from solver.puzzles.grades import Grade, GradeRange
from solver.puzzles.kind import Kind, Setting
from solver.puzzles.solitaires.solitaire import Solitaire
from solver.puzzles.tours.tour import KnightsTour
from solver.puzzles.two_players.hold_margin import HoldMargin
from solver.puzzles.two_players.only_move import OnlyMove
from solver.puzzles.two_players.survive import Survive
from solver.puzzles.two_players.swap import SwapOrNot
from solver.puzzles.two_players.win_in import WinIn

KINDS: dict[str, tuple[type[Kind], ...]] = {
    SIGHT_REDUCTION.name: (Solitaire, OnlyMove, WinIn),
    MANHATTAN.name: (OnlyMove, WinIn),
    MARVIN.name: (OnlyMove, HoldMargin),
    NAKATTA.name: (OnlyMove, WinIn, SwapOrNot),
    MINELAYERS.name: (OnlyMove, WinIn, Survive, KnightsTour),
}

# Boards on which a grade is met soon, where it hardly ever is on the one that a kind chooses.
_BOARDS: dict[tuple[type[Kind], Grade], tuple[int, int]] = {
    (KnightsTour, Grade.GENTLE): (6, 6),
    (KnightsTour, Grade.CRUEL): (10, 10),
}


def fitting(kind: type[Kind], setting: Setting, grades: GradeRange | None) -> Setting:
    """Choose a board that suits puzzles of one grade, where none was asked for."""
    if setting.size is not None or grades is None or grades.least != grades.most:
        return setting
    return replace(setting, size=_BOARDS.get((kind, grades.least)))
