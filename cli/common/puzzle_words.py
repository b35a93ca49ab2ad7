"""What is said of a puzzle: its solution in numbered moves, and what was proved of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.common.words import counted, player
from positions import Position
from positions.games import game_of
from positions.games.minelayers_tour_text import is_tour
from solver.puzzles.kind import ANSWER, FIRST_MOVE, TRANSPOSITION, WHOLE_LINE

# Holds a number and its moves together where a line is broken.
_HOLD = "\u00a0"


def numbered_moves(position: Position, moves: Sequence[str]) -> str:
    """Return a line of moves: "1. c3 d4 2. e5"; who plays alone has a number for each."""
    is_alone = game_of(position).is_solitaire(position) or is_tour(position)
    step = 1 if is_alone else 2
    cells = list(moves)
    if step == 2 and cells and position.turn != next(iter(game_of(position).players)):
        cells.insert(0, "…")
    return " ".join(
        _HOLD.join((f"{number}.", *cells[start : start + step]))
        for number, start in enumerate(range(0, len(cells), step), start=1)
    )


def unique(position: Position, meaning: str | None) -> str:
    """Say of what there is exactly one."""
    game = game_of(position)
    if game.is_solitaire(position) or is_tour(position):
        line = "This is the only solution."
    else:
        line = f"At each of {player(game, position.turn)}'s turns no other move does it."
    meanings = {
        FIRST_MOVE: "No other first move does it.",
        WHOLE_LINE: line,
        ANSWER: "The other answer loses.",
        TRANSPOSITION: "All solutions are this one, but for the order of the moves.",
    }
    return "There may be other solutions." if meaning is None else meanings[meaning]


def counts_in_words(counts: Mapping[str, int | str]) -> str:
    """List what was counted: "Counted: 12 moves, 1 winning, 11 losing."; nothing if nothing was."""
    parts = (counted(int(value), *_names(name)) for name, value in counts.items())
    return f"Counted: {', '.join(parts)}." if counts else ""


def _names(name: str) -> tuple[str, str]:
    """Return the words for one of what a count of a record is named after, and for several."""
    many = name.replace("_", " ")
    return many.removesuffix("s"), many
