"""Puzzles as objects of the JSON output."""

from __future__ import annotations

from positions.text import format_move, format_position
from solver.puzzles.kind import Kind, Puzzle
from solver.puzzles.search import GENERATOR, Index

Record = dict[str, object]


def puzzle_record(kind: Kind, puzzle: Puzzle, seed: int, index: Index) -> Record:
    """Return the record of a puzzle; `index` identifies its candidate."""
    position, measured, unique = puzzle.position, puzzle.measured, puzzle.uniqueness
    return {
        "position": format_position(position),
        "game": position.game,
        "variants": list(position.variants),
        "puzzle": kind.name,
        "goal": puzzle.goal,
        "solution": [format_move(position, move) for move in puzzle.solution],
        "uniqueness": {"meaning": unique.meaning, **unique.counts, "complete": True},
        "grade": None if measured is None else measured.grade.value,
        "measure": None if measured is None else dict(measured.parts),
        **puzzle.facts,
        "seed": seed,
        "number": index.number,
        "candidate": index.first,
        "generator": GENERATOR,
    }
