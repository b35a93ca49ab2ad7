"""Marvin, by Mark Steere (2012): fill the board with kings and have the most.

The rules, numbered as in ``docs/rules/marvin.md``:

MV1  A turn puts a stack on an empty point: a singleton or a king.
MV2  A block is a filled rectangle, both sides at least 2, that is not part of a larger one. A
     placement forms the blocks that contain its point.
MV3  Without a block the stack is a singleton. With one it is a king, and all singletons of the
     formed blocks are removed.
MV4  The game ends when every point holds a king; most kings win. The score is White's minus Red's.
MV4a Boards have both sides at least 2, and a filled 2×2 with a singleton cannot arise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar

from positions.errors import Flaw, quote
from positions.game import (
    Designer,
    Effect,
    Game,
    Move,
    Notation,
    Outcome,
    Position,
    Refusal,
    Rules,
    turned,
)
from positions.grid import (
    EMPTY,
    Board,
    lower_files,
    parse_square,
    symmetries,
    two_by_twos,
    two_by_twos_around,
)
from positions.looks.scene import Colour, Look, Scene, Shape

WHITE, RED = "w", "r"
SINGLETON, KING = "singleton", "king"
_KING_OF = {WHITE: "W", RED: "R"}

Rectangle = tuple[int, int, int, int]


def opponent(colour: str) -> str:
    """Return the other colour's symbol."""
    return RED if colour == WHITE else WHITE


def squares_of(board: Board, rectangle: Rectangle) -> list[int]:
    """Return the squares of a rectangle: from its first to its last file and rank, inclusive."""
    left, bottom, right, top = rectangle
    return [
        rank * board.width + file
        for rank in range(bottom, top + 1)
        for file in range(left, right + 1)
    ]


def is_filled(board: Board, rectangle: Rectangle) -> bool:
    """Return whether a stack stands on every square of a rectangle."""
    left, bottom, right, top = rectangle
    firsts = range(bottom * board.width + left, top * board.width + left + 1, board.width)
    return not any(EMPTY in board.cells[first : first + right - left + 1] for first in firsts)


def forms_block(board: Board, square: int) -> bool:
    """Return whether a stack on a point is in a block, or equivalently a filled 2×2 (MV2)."""
    return any(
        all(board.cells[other] != EMPTY for other in window if other != square)
        for window in two_by_twos_around(*board.size, square)
    )


def blocks(board: Board, square: int) -> list[Rectangle]:
    """Return the blocks that contain a filled square (MV2)."""
    rank, file = divmod(square, board.width)
    filled = {
        (left, bottom, right, top)
        for left, right in product(range(file + 1), range(file, board.width))
        for bottom, top in product(range(rank + 1), range(rank, board.height))
        if right > left and top > bottom and is_filled(board, (left, bottom, right, top))
    }
    return [one for one in sorted(filled) if filled.isdisjoint(_extensions(one))]


def _extensions(rectangle: Rectangle) -> list[Rectangle]:
    """Return the rectangles with one more file or rank; any larger one contains one of them."""
    left, bottom, right, top = rectangle
    return [
        (left - 1, bottom, right, top),
        (left, bottom - 1, right, top),
        (left, bottom, right + 1, top),
        (left, bottom, right, top + 1),
    ]


def placed(position: Position, square: int) -> Board:
    """Return the board with the mover's stack on a point, before removals (MV3)."""
    is_king = forms_block(position.board, square)
    return position.board.with_cells(
        {square: _KING_OF[position.turn] if is_king else position.turn}
    )


def captured(board: Board, square: int) -> list[int]:
    """Return the singletons in the blocks that a king on `square` has formed (MV3)."""
    inside = {other for block in blocks(board, square) for other in squares_of(board, block)}
    return sorted(other for other in inside if board[other] in _KING_OF)


class MarvinRules(Rules):
    """Rules MV1 to MV4."""

    scored_in = "king"

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Refuse boards of one file or rank, and a filled 2×2 with a singleton (MV4a)."""
        board = position.board
        if board.width < 2 or board.height < 2:
            found = f"a board of {board.width}×{board.height} points"
            return [Flaw(found, "both sides at least 2 (MV4a)")]
        return [
            Flaw(
                f"a filled 2×2 with a singleton at {board.name(corner[0])}–{board.name(corner[3])}",
                "none (MV4a)",
            )
            for corner in two_by_twos(board.width, board.height)
            if all(board[square] != EMPTY for square in corner)
            and any(board[square] in _KING_OF for square in corner)
        ]

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        """Return the empty board."""
        return Position(MARVIN.name, Board(width, height, EMPTY * (width * height)), WHITE)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return a placement for each empty point: a king if it forms a block."""
        return tuple(
            Move(KING if forms_block(position.board, square) else SINGLETON, (square,))
            for square in position.board.squares(EMPTY)
        )

    def play(self, position: Position, move: Move) -> Position:
        """Place the stack and remove the singletons of the formed blocks."""
        (square,) = move.squares
        board = placed(position, square)
        if move.kind == KING:
            board = board.with_cells(dict.fromkeys(captured(board, square), EMPTY))
        return Position(position.game, board, opponent(position.turn))

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return the point, and what a king removes."""
        (square,) = move.squares
        if move.kind == SINGLETON:
            return (Effect("placed", move.squares),)
        taken = tuple(captured(placed(position, square), square))
        return (Effect("made king", move.squares), Effect("removed", taken))

    def outcome(self, position: Position) -> Outcome | None:
        """Count the kings when no point is empty (MV4)."""
        cells = position.board.cells
        if EMPTY in cells:
            return None
        score = cells.count("W") - cells.count("R")
        winner = None if score == 0 else WHITE if score > 0 else RED
        return Outcome(winner=winner, score=score)

    def images(self, position: Position) -> Iterator[Position]:
        """Rotate and reflect the board."""
        return (turned(position, image) for image in symmetries(*position.board.size))


class MarvinNotation(Notation):
    """Singletons such as ``c3`` and kings such as ``Kc3``."""

    move_kinds: ClassVar[Mapping[str, Sequence[int]]] = {SINGLETON: (1,), KING: (1,)}
    examples: ClassVar[Mapping[str, str]] = {"c3": "a singleton", "Kc3": "a king"}

    def format(self, board: Board, move: Move) -> str:
        """Return the point, with a K before it for a king."""
        return ("K" if move.kind == KING else "") + board.name(move.squares[0])

    def normalise(self, board: Board, text: str) -> str:
        """Put the square in lower case; the K of a king must be a capital."""
        # On a board with a file k, "K3" is a square and "Kk3" a king there.
        return lower_files(text)

    def refuse(self, position: Position, text: str) -> Refusal:
        """Return which of MV1 and MV3 a placement breaks."""
        board, normal = position.board, self.normalise(position.board, text)
        if MARVIN.rules.outcome(position) is not None:
            return Refusal("MV4", "the game is over: every point holds a king")
        name = normal.removeprefix("K")
        square = parse_square(name, board.width, board.height)
        if square is None:
            return Refusal("MV1", f"{quote(name)} is not a point of this board")
        if board[square] != EMPTY:
            return Refusal("MV1", "is not empty", (square,))
        if normal.startswith("K"):
            return Refusal("MV3", "would form no block, so it needs a singleton", (square,))
        return Refusal("MV3", "would form a block, so it needs a king", (square,))


MARVIN = Game(
    name="marvin",
    title="Marvin",
    designers=(Designer("Mark Steere", "https://www.marksteeregames.com"),),
    year=2012,
    pieces={WHITE: "white singleton", RED: "red singleton", "W": "white king", "R": "red king"},
    players={WHITE: "white", RED: "red"},
    size=(5, 5),
    sizes="square boards with an odd side, such as 7×7; any board of at least 2×2 for study",
    rules=MarvinRules(),
    notation=MarvinNotation(),
    summary="Complete a filled rectangle to make a king; most kings at the end wins.",
    moving="Put a stack on any empty point. If that fills a rectangle of at least 2×2, your stack "
    "is a king, and the plain stacks in the rectangle are taken off.",
    winning="When a king stands on every point, the player with more kings wins.",
    boards=((3, 3), (5, 5), (7, 7)),
    scene=Scene(
        on_points=True,
        looks={"W": Look(Colour.WHITE, Shape.KING), "R": Look(Colour.RED, Shape.KING)},
    ),
)
