"""The content of a puzzle sheet, words and pictures, made from the records of puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cli.common.puzzle_words import counts_in_words, numbered_moves, unique
from cli.sheets.layout import Paper
from positions import Position
from positions.games import game_of
from positions.games.minelayers_tour_text import is_tour
from positions.grid import parse_square
from positions.looks.drawing import Drawing, draw
from positions.looks.picture import PAPER, extent, to_svg
from positions.reading.puzzle_text import parse_puzzle

# The note above the answers.
PROMISE = "Every answer was proved by an exact engine, and every count is complete."


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle on a sheet, and its entry among the answers.

    `setting` is the game, the board and the player to move. `picture` is an SVG document, `extent`
    its width and height in its own units, and `words` describe it. The answer is `moves`, or, for a
    tour, the picture `solved`.
    """

    number: int
    grade: str | None
    setting: str
    goal: str
    picture: str
    extent: tuple[int, int]
    words: str
    moves: str
    proof: str
    solved: str | None = None


@dataclass(slots=True)
class Sheet:
    """Puzzles on paper of a certain size; `origin` is the command that makes the sheet again."""

    paper: Paper
    origin: str
    entries: list[Entry] = field(default_factory=list)
    _games: set[str] = field(default_factory=set)

    def add(self, record: dict[str, Any]) -> None:
        """Add a puzzle, given its record."""
        position = parse_puzzle(record["position"])
        drawing = draw(position)
        self._games.add(game_of(position).title)
        self.entries.append(
            Entry(
                number=record["number"],
                grade=record["grade"],
                setting=drawing.title,
                goal=record["goal"],
                picture=to_svg(drawing, PAPER),
                extent=extent(drawing),
                words=drawing.describe(),
                moves=numbered_moves(position, record["solution"]),
                proof=_proof(position, **record["uniqueness"]),
                solved=_solved(drawing, record["solution"]) if is_tour(position) else None,
            )
        )

    @property
    def title(self) -> str:
        """The title: which games the puzzles are of."""
        return f"{', '.join(sorted(self._games))} puzzles"


def _solved(drawing: Drawing, tour: Sequence[str]) -> str:
    """Draw a tour as numbers on its squares, with the givens marked."""
    squares = (parse_square(name, *drawing.board.size) for name in tour)
    labels = {s: str(number) for number, s in enumerate(squares, start=1) if s is not None}
    return to_svg(replace(drawing, labels=labels, marks=frozenset(drawing.labels)), PAPER)


def _proof(position: Position, meaning: str | None, complete: bool, **counts: int | str) -> str:
    return f"{unique(position, meaning)} {counts_in_words(counts)}".rstrip()
