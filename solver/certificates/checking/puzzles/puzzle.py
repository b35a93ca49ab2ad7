"""Checks the records of puzzles that `generate` writes, by the rules of the games alone.

The solution is played and must reach the goal. Claims of uniqueness are checked if all play from
the position can be listed, and the result says what was not checked.
"""

from __future__ import annotations

from collections.abc import Callable

from positions.game import Position
from solver.certificates.checking.puzzles.first_move import hold_margin, only_move, swap_or_not
from solver.certificates.checking.puzzles.line import survive, win_in
from solver.certificates.checking.puzzles.record import CheckedClaim, PuzzleRecord, expect, shown
from solver.certificates.checking.puzzles.solitaire import solitaire
from solver.certificates.checking.puzzles.tour import tour
from solver.certificates.checking.refusal import Refusal

_CHECKS: dict[str, Callable[[int, PuzzleRecord, Position], CheckedClaim]] = {
    "solitaire": solitaire,
    "only-move": only_move,
    "hold-margin": hold_margin,
    "swap-or-not": swap_or_not,
    "win-in": win_in,
    "survive": survive,
    "tour": tour,
}


def check_puzzle(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check the record of line `number`; raises `Refusal`."""
    expect(number, record, "game", position.game)
    expect(number, record, "variants", list(position.variants))
    check = _CHECKS.get(str(record.get("puzzle")))
    if check is None:
        raise Refusal(number, f"found the unknown puzzle {shown(record, 'puzzle')}")
    return check(number, record, position)
