"""A table that compares boards of a game: who wins on each, how soon, after how many openings."""

from __future__ import annotations

from cli.common.words import percent
from cli.reports.answers import RESULT_WORDS
from cli.reports.document import Column, Table, Words
from cli.reports.report_file import draw_blocks
from cli.terminal.signs import glyphs
from positions import Position
from positions.games import game_of, rules_of
from solver.answers.model import Openings

_COLUMNS = (
    Column("Board", is_head=True),
    Column("Winner"),
    *(Column(title, is_number=True) for title in ("Plies", "Openings", "Winning", "Share")),
)


class SizeTable:
    """Collects the answers to the starts of a game, and shows them as one table."""

    def __init__(self) -> None:
        self._rows: list[tuple[Words, ...]] = []
        self._caption = ""

    def add(self, start: Position, answer: Openings) -> None:
        """Add the row of a start."""
        self._caption = ", ".join([game_of(start).title, *start.variants])
        winning = answer.winning
        if winning.share is None:
            share = f"{percent(winning.low, 2)}–{percent(winning.high, 2)} %"
        else:
            share = f"{percent(winning.share, 2)} %"
        cells = (
            f"{start.board.width}{glyphs().times}{start.board.height}",
            _winner(start, answer),
            "" if answer.distance is None else f"{answer.distance:,}",
            f"{winning.cases:,}",
            f"{winning.count:,}",
            share,
        )
        self._rows.append(tuple(map(Words, cells)))

    def draw(self) -> None:
        """Show the table on the terminal."""
        if self._rows:
            notes = ["plies: to the end with best play", "winning: for the player who begins"]
            if any("–" in row[-1].text for row in self._rows):
                notes.append("a share from–to: some openings are unknown")
            draw_blocks([Table(self._caption, _COLUMNS, tuple(self._rows), tuple(notes), (), True)])


def _winner(start: Position, answer: Openings) -> str:
    if answer.result is None:
        return "unknown"
    if answer.winner is None or rules_of(start).persons == 1:
        return RESULT_WORDS[answer.result]
    return answer.winner.capitalize()
