"""Small boards: whether there is any puzzle is seen there by going through all positions at once.

What random play can come to on such a board is often no more than some dozens of positions. If none
of them is a puzzle that meets the demands, no seed makes one.
"""

from __future__ import annotations

from collections.abc import Callable

from positions.errors import InputError
from positions.game import Position
from positions.games import GAMES
from solver.games.puzzles import Span
from solver.interface.engine import Budget, LimitReached, Limits
from solver.puzzles.grades import GradeRange
from solver.puzzles.kind import Puzzle, Refused, Setting
from solver.puzzles.two_players.endgames import begins, plies_of

# No more positions are gone through, and none of a board with more squares.
MOST_SQUARES = 12
MOST_POSITIONS = 120
# Where a position takes more than that, it is not known to be no puzzle.
MOST_NODES = 100_000

Make = Callable[[Position, Budget], Puzzle]


def check_small_board(
    setting: Setting,
    played: int | None,
    grades: GradeRange | None,
    make: Make,
    span: Span | None = None,
) -> None:
    """Raise `InputError` if `make` makes no puzzle of any position of a small board.

    The positions are those that `endgames` looks at. `make` refuses a position, or meets a limit:
    then nothing is known.
    """
    positions = all_endgames(setting, played, span)
    if positions is None or any(_is_puzzle(each, grades, make) for each in positions):
        return
    width, height = setting.size or GAMES[setting.game].size
    least, most = plies_of(setting, played, span)
    plies = f"{least} to {most} plies" if least < most else _plies(least)
    why = f"none of the {len(positions)} positions after {plies} of random play is such a puzzle"
    if not positions:
        why = f"no game goes on after {_plies(least)}"
    expected = "a larger board, another --played or lesser demands"
    raise InputError(f"--size: found {width}×{height}, on which {why}, expected {expected}")


def all_endgames(
    setting: Setting, played: int | None, span: Span | None = None
) -> frozenset[Position] | None:
    """Return all positions amid a game, by so many plies; None where they are not few."""
    game = GAMES[setting.game]
    width, height = setting.size or game.size
    if width * height > MOST_SQUARES:
        return None
    least, most = plies_of(setting, played, span)
    found: set[Position] = set()
    layer = set(begins(setting, played))
    for ply in range(most + 1):
        if max(len(layer), len(found), ply) > MOST_POSITIONS:
            return None
        moves = {position: game.rules.moves(position) for position in layer}
        if ply >= least:
            found |= {position for position in layer if moves[position]}
        layer = {game.rules.play(position, move) for position in layer for move in moves[position]}
        if not layer:
            break
    return None if len(found) > MOST_POSITIONS else frozenset(found)


def _is_puzzle(position: Position, grades: GradeRange | None, make: Make) -> bool:
    """Return whether a position is a puzzle of these grades, or may be one."""
    try:
        puzzle = make(position, Budget(Limits(MOST_NODES)))
    except Refused:
        return False
    except LimitReached:
        return True
    measured = puzzle.measured
    return grades is None or (measured is not None and measured.grade in grades)


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"
