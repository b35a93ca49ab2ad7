"""`proofplay solve --sum`: the sum of all positions, as one game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.common.exits import Code
from cli.common.session import read_all
from cli.common.words import counted, margin, plies
from cli.reports.answers import tone_of
from cli.reports.document import Article, Block, Diagram, Gallery, Sentences, Steps, Tone, Words
from cli.reports.report_file import Report, draw_blocks
from cli.solve import words
from cli.terminal.output import write_json
from cli.terminal.progress import ProgressBar
from positions import Position
from solver import Limits, Status
from solver.answers.model import Sum, record
from solver.answers.sums import solve_sum
from solver.engines.choice import ENGINES


def solve_as_sum(
    arguments: tuple[str, ...], limits: Limits, engine: str, as_json: bool, report: Report | None
) -> Code:
    """Solve the sum of all positions; nothing is solved if one is bad."""
    positions = read_all(arguments)
    if positions is None:
        return Code.BAD_INPUT
    with ProgressBar("solving") as bar:
        answer = solve_sum(positions, limits, ENGINES[engine], bar)
    blocks, found = tuple(_report(positions, answer)), record(answer)
    if as_json:
        write_json(found)
    else:
        draw_blocks(blocks)
    if report is not None:
        name = f"Sum of {counted(len(positions), 'board')}"
        report.add(Article(name, words.sum_answer(answer), blocks, found))
    return Code.ANSWERED if answer.status == Status.PROVED else Code.LIMITED


def _report(positions: Sequence[Position], answer: Sum) -> Iterator[Block]:
    """Return the report of a sum."""
    boards = [
        Diagram(position, caption=f"Board {number}")
        for number, position in enumerate(positions, start=1)
    ]
    yield Gallery("", tuple(boards))
    lead = margin(positions[0], answer.value)
    yield Sentences(
        (
            Words(words.sum_answer(answer), tone_of(answer.result), is_strong=True),
            *([] if lead is None else [Words(lead)]),
            Words(words.sum_grounds(answer), Tone.FAINT),
        )
    )
    if answer.line:
        moves = [(f"{step.move} on board {step.board}",) for step in answer.line]
        yield Steps(f"A winning line, {plies(len(moves))}", tuple(moves))
