"""All kinds of puzzles by game; a game's first kind is the default."""

from __future__ import annotations

from dataclasses import replace

from solver.games import DESCRIPTORS, descriptor_of
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import Kind, Setting


def kinds_by_game() -> dict[str, tuple[type[Kind], ...]]:
    """Return the kinds of each game that has puzzles, by its name."""
    by_game = {game: descriptor.puzzles.kinds() for game, descriptor in DESCRIPTORS.items()}
    return {game: kinds for game, kinds in by_game.items() if kinds}


def fitting(kind: type[Kind], setting: Setting, grades: GradeRange | None) -> Setting:
    """Choose a board that suits puzzles of one grade, if none was requested."""
    if setting.size is not None or grades is None or grades.lower != grades.upper:
        return setting
    boards = descriptor_of(setting.game).puzzles.boards
    return replace(setting, size=boards.get((kind.name, grades.lower)))
