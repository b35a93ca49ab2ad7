"""Checks the records of solitaire puzzles: the solution is played, all others are counted."""

from __future__ import annotations

from dataclasses import replace

from positions.game import Position
from positions.games import game_of
from solver.certificates.checking.check import Size
from solver.certificates.checking.goals import pieces_left
from solver.certificates.checking.puzzles.record import (
    FIRST_MOVE,
    TRANSPOSITION,
    WHOLE_LINE,
    CheckedClaim,
    PuzzleRecord,
    expect,
    play,
    shown,
    texts_of,
    uniqueness_of,
)
from solver.certificates.checking.puzzles.removal_tables import RemovalTables
from solver.certificates.checking.refusal import Refusal
from solver.puzzles.words import solitaire_goal

# The maximum number of pieces n for tables of all play, which have 2^n bits each.
LISTED_PIECES = 20


def solitaire(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check a solitaire: its solution, and the number of first moves that keep it solvable."""
    if not game_of(position).is_solitaire(position):
        raise Refusal(number, "found a two-player game, expected a solitaire")
    expect(number, record, "goal", solitaire_goal(position))
    moves = texts_of(number, record)
    end, size = play(number, position, moves), Size(moves=len(moves))
    outcome = game_of(end).rules.outcome(end)
    if outcome is None or not outcome.solved:
        raise Refusal(number, "the solution does not solve the position")
    uniqueness = uniqueness_of(number, record)
    _check_meaning(number, uniqueness, position)
    if pieces_left(position) > LISTED_PIECES:
        return CheckedClaim(
            "the solution works; not checked: how many others do, and the grade", size
        )
    tables = RemovalTables(position)
    expect(number, uniqueness, "first_moves", tables.first_moves)
    if "solutions" in uniqueness:
        expect(number, uniqueness, "solutions", str(tables.solutions))
    if "ends" in uniqueness:
        expect(number, uniqueness, "ends", tables.ends)
    claim = "the solution works, and all solutions were counted; not checked: the grade"
    return CheckedClaim(claim, replace(size, positions=tables.positions, replies=tables.moves))


def _check_meaning(number: int, uniqueness: PuzzleRecord, position: Position) -> None:
    """Check a claim of uniqueness by the counts, or by the named survivors."""
    unique = {
        WHOLE_LINE: uniqueness.get("solutions") == "1",
        FIRST_MOVE: uniqueness.get("first_moves") == 1,
        TRANSPOSITION: uniqueness.get("ends") == 1 or position.key("keep") is not None,
    }
    meaning = uniqueness.get("meaning")
    if not (unique.get(str(meaning)) or (meaning is None and not any(unique.values()))):
        raise Refusal(
            number, f"found {shown(uniqueness, 'meaning')}, which these counts contradict"
        )
