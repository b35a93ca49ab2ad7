"""All kinds of puzzles, by name and by game; a game's first kind is the default."""

from __future__ import annotations

from dataclasses import replace

from solver.games import DESCRIPTORS, descriptor_of
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import Kind, Setting
from solver.puzzles.solitaires.solitaire import Solitaire
from solver.puzzles.tours.tour import KnightsTour
from solver.puzzles.two_players.hold_margin import HoldMargin
from solver.puzzles.two_players.only_move import OnlyMove
from solver.puzzles.two_players.survive import Survive
from solver.puzzles.two_players.swap import SwapOrNot
from solver.puzzles.two_players.win_in import WinIn

_ALL: tuple[type[Kind], ...] = (
    Solitaire,
    OnlyMove,
    HoldMargin,
    WinIn,
    SwapOrNot,
    Survive,
    KnightsTour,
)
KINDS = {kind.name: kind for kind in _ALL}


def kinds_of(game: str) -> tuple[type[Kind], ...]:
    """Return the kinds of a game, by its name."""
    return tuple(KINDS[name] for name in descriptor_of(game).puzzles.kinds)


def kinds_by_game() -> dict[str, tuple[type[Kind], ...]]:
    """Return the kinds of each game that has puzzles, by its name."""
    return {game: kinds for game in DESCRIPTORS if (kinds := kinds_of(game))}


def fitting(kind: type[Kind], setting: Setting, grades: GradeRange | None) -> Setting:
    """Choose a board that suits puzzles of one grade, if none was requested."""
    if setting.size is not None or grades is None or grades.lower != grades.upper:
        return setting
    boards = descriptor_of(setting.game).puzzles.boards
    return replace(setting, size=boards.get((kind.name, grades.lower)))
