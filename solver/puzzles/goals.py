"""What is to be done in a puzzle, in words: for its record, and for whoever checks that record."""

from __future__ import annotations

from positions.game import Position
from positions.games.sight_reduction import SIGHT_REDUCTION, enemy, survivors


def solitaire_goal(position: Position) -> str:
    """Say in words what is to be done in a solitaire position (SR3, SR4, SR7)."""
    first, second = (
        SIGHT_REDUCTION.players[colour] for colour in (position.turn, enemy(position.turn))
    )
    what = f"Remove {first} and {second} pieces in turn, {first} first, until "
    if "pairs" in position.variants:
        return what + "the board is empty."
    kept = survivors(position)
    if kept is None:
        return what + "one of each is left."
    white, black = map(position.board.name, kept)
    return what + f"white on {white} and black on {black} are left."
