"""Small boards: checking all positions shows whether there is any puzzle.

Random play on such a board often reaches only a few dozen positions. If none of them is a puzzle
that meets the requirements, no seed gives one.
"""

from __future__ import annotations

from collections.abc import Callable

from positions.errors import InputError
from positions.game import Position
from positions.games import GAMES
from solver.games.puzzles import Span
from solver.interface.engine import Budget, LimitReached, Limits
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import Puzzle, Rejection, Setting
from solver.puzzles.two_players.endgames import begins, plies_of

# The maximum number of positions to check, and of squares on the board.
MAX_SQUARES = 12
MAX_POSITIONS = 120
# A position that takes more than this is assumed to be a puzzle.
MAX_NODES = 100_000

Make = Callable[[Position, Budget], Puzzle]


def check_small_board(
    setting: Setting,
    played: int | None,
    grades: GradeRange | None,
    make: Make,
    span: Span | None = None,
) -> None:
    """Raise `InputError` if no position on a small board becomes a puzzle.

    The positions are those that `endgames` yields. `make` makes a puzzle from a position, rejects
    it, or reaches a limit, which leaves the question open.
    """
    positions = all_endgames(setting, played, span)
    if positions is None or any(_is_puzzle(each, grades, make) for each in positions):
        return
    width, height = setting.size or GAMES[setting.game].size
    min_plies, max_plies = plies_of(setting, played, span)
    plies = f"{min_plies} to {max_plies} plies" if min_plies < max_plies else _plies(min_plies)
    why = f"none of the {len(positions)} positions after {plies} of random play is such a puzzle"
    if not positions:
        why = f"no game goes on after {_plies(min_plies)}"
    expected = "a larger board, another --played or fewer requirements"
    raise InputError(f"--size: found {width}×{height}, on which {why}, expected {expected}")


def all_endgames(
    setting: Setting, played: int | None, span: Span | None = None
) -> frozenset[Position] | None:
    """Return all positions that `endgames` can yield; None if there are too many."""
    game = GAMES[setting.game]
    width, height = setting.size or game.size
    if width * height > MAX_SQUARES:
        return None
    min_plies, max_plies = plies_of(setting, played, span)
    found: set[Position] = set()
    layer = set(begins(setting, played))
    for ply in range(max_plies + 1):
        if max(len(layer), len(found), ply) > MAX_POSITIONS:
            return None
        moves = {position: game.rules.moves(position) for position in layer}
        if ply >= min_plies:
            found |= {position for position in layer if moves[position]}
        layer = {game.rules.play(position, move) for position in layer for move in moves[position]}
        if not layer:
            break
    return None if len(found) > MAX_POSITIONS else frozenset(found)


def _is_puzzle(position: Position, grades: GradeRange | None, make: Make) -> bool:
    """Return whether a position is, or may be, a puzzle of these grades."""
    try:
        puzzle = make(position, Budget(Limits(MAX_NODES)))
    except Rejection:
        return False
    except LimitReached:
        return True
    measured = puzzle.measured
    return grades is None or (measured is not None and measured.grade in grades)


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"
