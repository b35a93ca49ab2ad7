"""Words about a puzzle: its solution in numbered moves, and what was proved about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.common.words import counted, player
from positions import Position
from positions.games import game_of
from positions.games.minelayers_tour_text import is_tour
from solver.puzzles.kind import ANSWER, FIRST_MOVE, TRANSPOSITION, WHOLE_LINE

# A no-break space, which keeps a number and its moves on one line.
_HOLD = "\u00a0"


def numbered_moves(position: Position, moves: Sequence[str]) -> str:
    """Return numbered moves: "1. c3 d4 2. e5"; in solitaire each move has its own number."""
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
    """Return a sentence on what is unique about a puzzle."""
    game = game_of(position)
    if game.is_solitaire(position) or is_tour(position):
        line = "This is the only solution."
    else:
        line = f"No other move works at any of {player(game, position.turn)}'s turns."
    meanings = {
        FIRST_MOVE: "No other first move works.",
        WHOLE_LINE: line,
        ANSWER: "The other answer loses.",
        TRANSPOSITION: "All solutions are this one with the moves in another order.",
    }
    return "There may be other solutions." if meaning is None else meanings[meaning]


def counts_in_words(counts: Mapping[str, int | str]) -> str:
    """Return counts such as "Counted: 12 moves, 1 winning, 11 losing."; empty if none."""
    parts = (counted(int(value), *_names(name)) for name, value in counts.items())
    return f"Counted: {', '.join(parts)}." if counts else ""


def _names(name: str) -> tuple[str, str]:
    """Return the singular and the plural of what a record's field counts."""
    if name == "first_moves":  # only those that solve the puzzle are counted
        return "first move that works", "first moves that work"
    many = name.replace("_", " ")
    return many.removesuffix("s"), many
