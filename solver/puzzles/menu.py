"""What a menu of puzzles can offer: the kinds, boards and grades of which puzzles are made soon.

Nearly every demand that passes `Kind.check` has a puzzle somewhere, and of some it takes hours to
find. What stands here was tried by `benchmarks/puzzle_menu.py`, which prints the table: three seeds
in a row made such a puzzle within six seconds each, on a core that others used as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from positions.text import parse_size
from solver.puzzles.grades import Grade, parse_grades

# The demand for a tour that comes back to its start.
CLOSED = "closed"
# No size is asked for: the kind chooses the board, by the grade if one is.
USUAL = ""
# The puzzles have no grades.
UNGRADED = ""

# By game and kind; by variants and demands, as words; by board: the grades.
_MENU: dict[tuple[str, str], dict[str, dict[str, str]]] = {
    ("sight-reduction", "solitaire"): {
        "": {USUAL: "gentle..cruel", "4x4": "gentle..steady", "4x8": "gentle..cruel"},
    },
    ("sight-reduction", "only-move"): {"": {USUAL: "gentle..cruel"}},
    ("sight-reduction", "win-in"): {"": {USUAL: "gentle..tricky"}},
    ("manhattan", "only-move"): {"": {USUAL: "gentle..cruel"}},
    ("manhattan", "win-in"): {"": {USUAL: "gentle..tricky"}},
    ("marvin", "only-move"): {"": {USUAL: "gentle..cruel"}},
    ("marvin", "hold-margin"): {"": {USUAL: "gentle..cruel"}},
    ("nakatta", "only-move"): {"": {USUAL: "gentle..cruel"}},
    ("nakatta", "win-in"): {"": {USUAL: "gentle..cruel"}},
    ("nakatta", "swap-or-not"): {"": {USUAL: UNGRADED}},
    ("minelayers", "only-move"): {"": {USUAL: "gentle..cruel"}},
    ("minelayers", "win-in"): {"": {USUAL: "gentle..cruel"}},
    ("minelayers", "survive"): {"": {USUAL: "gentle..cruel"}},
    ("minelayers", "tour"): {"": {USUAL: "gentle..cruel"}, CLOSED: {USUAL: "gentle..cruel"}},
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
    for words, boards in _MENU[game, kind].items():
        variants = tuple(word for word in words.split() if word != CLOSED)
        closed = CLOSED in words.split() if has_closed else None
        for size, grades in boards.items():
            yield Offer(variants, closed, parse_size(size), _grades(grades))


def _grades(text: str) -> tuple[Grade, ...]:
    found = None if text == UNGRADED else parse_grades(text)
    return () if found is None else tuple(grade for grade in Grade if grade in found)
