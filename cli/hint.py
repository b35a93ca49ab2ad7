"""`proofplay hint`: help with the next move, by degrees."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli.common.exits import Code
from cli.common.inputs import Sources
from cli.common.options import (
    distance_option,
    engine_option,
    example,
    json_option,
    limit_options,
    number_option,
    positions_argument,
)
from cli.common.session import Session
from cli.files.run_files import Command
from cli.moves import play_all, play_option
from cli.reports.answers import summary
from cli.reports.document import Words
from cli.reports.report_file import draw_blocks
from cli.terminal.output import write_json
from cli.terminal.progress import ProgressBar
from cli.terminal.signs import glyphs
from positions import Position, format_position
from positions.grid import Board
from positions.text import parse_move
from solver import Answer, Limits, Question, Result, Status
from solver.answers.ask import SOLVE, ask_within
from solver.interface.engine import Budget

# The degrees of help: where on the board the move is made, on which file or square, the move.
WHERE, WHICH, MOVE = 1, 2, 3
# Boards with fewer files or ranks are divided into halves, others into thirds.
_THIRDS = 7


@click.command(
    "hint",
    cls=Command,
    epilog=example(
        "proofplay hint sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w\n"
        "proofplay hint --degree 3 nakatta:wb1b/1bw1/2w1/1b1w:b"
    ),
)
@positions_argument
@number_option(
    "--degree",
    "How much to tell: 1 the part of the board, 2 the file or one of the squares, 3 the move.",
    WHERE,
    MOVE,
    default=WHERE,
)
@play_option
@json_option("position")
@distance_option
@engine_option
@limit_options
def command(
    positions: Sources,
    degree: int,
    play: tuple[str, ...],
    as_json: bool,
    distance: bool,
    engine: str,
    limits: Limits,
) -> Code:
    """Hint at the next move: where it is, which piece, or the move.

    Each argument is a position, a file of positions, or - for standard input. The move hinted at is
    one of best play. If a limit ends the search, there is no hint, and the exit code is 3.
    """
    texts = [text for one in play for text in one.split()]
    question = Question(SOLVE, engine, distance=distance)
    session = Session(positions, as_json, has_names=True)
    for record in session:
        with record as start:
            position, _ = play_all(start, texts)
            with ProgressBar("solving") as bar:
                answer = ask_within(
                    position,
                    question,
                    limits,
                    Budget(limits, bar),
                    question.engine_for(position),
                )
            line, names = _hint(position, answer, degree)
            if as_json:
                write_json(
                    {
                        "position": format_position(position),
                        "game": position.game,
                        "variants": list(position.variants),
                        **session.labels,
                        "status": answer.status,
                        "reason": answer.reason,
                        "result": answer.result,
                        "degree": degree,
                        "hint": line,
                        "squares": names,
                        "move": answer.line[0] if line is not None and degree == MOVE else None,
                    }
                )
            else:
                sentence = "No hint." if line is None else line
                further = [Words(sentence, is_strong=True)]
                draw_blocks([summary(position, answer, glyphs(), further)])
            session.answered(answer.is_complete)
    return session.close()


def _hint(position: Position, answer: Answer, degree: int) -> tuple[str | None, list[str]]:
    """Return a hint and the squares that it points at; None if no move can be recommended."""
    if answer.status != Status.PROVED or not answer.line:
        return None, []
    if answer.result == Result.LOSS and answer.distance is None and answer.score is None:
        return None, []  # the line shows how it is lost, not the best defence
    name, board = answer.line[0], position.board
    squares = parse_move(position, name).squares
    if degree == MOVE:
        return f"The move is {name}.", [board.name(square) for square in squares]
    if not squares:
        return "It is a move that involves no square.", []
    region = _region(board, squares[0])
    if degree == WHERE:
        names = [board.name(square) for square in region]
        return f"Look at the squares {names[0]} to {names[-1]}.", names
    if len(squares) > 1:
        square = board.name(squares[0])
        return f"It involves the square {square}.", [square]
    file = squares[0] % board.width
    found = [board.name(square) for square in region if square % board.width == file]
    return f"It is on the {found[0][0]}-file, from {found[0]} to {found[-1]}.", found


def _region(board: Board, square: int) -> Sequence[int]:
    """Return the squares of the part of the board that a square is in, from its lowest on."""

    def part(other: int) -> tuple[int, int]:
        rank, file = divmod(other, board.width)
        return _part(file, board.width), _part(rank, board.height)

    return [other for other in range(len(board.cells)) if part(other) == part(square)]


def _part(at: int, count: int) -> int:
    """Return the half or third that a file or rank belongs to, counted from 0."""
    return at * (2 if count < _THIRDS else 3) // count
