"""What reports of `solve` and of `analyse` share: the board, the answer and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from cli.common import words
from cli.reports.document import Diagram, Facts, Tone, Words
from cli.reports.results import tone_of
from cli.terminal.output import Glyphs
from positions.looks.drawing import title
from solver.questions.counting import Counted
from solver.questions.solve import Verdict


def summary(verdict: Verdict, signs: Glyphs, further: Sequence[Words]) -> Facts:
    """Return the board and the answer, with `further` sentences."""
    position, found = verdict.position, verdict.found
    tone = tone_of(None if found is None else found.result)
    facts = (
        words.margin(position, None if found is None else found.value),
        words.other_turn(position, verdict.other_turn),
    )
    return Facts(
        Diagram(position),
        title(position, signs.times),
        (
            (
                Words(words.answer(verdict), tone, is_strong=True),
                *(Words(fact) for fact in facts if fact is not None),
                *further,
            ),
            (Words(words.grounds(verdict), Tone.FAINT),),
        ),
    )


def counted(found: Counted | None) -> Words:
    """Say how many solutions there are and how often chance finds one."""
    if found is None:
        return Words("Solutions: not counted, a limit came first.")
    solutions = words.counted(found.solutions, "solution")
    return Words(f"{solutions}; random play finds one {words.chance(found.random_play)}.")


def left_open(names: Sequence[str]) -> list[Words]:
    """Say what else was asked and is left open."""
    return [Words(words.left_open(name), Tone.OPEN) for name in names]
