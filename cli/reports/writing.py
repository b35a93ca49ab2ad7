"""Output of an answer: into a report, as JSON, or drawn on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cli.common import words
from cli.reports.document import Article, Block
from cli.reports.report_file import Report
from cli.terminal.output import draw, width, write_json
from cli.terminal.signs import UNICODE, Glyphs, glyphs
from positions import Position
from positions.looks.drawing import title
from solver import Answer, Question
from solver.answers.model import record

# Makes the report of an answer, in full for a file.
Blocks = Callable[[Glyphs, bool], Iterable[Block]]


def write_answer(
    position: Position,
    answer: Answer,
    question: Question,
    blocks: Blocks,
    as_json: bool,
    report: Report | None,
    **more: object,
) -> None:
    """Write the answer to a question about a position; its JSON object has `more` fields."""
    found = {**record(answer, question.asked(position)), **more}
    # Before the answer is printed: if the run is stopped right after it, the report has it.
    if report is not None:
        in_full, heading = tuple(blocks(UNICODE, True)), words.answer(position, answer)
        report.add(Article(title(position), heading, in_full, found))
    if as_json:
        write_json(found)
    else:
        draw_blocks(blocks(glyphs(), False))


def draw_blocks(blocks: Iterable[Block]) -> None:
    """Draw the parts of a report on the terminal."""
    from cli.reports.terminal import drawn

    draw(*drawn(blocks, glyphs(), width()))
