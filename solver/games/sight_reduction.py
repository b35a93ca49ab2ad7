"""The solver's descriptor of Sight Reduction."""

from __future__ import annotations

from positions.game import Position
from positions.games.sight_reduction import pieces_left
from solver import _native
from solver.games.descriptor import GameSolver, PlayLimit
from solver.games.playouts import Playouts
from solver.games.puzzles import Puzzles, Span
from solver.games.removal_pack import pack, turn

CHEAP_PIECES = 24

_FLAGS = {"harder": 1, "easier": 2, "pairs": 4}


def _perft(position: Position, depth: int, control: _native.Control) -> int | None:
    return _native.sight_reduction_perft(*pack(position), turn(position), depth, control)


def _flags(position: Position) -> int:
    """Return the variants in the form that the playouts take."""
    return sum(flag for name, flag in _FLAGS.items() if name in position.variants)


def _max_moves(width: int, height: int, variants: tuple[str, ...]) -> int:
    """Return the maximum number of moves: single pieces, and pairs that see each other.

    A pair consists of two pieces (SR7).
    """
    directions = 8 if "easier" in variants else 4
    pairs = directions // 2 if "pairs" in variants else 0
    return (width * height + 1) // 2 * (1 + pairs)


SIGHT_REDUCTION = GameSolver(
    engines=("brute", "search", "retrograde", "sat"),
    is_cheap=lambda position: pieces_left(position) <= CHEAP_PIECES,
    perft=_perft,
    counts_solutions=True,
    playouts=Playouts(_native.sight_reduction_playouts, flags=_flags),
    in_play=PlayLimit("pieces", "wb", 12),
    puzzles=Puzzles(
        kinds=("solitaire", "only-move", "win-in"),
        menu={
            "solitaire": {
                "": {
                    "gentle..cruel": "usual 4x6 4x8 6x6",
                    "gentle": "3x4",
                    "gentle..steady": "4x4",
                },
                "harder": {
                    "steady..cruel": "usual 4x8",
                    "gentle": "3x4",
                    "gentle..steady": "4x4",
                    "gentle..cruel": "4x6",
                    "tricky..cruel": "6x6",
                },
                "easier": {"gentle": "usual 3x4 4x4 4x6 4x8 6x6"},
                "pairs": {
                    "gentle..tricky": "usual 4x8 6x6",
                    "gentle": "3x4 4x4",
                    "gentle..steady": "4x6",
                },
                "harder easier": {"gentle": "usual 3x4 4x4 4x6 4x8 6x6"},
                "easier pairs": {"gentle": "usual 3x4 4x4 4x6 4x8 6x6"},
            },
            "only-move": {
                "": {"gentle..cruel": "usual 4x6 4x8 6x6", "gentle..tricky": "3x4 4x4"},
                "harder": {"gentle..cruel": "usual 3x4 4x4 4x6 4x8 6x6"},
                "easier": {
                    "steady..cruel": "usual 4x8",
                    "gentle..tricky": "3x4",
                    "gentle..cruel": "4x4 4x6",
                },
                "pairs": {"gentle..tricky": "usual 4x6 4x8 6x6", "gentle..steady": "3x4 4x4"},
                "harder easier": {
                    "gentle..cruel": "usual 3x4 4x4 4x6 4x8",
                    "steady..tricky": "6x6",
                },
                "harder pairs": {"gentle..cruel": "usual 3x4 4x4 4x6 4x8 6x6"},
                "easier pairs": {
                    "gentle..tricky": "usual 4x6 4x8",
                    "gentle..steady": "3x4",
                    "gentle..cruel": "4x4 6x6",
                },
                "harder easier pairs": {"gentle..cruel": "usual 3x4 4x4 4x6 4x8 6x6"},
            },
            "win-in": {
                "": {
                    "gentle..tricky": "usual 4x8 6x6",
                    "gentle": "3x4 4x4",
                    "gentle..steady": "4x6",
                },
                "harder": {"gentle..steady": "usual 3x4 4x6 4x8", "gentle..tricky": "4x4"},
                "easier": {"gentle": "usual 4x8 6x6", "gentle..steady": "3x4 4x4 4x6"},
                "pairs": {"steady..tricky": "usual 4x8", "steady": "3x4 4x4 4x6 6x6"},
                "harder easier": {
                    "gentle..steady": "3x4",
                    "gentle..cruel": "4x4",
                    "gentle..tricky": "4x6",
                },
                "harder pairs": {
                    "gentle..tricky": "usual 4x8",
                    "gentle..cruel": "3x4 4x4 4x6",
                    "steady": "6x6",
                },
                "easier pairs": {"steady..tricky": "usual 4x8", "steady": "3x4 4x4 4x6 6x6"},
                "harder easier pairs": {"tricky": "usual 4x8", "gentle..cruel": "3x4 4x4 4x6"},
            },
        },
        # As in Manic Minelayers, there are few moves.
        limits=(1.0, 1.5, 2.0),
        span=Span(40, 65),
        late_span=Span(30, 50),
        takes_squares=True,
        max_moves=_max_moves,
        max_plies=lambda width, height: width * height,
    ),
)
