"""Shared by the reports of `solve` and `analyse`: the board, the answer and its proof."""

from __future__ import annotations

from collections.abc import Sequence

from cli.common import words
from cli.reports.document import Diagram, Facts, Tone, Words
from cli.reports.results import tone_of
from cli.terminal.output import Glyphs
from positions import Position, format_move
from positions.looks.drawing import title
from solver import Answer
from solver.estimates.estimate import Estimate
from solver.questions.counting import SolutionCount


def summary(answer: Answer, signs: Glyphs, further: Sequence[Words]) -> Facts:
    """Return the board and the answer, with `further` sentences."""
    verdict, estimate = answer.verdict, answer.estimate
    position, assessment = verdict.position, verdict.found
    tone = tone_of(None if assessment is None else assessment.result)
    if estimate is not None:
        tone = Tone.GUESS
    facts = (
        words.margin(position, None if assessment is None else assessment.value),
        words.other_turn(position, verdict.other_turn),
    )
    return Facts(
        Diagram(position),
        title(position, signs.times),
        (
            (
                Words(words.answer(answer), tone, is_strong=True),
                *(Words(fact) for fact in facts if fact is not None),
                *_best_chances(position, estimate),
                *further,
            ),
            (Words(words.grounds(verdict), Tone.FAINT),),
        ),
    )


def _best_chances(position: Position, estimate: Estimate | None) -> list[Words]:
    """Return the move with the best estimated chances."""
    if estimate is None or estimate.best is None:
        return []
    return [Words(f"Best by the estimate: {format_move(position, estimate.best)}.", Tone.GUESS)]


def counted(count: SolutionCount | None) -> Words:
    """Return how many solutions there are and how often random play finds one."""
    if count is None:
        return Words("Solutions: unknown, limit reached.")
    solutions = words.counted(count.solutions, "solution")
    return Words(f"{solutions}; random play finds one {words.chance(count.random_play)}.")


def left_open(names: Sequence[str]) -> list[Words]:
    """Return which other requested details are left open."""
    return [Words(words.left_open(name), Tone.OPEN) for name in names]
