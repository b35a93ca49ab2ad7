"""`proofplay openings`: who wins after each opening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path

import click

from cli.common.exits import Code
from cli.common.options import (
    Starts,
    distance_option,
    engine_option,
    example,
    json_option,
    search_limit_options,
    starts_argument,
)
from cli.common.session import Session
from cli.files.checkpoint_file import CheckpointFile, checkpoint_option
from cli.files.run_files import Command
from cli.files.table_file import (
    COST,
    HEADING,
    STATUS,
    VALUE,
    TableFile,
    table_file,
    table_option,
)
from cli.size_table import SizeTable
from cli.terminal.output import draw, width, write_json
from cli.terminal.progress import ProgressBar
from cli.terminal.signs import glyphs
from positions import Position
from solver import Limits, Status
from solver.answers.model import Opening, record
from solver.answers.openings import OpeningsSolver, openings_answer
from solver.engines.choice import ENGINES
from solver.interface.engine import check_taken

# The columns of a table, which has a row for every opening.
COLUMNS = (
    *("name", "start", "game", "variants", "moves", "position", *STATUS, *VALUE, "swap", *COST),
    *("start_winner", "start_distance"),
)


@click.command(
    "openings",
    cls=Command,
    epilog=example(
        "proofplay openings nakatta+pie:start:5x5\n"
        "proofplay openings --distance minelayers:start:5x8\n"
        "proofplay openings --game nakatta --size 3x3..4x4 -o nakatta.csv"
    ),
)
@starts_argument
@json_option("position")
@table_option
@distance_option
@checkpoint_option
@engine_option
@search_limit_options
def command(
    positions: Starts,
    as_json: bool,
    table_path: Path | None,
    distance: bool,
    checkpoint_path: Path | None,
    engine: str,
    limits: Limits,
) -> Code:
    """Prove who wins after each opening.

    Each argument is a starting position (any position will do), a file of positions, or - for
    standard input; without one, --game and --size name the start. Several sizes make one table. An
    opening is a first move; in Nakatta with the pie rule, a first stone and
    whether to swap; in Manic Minelayers, both home squares and who moves first. The limits apply to
    each opening separately. If a limit ends a search, the opening is unknown and the exit code is
    3.
    """
    checkpoint = None if checkpoint_path is None else CheckpointFile(checkpoint_path, engine)
    method = ENGINES[engine] if checkpoint is None else checkpoint.engine
    solver = OpeningsSolver(limits, method, distance)
    with (
        table_file(table_path, COLUMNS, _rows) as table,
        checkpoint or nullcontext(),
    ):
        session = Session(
            positions.sources, as_json, table=table, has_names=not positions.has_sizes
        )
        sizes = SizeTable() if positions.has_sizes and not as_json else None
        for record in session:
            with record as position:
                if checkpoint is not None:
                    checkpoint.begin(position)
                check_taken(method, position)
                is_complete = _solve(position, solver, as_json, table, session.labels, sizes)
                session.answered(is_complete)
        if sizes is not None:
            sizes.draw()
        return session.close()


def _rows(answer: dict[str, object]) -> Iterator[dict[str, object]]:
    """Yield the rows of a table: an opening each, with the moves as one text."""
    heading = {name: answer[name] for name in HEADING if name in answer}
    start = {
        **heading,
        "start": heading["position"],
        "start_winner": answer["winner"],
        "start_distance": answer["distance"],
    }
    openings = answer["openings"]
    for opening in openings if isinstance(openings, list) else ():
        yield {**start, **opening, "moves": " ".join(opening["moves"])}


def _solve(
    position: Position,
    solver: OpeningsSolver,
    as_json: bool,
    table: TableFile | None,
    labels: Mapping[str, object],
    sizes: SizeTable | None,
) -> bool:
    """Solve and write the openings of a position; return False if a limit left any open."""
    openings: list[tuple[Position, Opening]] = []
    try:
        with ProgressBar("solving") as bar:
            # Not a comprehension: openings solved before Ctrl-C are shown too.
            for opening in solver.of(position, bar):
                openings.append(opening)  # noqa: PERF402
    finally:
        if openings:
            _write(position, openings, as_json, table, labels, sizes)
    return all(opening.status == Status.PROVED for _, opening in openings)


def _write(
    position: Position,
    found: list[tuple[Position, Opening]],
    as_json: bool,
    table: TableFile | None,
    labels: Mapping[str, object],
    sizes: SizeTable | None,
) -> None:
    found_answer = openings_answer(position, found)
    answer = {**record(found_answer), **labels}
    if table is not None:
        table.add(answer)
    if as_json:
        write_json(answer)
        return
    if sizes is not None:
        sizes.add(position, found_answer)
        return
    from cli.openings_report import openings

    draw(*openings(found, glyphs(), width()))
