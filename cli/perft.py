"""`proofplay perft`: the number of legal move sequences of each length."""

from __future__ import annotations

from typing import Any

import click

from cli.common.exits import Code
from cli.common.inputs import Sources
from cli.common.options import (
    count_limit_options,
    example,
    json_option,
    number_option,
    positions_argument,
)
from cli.common.session import Session
from cli.files.run_files import Command
from cli.terminal.output import draw, width, write_json, write_line
from cli.terminal.signs import glyphs
from positions import Position, format_position
from solver import Limits
from solver.answers.counting import divide, perft
from solver.interface.engine import Budget, LimitReached

DEEPEST = 10_000


@click.command(
    "perft",
    cls=Command,
    epilog=example("proofplay perft --depth 5 sight-reduction:bwwb/wwbw/bwbb:w"),
)
@positions_argument
@number_option("--depth", "Count sequences of 1 to N plies.", 1, DEEPEST, required=True)
@click.option("--divide", "by_move", is_flag=True, help="Break the counts down by first move.")
@json_option("position")
@count_limit_options
def command(
    positions: Sources,
    depth: int,
    by_move: bool,
    as_json: bool,
    limits: Limits,
) -> Code:
    """Count legal move sequences by length.

    Each argument is a position, a file of positions, or - for standard input. A forced pass counts
    as a ply, and a finished game is not continued.
    """
    session = Session(positions, as_json, has_names=True)
    for record in session:
        with record as position:
            if not as_json:
                _draw_title(position)
            budget, complete = Budget(limits, None), True
            for ply in range(1, depth + 1):
                found = _count(position, ply, by_move and (as_json or ply == depth), budget)
                if as_json:
                    text = format_position(position)
                    write_json({"position": text, "depth": ply, **found, **session.labels})
                else:
                    _write_row(ply, **found)
                complete = complete and found["count"] is not None
            session.answered(complete)
    return session.close()


def _count(position: Position, depth: int, by_move: bool, budget: Budget) -> dict[str, Any]:
    """Return the count, with a ``divide`` by first move if asked, or the ``reason`` for none."""
    try:
        budget.check()
        if not by_move:
            return {"count": perft(position, depth, budget)}
        parts = divide(position, depth, budget)
    except LimitReached as limit:
        return {"count": None, "reason": limit.reason}
    return {"count": sum(parts.values()), "divide": parts}


def _write_row(
    depth: int, count: int | None, divide: dict[str, int] | None = None, reason: str | None = None
) -> None:
    total = f"unknown ({reason})" if count is None else f"{count:,}"
    write_line(f"{depth:>5}  {total:>20}")
    if divide:
        _draw_by_move(divide)


def _draw_by_move(by_move: dict[str, int]) -> None:
    from rich.text import Text

    from cli.reports import terminal
    from cli.terminal.board import STRONG

    name_width = max(map(len, by_move))
    count_width = max(len(f"{count:,}") for count in by_move.values())
    cells = [
        Text(f"{move:<{name_width}}  {count:>{count_width},}") for move, count in by_move.items()
    ]
    draw(Text(), Text("By the first move", STRONG), terminal.columns(cells, width()))


def _draw_title(position: Position) -> None:
    from rich.text import Text

    from cli.reports import terminal
    from cli.terminal.board import FAINT

    draw(
        terminal.heading(position, glyphs()),
        Text(f"{'Plies':>5}  {'Sequences':>20}", FAINT),
    )
