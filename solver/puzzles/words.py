"""The words for puzzles: their goals, and four grades of difficulty, by limits on a measure.

They are used for records, and the goals also by the checker of records. Each kind has its own
measure, but it is a property of the position, and the same for all its images under the symmetries
of the game: it does not depend on any solver's cost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from positions.errors import InputError, one_of, quote
from positions.game import Position
from positions.games import game_of
from positions.games.minelayers_tour import puzzle_of
from positions.games.sight_reduction import SIGHT_REDUCTION, enemy, survivors

# From this chance on, percentages are easier to read than frequencies.
_OFTEN = 0.2


def solitaire_goal(position: Position) -> str:
    """Return the goal of a solitaire position (SR3, SR4, SR7)."""
    first, second = (
        SIGHT_REDUCTION.players[colour] for colour in (position.turn, enemy(position.turn))
    )
    what = f"Remove {first} and {second} pieces in turn, {first} first, until "
    if "pairs" in position.variants:
        return what + "the board is empty."
    kept = survivors(position)
    if kept is None:
        return what + "one of each is left."
    white, black = map(position.board.name, kept)
    return what + f"white on {white} and black on {black} are left."


def only_move_goal(position: Position, moves: int) -> str:
    """Return the goal of finding the only winning move."""
    return f"{_mover(position)} to move: exactly one of {moves} moves wins."


def margin_goal(position: Position, moves: int, margin: int) -> str:
    """Return the goal of finding the only move that achieves a margin (MV4: kings)."""
    game = game_of(position)
    other = game.players[game.opponent(position.turn)].capitalize()
    units = f"{game.rules.scored_in}s"
    counted = game.rules.scored_in if abs(margin) == 1 else units
    how_many = f"{abs(margin)} {counted} {'more' if margin > 0 else 'fewer'} than {other}"
    if margin == 0:
        how_many = f"as many {units} as {other}"
    return f"{_mover(position)} to move: exactly one of {moves} moves ends with {how_many}."


def win_in_goal(position: Position, plies: int) -> str:
    """Return the goal of winning in a number of plies."""
    if plies == 1:
        return f"{_mover(position)} to move: win at once."
    return f"{_mover(position)} to move: win in {plies} plies."


def swap_goal(position: Position) -> str:
    """Return the question whether the swap is right (NK6)."""
    return f"{_mover(position)} to move: should the two of you change seats, or play on?"


def survive_goal(position: Position) -> str:
    """Return the goal of outlasting the opponent in a race (MM2)."""
    game = game_of(position)
    other = game.players[game.opponent(position.turn)]
    return f"{_mover(position)} to move: the two can no longer meet. Outlast {other}."


def tour_goal(position: Position) -> str:
    """Return the goal of a tour (MM4)."""
    end = ", and from the last one back to the first" if puzzle_of(position).closed else ""
    return f"Visit every square once, by knight's moves{end}; each number is a square's turn."


def _mover(position: Position) -> str:
    return game_of(position).players[position.turn].capitalize()


def in_words(measure: Mapping[str, float | int]) -> str:
    """Return in words what a measure says, with its first letter in lower case."""
    if "mistakes" in measure:
        mistakes, first = measure["mistakes"], measure["first_mistake"]
        if mistakes < 0.5:
            return "someone who removes pieces at random hardly makes a mistake"
        return (
            f"someone who removes pieces at random makes {max(mistakes, 1):.0f} mistakes on the "
            f"way, the first one at turn {first:.0f}"
        )
    if "longest_gap" in measure:
        given, gap = measure["given"], measure["longest_gap"]
        return (
            f"guessing finds the way {one_in(0.5 ** measure['bits'])}; {given} numbers are given, "
            f"at most {gap} squares in a row are not"
        )
    turns, others = int(measure["turns"]), int(measure["tempting"])
    guess = one_in(measure["random_play"])
    found = "it" if turns <= 1 else f"the right move at all {turns} turns"
    looks = "no wrong move looks" if not others else "one wrong move looks"
    looks = f"{others} wrong moves look" if others > 1 else looks
    return f"guessing finds {found} {guess}; {looks} as good"


def one_in(chance: float) -> str:
    """Return a chance as a frequency with two significant digits: "once in 2,300 tries"."""
    if chance <= 0:
        return "never"
    if chance == 1:
        return "every time"
    if chance >= _OFTEN:
        return f"{100 * chance:.0f} % of the time"
    tries = float(f"{1 / chance:.2g}")
    return f"once in {tries:,.0f} tries"


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
