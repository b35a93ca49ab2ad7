"""`proofplay check-rules`: looks for faults in the rules of a game of one's own."""

from __future__ import annotations

from dataclasses import asdict

import click

from cli.common.exits import Code
from cli.common.options import board_size, example, json_option, number_option
from cli.common.words import counted
from cli.files.run_files import SOURCE, Command
from cli.terminal.output import complain, write_json, write_line
from positions import load_rules
from positions.own.faults import RulesError
from solver.rules_check import RulesReport, check_rules


@click.command(
    "check-rules", cls=Command, epilog=example("proofplay check-rules hex.py --size 3x3")
)
@click.argument("file", type=SOURCE, metavar="FILE.py")
@click.option("--size", type=board_size, metavar="WxH", help="Board size, files by ranks.")
@number_option("--games", "Games to play at random.", 1, default=100)
@number_option("--seed", "Random seed.", default=0)
@json_option("file")
def command(file: str, size: tuple[int, int] | None, games: int, seed: int, as_json: bool) -> Code:
    """Check the rules of a game of your own.

    Games are played at random. In their positions, moves, texts and outcomes are compared with what
    the rules say a second time, and on symmetrical boards; where few positions are left to play,
    two engines must agree. A fault is one line with its file and line, and exit code 1.
    """
    game = load_rules(file)
    try:
        report = check_rules(game, size or game.size, games, seed)
    except RulesError as fault:
        complain(str(fault))
        if as_json:
            write_json({"file": file, "game": game.name, "fault": str(fault)})
        return Code.SOME_FAILED
    if as_json:
        write_json({"file": file, **asdict(report), "fault": None})
    else:
        _write(report)
    return Code.ANSWERED


def _write(report: RulesReport) -> None:
    outcomes = report.outcomes
    average = report.plies / report.games
    write_line(f"{report.game} on {report.board}: no fault found.")
    write_line(
        f"{counted(report.games, 'game')} at random: the first player won {outcomes['first']:,}, "
        f"the second {outcomes['second']:,}, {outcomes['draw']:,} drawn; {average:.1f} plies on "
        f"average, {report.longest:,} at most, up to {counted(report.most_moves, 'move')} a turn."
    )
    write_line(
        f"{counted(report.compared, 'position')} compared with "
        f"{counted(report.symmetries, 'symmetry', 'symmetries')}, "
        f"{report.solved:,} solved by two engines alike."
    )
