"""`proofplay openings`: who wins after each way to begin a game."""

from __future__ import annotations

import click

from cli.common.exits import Code
from cli.common.options import (
    distance_option,
    engine_option,
    example,
    json_option,
    positions_argument,
    search_limit_options,
)
from cli.common.session import Session, draw_name
from cli.files.run_files import Command
from cli.openings import words
from cli.terminal.output import draw, glyphs, width, write_json
from cli.terminal.progress import ProgressBar
from positions import Position
from solver import Limits, Status
from solver.engines.choice import ENGINES
from solver.interface.engine import Wanted, check_taken
from solver.questions.openings import Opening, Openings
from solver.records.openings import openings_record


@click.command(
    "openings",
    cls=Command,
    help=words.HELP,
    epilog=example(words.EXAMPLE),
)
@positions_argument
@json_option("position")
@distance_option
@engine_option
@search_limit_options
def command(
    positions: tuple[str, ...],
    as_json: bool,
    distance: bool,
    engine: str,
    limits: Limits,
) -> Code:
    """Solve the openings of positions."""
    table = Openings(limits, ENGINES[engine], distance)
    session = Session(positions, as_json, draw_name)
    for record in session:
        with record as position:
            check_taken(ENGINES[engine], position, Wanted())
            found: list[Opening] = []
            try:
                with ProgressBar(words.GERUND) as bar:
                    # Not a comprehension: what was found before Ctrl-C is shown, too.
                    for opening in table.of(position, bar):
                        found.append(opening)  # noqa: PERF402
            finally:
                if found:
                    _write(position, found, as_json)
            session.answered(all(opening.verdict.status == Status.PROVED for opening in found))
    return session.close()


def _write(position: Position, found: list[Opening], as_json: bool) -> None:
    if as_json:
        write_json(openings_record(position, found))
        return
    from cli.openings.report import openings

    draw(*openings(found, glyphs(), width()))
