"""All kinds of puzzles, by name and by game, and which of their puzzles can be made quickly.

Nearly every requirement that passes `Kind.check` has a puzzle somewhere, but some take hours to
find. The menus (``solver/games/menus.json``) were tested by `benchmarks/puzzles/menu.py`: three
seeds in a row made such a puzzle within six seconds each on one core, or made enough of them for
`docs/explanation/puzzles.md` to count the grade.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod

from positions.games import GAMES
from positions.text import parse_size
from solver.games import descriptor_of
from solver.puzzles.kind import GameSpec, Kind
from solver.puzzles.one_move import HoldMargin, OnlyMove, SwapOrNot
from solver.puzzles.solitaire import Solitaire
from solver.puzzles.survive import Survive
from solver.puzzles.tour import KnightsTour
from solver.puzzles.win_in import WinIn
from solver.puzzles.words import Grade, GradeRange, parse_grades

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

# Words in the menus. The requirement for a tour that returns to its start.
CLOSED = "closed"
# No size: the kind chooses the board, by the grade if one is requested.
USUAL = "usual"
# The puzzles have no grades.
UNGRADED = ""


def kinds_of(game: str) -> tuple[type[Kind], ...]:
    """Return the kinds of a game, by its name; the first is the default."""
    return tuple(KINDS[name] for name in descriptor_of(game).puzzles.kinds)


def kinds_by_game() -> dict[str, tuple[type[Kind], ...]]:
    """Return the kinds of each game that has puzzles, by its name."""
    return {game: kinds for game in GAMES if (kinds := kinds_of(game))}


def fitting(kind: type[Kind], spec: GameSpec, grades: GradeRange | None) -> GameSpec:
    """Choose a board that suits puzzles of one grade, if none was requested."""
    if spec.size is not None or grades is None or grades.lower != grades.upper:
        return spec
    boards = descriptor_of(spec.game).puzzles.boards
    return replace(spec, size=boards.get((kind.name, grades.lower)))


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind's puzzles with some variants on some board, and their grades.

    `variants` are in printing order. `closed` is None if the kind has no such requirement, `size`
    None for the board that the kind chooses, and `grades` is empty for kinds without grades.
    """

    variants: tuple[str, ...]
    closed: bool | None
    size: tuple[int, int] | None
    grades: tuple[Grade, ...]


def offers(game: str, kind: str, *, has_closed: bool) -> Iterator[Offer]:
    """Yield the offers of a kind of puzzle, the plainest first."""
    for words, boards_of in descriptor_of(game).puzzles.menu.get(kind, {}).items():
        variants = tuple(word for word in words.split() if word != CLOSED)
        closed = CLOSED in words.split() if has_closed else None
        for size, grades in _boards(boards_of):
            yield Offer(variants, closed, size, _grades(grades))


def _boards(boards_of: Mapping[str, str]) -> list[tuple[tuple[int, int] | None, str]]:
    """Return the boards with their grades: the usual one first, the others by size."""
    pairs = [
        (None if board == USUAL else parse_size(board), grades)
        for grades, boards in boards_of.items()
        for board in boards.split()
    ]
    return sorted(pairs, key=lambda each: prod(each[0] or (0,)))


def _grades(text: str) -> tuple[Grade, ...]:
    grades = None if text == UNGRADED else parse_grades(text)
    return () if grades is None else tuple(grade for grade in Grade if grade in grades)
