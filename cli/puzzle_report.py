"""The human report of `generate`: each puzzle on its board, and its solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from cli import render
from cli.boards import board
from cli.output import Glyphs
from cli.puzzle_words import counts_in_words, unique
from cli.render import FAINT, STRONG
from cli.reports.terminal import drawn
from cli.steps import steps
from positions.text import format_position
from solver.puzzles.kind import Measured, Puzzle


def made(puzzle: Puzzle, number: int, signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Give the report of puzzle `number`; a blank line parts it from the one before."""
    position = puzzle.position
    if number > 1:
        yield Text()
    yield render.record_heading(f"Puzzle {number}")
    uniqueness = puzzle.uniqueness
    sentences = [
        render.heading(position, signs),
        Text(),
        Text(puzzle.goal),
        None if puzzle.measured is None else _grade(puzzle.measured),
        Text(unique(position, uniqueness.meaning)),
        Text(counts_in_words(uniqueness.counts)) if uniqueness.counts else None,
    ]
    yield render.beside(board(position, signs), render.paragraphs(sentences), width)
    yield Text()
    yield Text(format_position(position), FAINT, no_wrap=True, overflow="ignore")
    yield Text()
    yield from drawn([steps("Solution", position, puzzle.solution, signs)], signs, width)


def _grade(measured: Measured) -> Text:
    return Text.assemble((measured.grade.capitalize(), STRONG), f" ({_listed(measured.parts)})")


def _listed(facts: Mapping[str, float | int | str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts.items())
