"""What a puzzle is about, as far as the rules and its proof tell, and its name in files."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from positions.game import PASS, SWAP, Move, Position
from positions.games import rules_of
from positions.games.minelayers_tour import puzzle_of
from positions.playing import legal_moves
from positions.text import format_position
from solver.puzzles.kind import Puzzle
from solver.puzzles.survive import Survive

THEMES = (
    CLOSED_TOUR,
    OPEN_TOUR,
    CHOSEN_SURVIVORS,
    ONE_WAY_IN,
    RACE,
    SWAPPED,
    FORCED_LOSS,
    QUIET_MOVE,
    FORCED_REPLIES,
    SKIPPED_TURN,
) = (
    "closed tour",
    "open tour",
    "chosen survivors",
    "one way in",
    "race",
    "swap",
    "forced loss",
    "quiet move",
    "forced replies",
    "skipped turn",
)


def identity(kind: str, position: Position) -> str:
    """Return a name for a puzzle that depends on the kind and the position alone."""
    digest = sha256(f"{kind} {format_position(position)}".encode()).hexdigest()
    return f"{kind}-{digest[:8]}"


def themes(kind: str, puzzle: Puzzle) -> list[str]:
    """Return the themes of a puzzle, in the order of `THEMES`."""
    rules = rules_of(puzzle.position)
    if rules.solution == "path":
        return [CLOSED_TOUR if puzzle_of(puzzle.position).closed else OPEN_TOUR]
    found = set(_alone(puzzle) if rules.persons == 1 else _for_two(kind, puzzle))
    return [theme for theme in THEMES if theme in found]


def _alone(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.position.key("keep") is not None:
        yield CHOSEN_SURVIVORS
    if puzzle.counts.get("first_moves") == 1:
        yield ONE_WAY_IN


def _for_two(kind: str, puzzle: Puzzle) -> Iterator[str]:
    if kind == Survive.name:
        yield RACE
    score = puzzle.facts.get("score")
    if isinstance(score, int) and score < 0:
        yield FORCED_LOSS
    first = puzzle.solution[0]
    if first == SWAP:
        yield SWAPPED
    elif _is_quiet(puzzle.position, first):
        yield QUIET_MOVE
    replies = list(_replies(puzzle))
    if replies and all(len(legal_moves(position)) == 1 for position, _ in replies):
        yield FORCED_REPLIES
    if any(move == PASS for _, move in replies):
        yield SKIPPED_TURN


def _is_quiet(position: Position, move: Move) -> bool:
    """Return whether a move removes nothing, although another one would."""
    removing = [each for each in legal_moves(position) if _removes(position, each)]
    return bool(removing) and move not in removing


def _removes(position: Position, move: Move) -> bool:
    effects = rules_of(position).effects(position, move)
    return any(effect.what == "removed" and effect.squares for effect in effects)


def _replies(puzzle: Puzzle) -> Iterator[tuple[Position, Move]]:
    """Yield the opponent's turns in the solution: the position and the move."""
    position = puzzle.position
    for move in puzzle.solution:
        if position.turn != puzzle.position.turn:
            yield position, move
        position = rules_of(position).play(position, move)
