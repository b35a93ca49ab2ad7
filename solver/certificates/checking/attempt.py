"""Checks a line of moves in solitaire: each is legal, and the deal ends solved, or stuck.

Each line of the text has the number of a move and the move: ``3 b4``.
"""

from __future__ import annotations

import re

from positions.errors import MoveError, quote
from positions.game import Position
from positions.games import game_of
from positions.text import format_move, parse_move
from solver.certificates.checking.goals import pieces_left
from solver.certificates.checking.refusal import Refusal
from solver.certificates.checking.text import Line, Section

_MOVE = re.compile(r"([1-9][0-9]{0,8}) ([^ ]+)")


def check_attempt(root: Position, left: int | None, section: Section) -> int:
    """Check that a line solves a deal, or ends with `left` pieces; return its number of moves."""
    game, position = game_of(root), root
    for number, line in enumerate(section.lines, start=1):
        position = game.rules.play(position, parse_move(position, _read(line, number, position)))
    last = section.lines[-1] if section.lines else section.heading
    outcome = game.rules.outcome(position)
    if outcome is None:
        raise Refusal(last.number, "the attempt is not over after the last move")
    if left is None and not outcome.solved:
        raise Refusal(
            last.number, f"{pieces_left(position)} pieces are left, so this is not a solution"
        )
    if left is not None and pieces_left(position) != left:
        raise Refusal(last.number, f"{pieces_left(position)} pieces are left, not {left}")
    return len(section.lines)


def _read(line: Line, number: int, position: Position) -> str:
    """Return the text of a move, which must be legal and in its normal form."""
    match = _MOVE.fullmatch(line.text)
    if match is None or match[1] != str(number):
        raise Refusal(line.number, f"found {quote(line.text)}, expected move {number}")
    try:
        normal = format_move(position, parse_move(position, match[2]))
    except MoveError as error:
        raise Refusal(line.number, str(error)) from None
    if normal != match[2]:
        raise Refusal(line.number, f"found {quote(match[2])}, expected {quote(normal)}")
    return normal
