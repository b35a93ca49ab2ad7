"""What one run is to make: quotas of puzzles, of several games, kinds and grades."""

from __future__ import annotations

import re
from dataclasses import dataclass

from positions.errors import InputError, quote
from solver.pool.worker import Resources
from solver.puzzles.kind import Kind
from solver.puzzles.kinds import Offer, offers
from solver.puzzles.search import Index, PuzzleSearch, SearchResult, seek
from solver.puzzles.words import Grade, GradeRange, parse_grades

_QUOTA = re.compile(r"(?P<grades>[^:]*):(?P<count>[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Shares:
    """Grades, None for any grade, each with a number of puzzles, None if that is said elsewhere.

    `text` is how they were written.
    """

    text: str = ""
    parts: tuple[tuple[GradeRange | None, int | None], ...] = ((None, None),)

    @property
    def are_counted(self) -> bool:
        """Whether they say how many puzzles there are of each grade."""
        return self.parts[0][1] is not None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Quota:
    """A number of puzzles of one search."""

    search: PuzzleSearch
    count: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Quotas that are made one after another, under consecutive numbers from 1."""

    quotas: tuple[Quota, ...]

    @property
    def count(self) -> int:
        """The number of all puzzles."""
        return sum(quota.count for quota in self.quotas)

    def search_of(self, number: int) -> PuzzleSearch:
        """Return the search for a puzzle, by its number; the last one for those behind."""
        for quota in self.quotas:
            if number <= quota.count:
                return quota.search
            number -= quota.count
        return self.quotas[-1].search


def seek_in(plan: Plan, index: Index, resources: Resources) -> SearchResult:
    """Find the first candidate that fits the quota of a puzzle; see `seek`."""
    return seek(plan.search_of(index.number), index, resources)


def parse_shares(text: str) -> Shares:
    """Parse a grade, a range of grades, or numbers by grade: ``gentle:10,steady:20``."""
    if ":" not in text:
        return Shares(text, ((parse_grades(text), None),))
    parts: list[tuple[GradeRange, int]] = []
    for word in text.split(","):
        match = _QUOTA.fullmatch(word)
        if match is None:
            raise InputError(f"found {quote(word)}, expected a number by grade, as in gentle:10")
        grades = parse_grades(match["grades"])
        if any(known.meets(grades) for known, _ in parts):
            raise InputError(f"found {quote(word)} after that grade, expected each grade once")
        parts.append((grades, int(match["count"])))
    return Shares(text, tuple(parts))


def rarity(kind: Kind, grades: GradeRange) -> str | None:
    """Return what is known to be made quickly if puzzles of these grades are not, else None.

    Nothing is known of boards and variants outside the menus.
    """
    spec, is_closed = kind.spec, getattr(kind, "closed", None)
    menu = [
        offer
        for offer in offers(spec.game, kind.name, has_closed=is_closed is not None)
        if offer.variants == spec.variants and offer.closed == is_closed and offer.grades
    ]
    here = [grade for offer in menu if offer.size == spec.size for grade in offer.grades]
    if not here or any(grade in grades for grade in here):
        return None
    there = [_board(offer) for offer in menu if any(grade in grades for grade in offer.grades)]
    other = f"; {grades} ones {' or '.join(there)}" if there else ""
    quick = ", ".join(grade for grade in Grade if grade in here)
    return f"on this board, {quick} are quick to make{other}"


def _board(offer: Offer) -> str:
    return "without --size" if offer.size is None else "on {}×{}".format(*offer.size)
