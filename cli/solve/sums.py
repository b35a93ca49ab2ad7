"""`proofplay solve --sum`: the sum of all positions, as one game."""

from __future__ import annotations

from collections.abc import Iterator

from cli.common.exits import Code
from cli.common.session import read_all
from cli.common.words import counted, margin, plies
from cli.reports.document import Article, Block, Diagram, Gallery, Sentences, Steps, Tone, Words
from cli.reports.report_file import Report
from cli.reports.results import tone_of
from cli.reports.writing import draw_blocks
from cli.solve import words
from cli.terminal.output import write_json
from cli.terminal.progress import ProgressBar
from positions import format_move
from solver import Limits, Status
from solver.engines.choice import ENGINES
from solver.questions.sums import SumVerdict, solve_sum
from solver.records.sums import sum_record


def solve_as_sum(
    arguments: tuple[str, ...], limits: Limits, engine: str, as_json: bool, report: Report | None
) -> Code:
    """Solve the sum of all positions; nothing is solved if one is bad."""
    positions = read_all(arguments)
    if positions is None:
        return Code.BAD_INPUT
    with ProgressBar("solving") as bar:
        verdict = solve_sum(positions, limits, ENGINES[engine], bar)
    blocks, record = tuple(_report(verdict)), sum_record(verdict)
    if as_json:
        write_json(record)
    else:
        draw_blocks(blocks)
    if report is not None:
        name = f"Sum of {counted(len(positions), 'board')}"
        report.add(Article(name, words.sum_answer(verdict), blocks, record))
    return Code.ANSWERED if verdict.status == Status.PROVED else Code.LIMITED


def _report(verdict: SumVerdict) -> Iterator[Block]:
    """Return the report of a sum."""
    boards = [
        Diagram(position, caption=f"Board {number}")
        for number, position in enumerate(verdict.positions, start=1)
    ]
    yield Gallery("", tuple(boards))
    lead = margin(verdict.positions[0], verdict.value)
    yield Sentences(
        (
            Words(words.sum_answer(verdict), tone_of(verdict.result), is_strong=True),
            *([] if lead is None else [Words(lead)]),
            Words(words.sum_grounds(verdict), Tone.FAINT),
        )
    )
    if verdict.line:
        moves = [
            (f"{format_move(verdict.positions[board], move)} on board {board + 1}",)
            for board, move in verdict.line
        ]
        yield Steps(f"A winning line, {plies(len(moves))}", tuple(moves))
