"""Checks the records of puzzles that `generate` writes, by the rules of the games alone.

The solution is played and must reach the goal. What is said of uniqueness is counted again where
all play from the position can be listed, and the claim names what was not checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from positions.errors import MoveError, quote
from positions.game import Move, Position
from positions.games import game_of
from positions.text import parse_move
from solver.certificates.checking.check import Size
from solver.certificates.checking.goals import pieces_left
from solver.certificates.checking.refused import Refused
from solver.puzzles.goals import solitaire_goal

FIRST_MOVE, WHOLE_LINE, TRANSPOSITION = "first move", "whole line", "up to transposition"
# Up to so many pieces all play of a solitaire is listed, in about a second.
LISTED_PIECES = 12

_Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a record was found to show, and how much was checked for that."""

    claim: str
    size: Size


def check_puzzle(number: int, record: _Record, position: Position) -> Shown:
    """Check the record of line `number`; raises `Refused`."""
    _expect(number, record, "game", position.game)
    _expect(number, record, "variants", list(position.variants))
    check = _CHECKS.get(str(record.get("puzzle")))
    if check is None:
        raise Refused(number, f"found the puzzle {_shown(record, 'puzzle')}, which is not known")
    return check(number, record, position)


def _solitaire(number: int, record: _Record, position: Position) -> Shown:
    """Check a solitaire: the solution solves it, and as many first moves keep it as it says."""
    if not game_of(position).is_solitaire(position):
        raise Refused(number, "found a game for two, expected a solitaire")
    _expect(number, record, "goal", solitaire_goal(position))
    moves = _moves(number, record)
    end, size = _play(number, position, moves), Size(moves=len(moves))
    outcome = game_of(end).rules.outcome(end)
    if outcome is None or not outcome.solved:
        raise Refused(number, "the solution does not solve the position")
    said = _uniqueness(number, record)
    _check_meaning(number, said, position)
    if pieces_left(position) > LISTED_PIECES:
        return Shown("the solution solves it; not checked: how many others do, and the grade", size)
    listed = _Listed()
    counts = listed.first_moves(position)
    _expect(number, said, "first_moves", sum(count > 0 for count in counts))
    if "solutions" in said:
        _expect(number, said, "solutions", str(sum(counts)))
    if "ends" in said:
        _expect(number, said, "ends", len(listed.ends))
    claim = "the solution solves it, all others were counted; not checked: the grade"
    return Shown(claim, replace(size, positions=len(listed.solutions), replies=listed.moves))


def _check_meaning(number: int, said: _Record, position: Position) -> None:
    """Check that of what is called unique there is one by the counts, or by the survivors named."""
    unique = {
        WHOLE_LINE: said.get("solutions") == "1",
        FIRST_MOVE: said.get("first_moves") == 1,
        TRANSPOSITION: said.get("ends") == 1 or position.key("keep") is not None,
    }
    meaning = said.get("meaning")
    if not (unique.get(str(meaning)) or (meaning is None and not any(unique.values()))):
        raise Refused(number, f"found {_shown(said, 'meaning')} as what is unique of these counts")


_CHECKS: dict[str, Callable[[int, _Record, Position], Shown]] = {"solitaire": _solitaire}


class _Listed:
    """Lists all play from a solitaire position.

    `solutions` has the number of each position that was seen, and `ends` the solved ones.
    """

    def __init__(self) -> None:
        self.solutions: dict[Position, int] = {}
        self.ends: set[Position] = set()
        self.moves = 0

    def first_moves(self, position: Position) -> list[int]:
        """Give the number of solutions that begin with each legal move."""
        rules = game_of(position).rules
        moves = rules.moves(position)
        self.moves += len(moves)
        return [self._count(rules.play(position, move)) for move in moves]

    def _count(self, position: Position) -> int:
        if position not in self.solutions:
            outcome = game_of(position).rules.outcome(position)
            if outcome is None:
                self.solutions[position] = sum(self.first_moves(position))
            else:
                self.solutions[position] = int(bool(outcome.solved))
                self.ends |= {position} if outcome.solved else set()
        return self.solutions[position]


def _play(number: int, position: Position, moves: list[str]) -> Position:
    """Play a solution; give the position that it ends in."""
    for text in moves:
        position = game_of(position).rules.play(position, _move(number, position, text))
    return position


def _moves(number: int, record: _Record) -> list[str]:
    moves = record.get("solution")
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        return moves
    raise Refused(number, 'expected a list of moves in "solution"')


def _move(number: int, position: Position, text: str) -> Move:
    try:
        return parse_move(position, text)
    except MoveError as error:
        raise Refused(number, str(error)) from None


def _uniqueness(number: int, record: _Record) -> _Record:
    """Give what a record says of uniqueness: all counts of a puzzle are complete."""
    said = record.get("uniqueness")
    if not isinstance(said, dict):
        raise Refused(number, 'expected an object in "uniqueness"')
    _expect(number, said, "complete", True)
    return said


def _expect(number: int, record: _Record, name: str, fact: object) -> None:
    """Refuse a record that says something else, or something of another type."""
    said = record.get(name)
    if said != fact or isinstance(said, bool) != isinstance(fact, bool):
        found = f"found {_shown(record, name)} as {quote(name)}"
        raise Refused(number, f"{found}, and {quote(json.dumps(fact))} is true of the position")


def _shown(record: _Record, name: str) -> str:
    return quote(json.dumps(record.get(name)))
