"""`proofplay moves`: the legal moves, optionally after other moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import click

from cli.common import words
from cli.common.exits import Code
from cli.common.inputs import Sources
from cli.common.options import example, json_option, positions_argument
from cli.common.session import Session
from cli.files.run_files import Command
from cli.terminal.output import draw, width, write_json
from cli.terminal.signs import glyphs
from positions import Position, format_move, format_position
from positions.game import Effect
from positions.games import game_of, rules_of
from positions.text import parse_move

play_option = click.option(
    "--play",
    multiple=True,
    metavar="MOVES",
    help="Play these moves first, separated by spaces; repeatable.",
)


@click.command(
    "moves",
    cls=Command,
    epilog=example("proofplay moves sight-reduction:bwwb/wwbw/bwbb:w --play 'b1 d1'"),
)
@positions_argument
@play_option
@json_option("position")
def command(positions: Sources, play: tuple[str, ...], as_json: bool) -> Code:
    """List the legal moves of positions.

    Each argument is a position, a file of positions, or - for standard input.
    """
    texts = [text for one in play for text in one.split()]
    numbers = count()

    session = Session(positions, as_json)
    for record in session:
        with record as start:
            position, effects = play_all(start, texts)
            rules = rules_of(position)
            moves = [format_move(position, move) for move in rules.moves(position)]
            if as_json:
                found = {"position": format_position(position), "moves": moves}
                write_json(found | session.labels)
            else:
                _draw(position, moves, effects, is_first=next(numbers) == 0)
            session.answered()
    return session.close()


def play_all(position: Position, texts: list[str]) -> tuple[Position, tuple[Effect, ...]]:
    """Play moves given as text, and return the position and the effects of the last one.

    Raises `MoveError` for the first illegal one.
    """
    rules = rules_of(position)
    effects: tuple[Effect, ...] = ()
    for text in texts:
        move = parse_move(position, text)
        effects = rules.effects(position, move)
        position = rules.play(position, move)
    return position, effects


def _draw(
    position: Position, moves: list[str], effects: Sequence[Effect], *, is_first: bool
) -> None:
    from rich.text import Text

    from cli.reports import terminal
    from cli.terminal.board import board

    signs = glyphs()
    facts = [
        terminal.heading(position, signs),
        Text(),
        Text(f"{words.counted(len(moves), 'legal move')}." if moves else _ending(position)),
        terminal.columns([Text(move) for move in moves], max(width() // 2, 30)),
    ]
    drawing = board(position, signs, effects)
    above = [] if is_first else [Text()]
    draw(*above, terminal.beside(drawing, terminal.paragraphs(facts), width()))


def _ending(position: Position) -> str:
    game = game_of(position)
    outcome = rules_of(position).outcome(position)
    if outcome is None:
        return "No legal move."
    if outcome.solved is not None:
        return "Solved." if outcome.solved else "Not solved: no legal move is left."
    if outcome.winner is None:
        return "The game is over: a draw."
    return f"The game is over: {words.player(game, outcome.winner)} has won."
