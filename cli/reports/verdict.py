"""Shared by the reports of `solve` and `analyse`: the board, the answer and its proof."""

from __future__ import annotations

from collections.abc import Sequence

from cli.common import words
from cli.reports.document import Diagram, Facts, Tone, Words
from cli.reports.results import tone_of
from cli.terminal.signs import Glyphs
from positions import Position
from positions.looks.drawing import title
from solver import Answer
from solver.answers.model import Counts


def summary(position: Position, answer: Answer, signs: Glyphs, further: Sequence[Words]) -> Facts:
    """Return the board and the answer, with `further` sentences."""
    tone = tone_of(answer.result) if answer.estimate is None else Tone.GUESS
    facts = (
        words.margin(position, answer.value),
        words.other_turn(position, answer.other_turn),
    )
    return Facts(
        Diagram(position),
        title(position, signs.times),
        (
            (
                Words(words.answer(position, answer), tone, is_strong=True),
                *(Words(fact) for fact in facts if fact is not None),
                *_best_chances(answer),
                *further,
            ),
            (Words(words.grounds(answer), Tone.FAINT),),
        ),
    )


def _best_chances(answer: Answer) -> list[Words]:
    """Return the move with the best estimated chances."""
    if answer.estimate is None or answer.estimate.best is None:
        return []
    return [Words(f"Best by the estimate: {answer.estimate.best}.", Tone.GUESS)]


def counted(count: Counts) -> Words:
    """Return how many solutions there are and how often random play finds one."""
    solutions = words.counted(count.number_of_solutions, "solution")
    return Words(f"{solutions}; random play finds one {words.chance(count.random_play or 0.0)}.")


def left_open(names: Sequence[str]) -> list[Words]:
    """Return which other requested details are left open."""
    return [Words(words.left_open(name), Tone.OPEN) for name in names]
