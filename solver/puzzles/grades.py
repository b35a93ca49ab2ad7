"""Grades of puzzles: four words for their difficulty, by limits on a measure.

Each kind has its own measure, but it is a property of the position, and the same for all its images
under the symmetries of the game: it does not depend on any solver's cost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from positions.errors import InputError, one_of, quote


class Grade(StrEnum):
    """The difficulty of a puzzle, in increasing order."""

    GENTLE = "gentle"
    STEADY = "steady"
    TRICKY = "tricky"
    CRUEL = "cruel"


def grade_of(measure: float, limits: Sequence[float]) -> Grade:
    """Return the grade of a measure; the three limits are the minimum measures of grades."""
    return list(Grade)[bisect_right(limits, measure)]


@dataclass(frozen=True, slots=True)
class GradeRange:
    """The grades from `lower` to `upper`."""

    lower: Grade
    upper: Grade

    def __contains__(self, grade: Grade) -> bool:
        order = list(Grade)
        return order.index(self.lower) <= order.index(grade) <= order.index(self.upper)

    def meets(self, other: GradeRange) -> bool:
        """Return whether the two ranges overlap."""
        return any(grade in self and grade in other for grade in Grade)

    def __str__(self) -> str:
        return self.lower if self.lower == self.upper else f"{self.lower}..{self.upper}"


def parse_grades(text: str) -> GradeRange:
    """Parse a grade, or a range with ``..``, of which one end may be omitted."""
    lower, dots, upper = text.partition("..")
    words = [lower or (dots and Grade.GENTLE), upper or (Grade.CRUEL if dots else lower)]
    if not all(word in list(Grade) for word in words) or text == "..":
        names = one_of(list(Grade), "a range such as steady.. or gentle..tricky")
        raise InputError(f"found {quote(text)}, expected {names}")
    grades = GradeRange(Grade(words[0]), Grade(words[1]))
    if grades.lower not in grades:
        raise InputError(f"found {quote(text)}, expected the lower grade first")
    return grades
