"""The human-readable report of `generate`: each puzzle on its board, and its solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from cli.reports import terminal
from cli.reports.answers import steps
from cli.reports.terminal import drawn
from cli.sheets.sheet import counts_in_words, unique
from cli.terminal.board import FAINT, STRONG, board_map, puzzle_board
from cli.terminal.signs import Glyphs
from positions import format_move, format_position
from positions.games import rules_of
from solver.puzzles.kind import Puzzle
from solver.puzzles.words import Grade, in_words


def made(puzzle: Puzzle, number: int, signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Yield the report of puzzle `number`, after a blank line if it is not the first."""
    position = puzzle.position
    if number > 1:
        yield Text()
    yield terminal.record_heading(f"Puzzle {number}")
    sentences = [
        terminal.heading(position, signs),
        Text(),
        Text(puzzle.goal),
        None if puzzle.grade is None else _grade(puzzle.grade, puzzle.measure or {}),
        Text(unique(position, puzzle.uniqueness)),
        Text(counts_in_words(puzzle.counts)) if puzzle.counts else None,
    ]
    yield terminal.beside(puzzle_board(position, signs), terminal.paragraphs(sentences), width)
    yield Text()
    yield Text(format_position(position), FAINT, no_wrap=True, overflow="ignore")
    yield Text()
    yield from _solution(puzzle, signs, width)


def _solution(puzzle: Puzzle, signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Yield the line of moves, or for a path the numbers of all squares."""
    if rules_of(puzzle.position).solution == "moves":
        line = steps(
            "Solution",
            puzzle.position,
            [format_move(puzzle.position, move) for move in puzzle.solution],
            signs,
        )
        yield from drawn([line], signs, width)
        return
    visits = (move.squares[0] for move in puzzle.solution)
    numbers = {square: Text(str(number)) for number, square in enumerate(visits, start=1)}
    yield Text("Solution", STRONG)
    yield board_map(puzzle.position.board, numbers)


def _grade(grade: Grade, measure: Mapping[str, float | int]) -> Text:
    return Text.assemble((grade.capitalize(), STRONG), f": {in_words(measure)}.")
