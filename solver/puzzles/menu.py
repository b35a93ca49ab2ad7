"""What a menu of puzzles can offer: the kinds, boards and grades of which puzzles are made soon.

Nearly every demand that passes `Kind.check` has a puzzle somewhere, and some take hours to find.
What stands here was tried by `benchmarks/puzzles/menu.py`: three seeds in a row made such a puzzle
within six seconds each of one processor, or made so many that `docs/puzzles.md` counts the grade.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from positions.text import parse_size
from solver.puzzles.grades import Grade, parse_grades

# The demand for a tour that comes back to its start.
CLOSED = "closed"
# No size is asked for: the kind chooses the board, by the grade if one is.
USUAL = "usual"
# The puzzles have no grades.
UNGRADED = ""

# By game and kind; by variants and demands, as words; by grades: the boards.
_MENU: dict[tuple[str, str], dict[str, dict[str, str]]] = {
    ("sight-reduction", "solitaire"): {
        "": {"gentle..cruel": "usual 4x6 4x8 6x6", "gentle": "3x4", "gentle..steady": "4x4"},
        "harder": {
            "steady..cruel": "usual 4x8",
            "gentle": "3x4",
            "gentle..steady": "4x4",
            "gentle..cruel": "4x6",
            "tricky..cruel": "6x6",
        },
        "easier": {"gentle": "usual 3x4 4x4 4x6 4x8 6x6"},
        "pairs": {"gentle..tricky": "usual 4x8 6x6", "gentle": "3x4 4x4", "gentle..steady": "4x6"},
        "harder easier": {"gentle": "usual 3x4 4x4 4x6 4x8 6x6"},
        "easier pairs": {"gentle": "usual 3x4 4x4 4x6 4x8 6x6"},
    },
    ("sight-reduction", "only-move"): {
        "": {"gentle..cruel": "usual 4x6 4x8 6x6", "gentle..tricky": "3x4 4x4"},
        "harder": {"gentle..cruel": "usual 3x4 4x4 4x6 4x8 6x6"},
        "easier": {
            "steady..cruel": "usual 4x8",
            "gentle..tricky": "3x4",
            "gentle..cruel": "4x4 4x6",
        },
        "pairs": {"gentle..tricky": "usual 4x6 4x8 6x6", "gentle..steady": "3x4 4x4"},
        "harder easier": {"gentle..cruel": "usual 3x4 4x4 4x6 4x8", "steady..tricky": "6x6"},
        "harder pairs": {"gentle..cruel": "usual 3x4 4x4 4x6 4x8 6x6"},
        "easier pairs": {
            "gentle..tricky": "usual 4x6 4x8",
            "gentle..steady": "3x4",
            "gentle..cruel": "4x4 6x6",
        },
        "harder easier pairs": {"gentle..cruel": "usual 3x4 4x4 4x6 4x8 6x6"},
    },
    ("sight-reduction", "win-in"): {
        "": {"gentle..tricky": "usual 4x8 6x6", "gentle": "3x4 4x4", "gentle..steady": "4x6"},
        "harder": {"gentle..steady": "usual 3x4 4x6 4x8", "gentle..tricky": "4x4"},
        "easier": {"gentle": "usual 4x8 6x6", "gentle..steady": "3x4 4x4 4x6"},
        "pairs": {"steady..tricky": "usual 4x8", "steady": "3x4 4x4 4x6 6x6"},
        "harder easier": {"gentle..steady": "3x4", "gentle..cruel": "4x4", "gentle..tricky": "4x6"},
        "harder pairs": {
            "gentle..tricky": "usual 4x8",
            "gentle..cruel": "3x4 4x4 4x6",
            "steady": "6x6",
        },
        "easier pairs": {"steady..tricky": "usual 4x8", "steady": "3x4 4x4 4x6 6x6"},
        "harder easier pairs": {"tricky": "usual 4x8", "gentle..cruel": "3x4 4x4 4x6"},
    },
    ("manhattan", "only-move"): {
        "": {"gentle..cruel": "usual 6x6", "gentle..tricky": "4x4"},
    },
    ("manhattan", "win-in"): {
        "": {"gentle..tricky": "usual 6x6", "steady": "4x4 8x8"},
    },
    ("marvin", "only-move"): {
        "": {"gentle..cruel": "usual 5x5", "steady..tricky": "3x3", "gentle": "4x4"},
    },
    ("marvin", "hold-margin"): {
        "": {"gentle..cruel": "usual 5x5", "steady..tricky": "3x3", "gentle": "4x4 7x7"},
    },
    ("nakatta", "only-move"): {
        "": {"gentle..cruel": "usual 4x4 5x5 6x6", "gentle..tricky": "3x3"},
    },
    ("nakatta", "win-in"): {
        "": {
            "gentle..cruel": "usual 5x5",
            "gentle..steady": "3x3",
            "gentle..tricky": "4x4",
            "tricky..cruel": "6x6",
        },
    },
    ("nakatta", "swap-or-not"): {
        "": {UNGRADED: "usual 3x3 4x4 5x5"},
    },
    ("minelayers", "only-move"): {
        "": {"gentle..cruel": "usual 5x5 5x8 5x10 6x6", "gentle..tricky": "4x4"},
    },
    ("minelayers", "win-in"): {
        "": {
            "gentle..tricky": "usual 5x10 6x6",
            "gentle..steady": "4x4 5x8",
            "gentle..cruel": "5x5",
        },
    },
    ("minelayers", "survive"): {
        "": {"gentle..tricky": "usual 5x8 5x10 6x6", "steady": "5x5"},
    },
    ("minelayers", "tour"): {
        "": {
            "gentle..cruel": "usual",
            "gentle": "5x5 5x6",
            "gentle..steady": "6x6",
            "steady..tricky": "8x8",
            "tricky..cruel": "10x10",
        },
        "closed": {
            "gentle..cruel": "usual",
            "gentle..steady": "5x6 6x6",
            "steady..tricky": "8x8",
            "cruel": "10x10",
        },
    },
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind's puzzles with some variants on some board, and the grades that they have.

    `variants` are in printing order. `closed` is None where the kind has no such demand, `size`
    None for the board that the kind chooses, and `grades` is empty for kinds without grades.
    """

    variants: tuple[str, ...]
    closed: bool | None
    size: tuple[int, int] | None
    grades: tuple[Grade, ...]


def offers(game: str, kind: str, *, has_closed: bool) -> Iterator[Offer]:
    """Give what is offered of a kind of puzzle, the plainest first."""
    for words, boards_of in _MENU[game, kind].items():
        variants = tuple(word for word in words.split() if word != CLOSED)
        closed = CLOSED in words.split() if has_closed else None
        for size, grades in _boards(boards_of):
            yield Offer(variants, closed, size, _grades(grades))


def _boards(boards_of: Mapping[str, str]) -> list[tuple[tuple[int, int] | None, str]]:
    """Return the boards with their grades, the smaller first, and before them the usual one."""
    found = [
        (None if board == USUAL else parse_size(board), grades)
        for grades, boards in boards_of.items()
        for board in boards.split()
    ]
    return sorted(found, key=lambda each: prod(each[0] or (0,)))


def _grades(text: str) -> tuple[Grade, ...]:
    found = None if text == UNGRADED else parse_grades(text)
    return () if found is None else tuple(grade for grade in Grade if grade in found)
