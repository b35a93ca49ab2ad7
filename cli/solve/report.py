"""The human-readable report of `solve`: sentences and boards."""

from __future__ import annotations

from collections.abc import Iterator

from cli.reports.document import Block, Diagram, Gallery, Words
from cli.reports.steps import steps
from cli.reports.verdict import counted, left_open, summary
from cli.solve import words
from cli.terminal.output import Glyphs
from positions import format_move
from positions.games import game_of
from solver import Answer
from solver.questions.solve import Verdict

_BOARDS_SHOWN = 6


def report(
    answer: Answer, signs: Glyphs, claim: str | None = None, *, in_full: bool = False
) -> Iterator[Block]:
    """Return the report of an answer; `claim` is what its certificate claims.

    A full report shows the board after some moves of the line.
    """
    verdict = answer.verdict
    sentences = [counted(answer.counted)] if answer.is_counting else []
    sentences += left_open(answer.left_open)
    if claim is not None:
        sentences.append(Words(f"Certificate: {claim}."))
    yield summary(answer, signs, sentences)
    caption = words.line_caption(verdict)
    if caption is not None:
        yield steps(caption, verdict.position, verdict.line, signs)
        if in_full:
            yield _boards_of_line(verdict)


def _boards_of_line(verdict: Verdict) -> Gallery:
    """Return a few boards along a line, including the last one."""
    from positions.reading.game_records import move_number

    position, line = verdict.position, verdict.line
    count = min(_BOARDS_SHOWN, len(line))
    plies = {(number + 1) * len(line) // count - 1 for number in range(count)}
    rules, diagrams = game_of(position).rules, []
    for ply, move in enumerate(line):
        after, effects = rules.play(position, move), rules.effects(position, move)
        if ply in plies:
            name = f"{move_number(verdict.position, ply)} {format_move(position, move)}"
            diagrams.append(Diagram(after, effects, f"After {name}"))
        position = after
    return Gallery("Boards along this line", tuple(diagrams))
