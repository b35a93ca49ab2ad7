"""Shared by puzzles in which the first move has to be found: choices and their values."""

from __future__ import annotations

from collections.abc import Iterator

from positions.errors import InputError
from positions.game import PASS, Position
from positions.games import GAMES
from positions.playing import legal_moves
from solver.answers.moves import MoveValue, value_move
from solver.engines.choice import ENGINES
from solver.games import descriptor_of
from solver.interface.engine import Budget, Details, Oracle, Result
from solver.puzzles.kind import Rejection, Setting

# The default minimum number of moves to choose from.
CHOICES = 3

FEW = "with too few moves to choose from"


def check_choices(setting: Setting, choices: int, default: int) -> None:
    """Raise `InputError` if no position has that many moves; `default` is the number by default."""
    maximum = max_moves(setting)
    if choices <= maximum:
        return
    if choices != default:
        raise InputError(f"--choices: found {choices}, expected at most {maximum}")
    width, height = setting.size or GAMES[setting.game].size
    found = f"{width}×{height}, on which no player has {choices} moves to choose from"
    raise InputError(f"--size: found {found}, expected a larger board")


def max_moves(setting: Setting) -> int:
    """Return an upper bound on a player's moves, with every piece making all of its moves."""
    size = setting.size or GAMES[setting.game].size
    return descriptor_of(setting.game).puzzles.max_moves(*size, setting.variants)


def require_choices(position: Position, choices: int) -> None:
    """Reject a position with fewer legal moves."""
    moves = legal_moves(position)
    if len(moves) < choices or moves == (PASS,):
        raise Rejection(FEW)


def opened(position: Position, budget: Budget) -> Oracle:
    """Return an oracle for a position and everything reachable from it."""
    return ENGINES["auto"].open(position, budget)


def each_value(position: Position, oracle: Oracle) -> Iterator[MoveValue]:
    """Yield the values of the legal moves, in the order of the rules; raises `LimitReached`."""
    for move in legal_moves(position):
        yield value_move(position, move, Details(), oracle)


def results(values: list[MoveValue]) -> dict[str, int]:
    """Count all moves and those of each result; results without moves are left out."""
    found = [value.result for value in values]
    names = {Result.WIN: "winning", Result.DRAW: "drawing", Result.LOSS: "losing"}
    counts = {name: found.count(result) for result, name in names.items()}
    return {"moves": len(values), **{name: n for name, n in counts.items() if n}}
