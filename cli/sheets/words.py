"""What is said of a puzzle on paper: its solution in numbered moves, and what was proved of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.words import player
from positions.game import Position
from positions.games import game_of

# Holds a number and its moves together where a line is broken.
_HOLD = "\u00a0"


def numbered_moves(position: Position, moves: Sequence[str]) -> str:
    """Give a line of moves: "1. c3 d4 2. e5"; in solitaire each move has a number of its own."""
    step = 1 if game_of(position).is_solitaire(position) else 2
    cells = list(moves)
    if step == 2 and cells and position.turn != next(iter(game_of(position).players)):
        cells.insert(0, "…")
    return " ".join(
        _HOLD.join((f"{number}.", *cells[start : start + step]))
        for number, start in enumerate(range(0, len(cells), step), start=1)
    )


def proof(position: Position, uniqueness: Mapping[str, object]) -> str:
    """Say of what there is exactly one, and how many there are of what was counted."""
    is_solitaire = game_of(position).is_solitaire(position)
    mover = player(game_of(position), position.turn)
    meanings = {
        "first move": "No other first move does it.",
        "whole line": "No other line does it."
        if is_solitaire
        else f"At each of {mover}'s turns no other move does it.",
        "up to transposition": "All solutions are this one, but for the order of the moves.",
    }
    return meanings.get(str(uniqueness["meaning"]), "There may be other solutions.")
