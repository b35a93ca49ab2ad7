"""Boards of squares: names, directions, lines and symmetries.

Squares are numbered from a1, rank by rank: ``square = rank * width + file``, both from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

EMPTY = "."
MAX_FILES = 26

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1), (-1, 1), (1, -1))
EIGHT = ORTHOGONAL + DIAGONAL
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

Step = tuple[int, int]

# Cache sizes, in board sizes and in squares. The rules need this data at every move; on other
# boards it is only computed again.
BOARDS = 64
SQUARES = 1 << 14

_SQUARE = re.compile(r"([a-zA-Z])([1-9][0-9]{0,3})")
_TWO_SQUARES = re.compile(r"^([a-zA-Z][1-9][0-9]{0,3})([a-zA-Z][1-9][0-9]{0,3})$")
_FILE_LETTER = re.compile(r"[A-Z](?=[0-9])")


@dataclass(frozen=True, slots=True)
class Board:
    """The contents of a board of `width` files and `height` ranks.

    `cells` has one symbol per square, rank by rank from a1; an empty square is ``.``.
    """

    width: int
    height: int
    cells: str

    @property
    def is_whole(self) -> bool:
        """Whether it has a symbol for every square, and at least one square."""
        return (
            type(self.width) is type(self.height) is int
            and 0 < self.width <= MAX_FILES
            and isinstance(self.cells, str)
            and 0 < self.width * self.height == len(self.cells)
        )

    def __getitem__(self, square: int) -> str:
        return self.cells[square]

    @property
    def size(self) -> tuple[int, int]:
        """The number of files and of ranks."""
        return self.width, self.height

    def squares(self, symbol: str) -> list[int]:
        """Return the squares on which `symbol` stands, in order."""
        return [square for square, cell in enumerate(self.cells) if cell == symbol]

    def rows(self) -> list[str]:
        """Return the rows of symbols, the top rank first."""
        starts = range(0, self.width * self.height, self.width)
        return [self.cells[start : start + self.width] for start in reversed(starts)]

    def with_cells(self, changes: dict[int, str]) -> Board:
        """Return the board with other symbols on some squares."""
        cells = list(self.cells)
        for square, symbol in changes.items():
            cells[square] = symbol
        return Board(self.width, self.height, "".join(cells))

    def name(self, square: int) -> str:
        """Return a square's name, such as ``b4``."""
        return square_name(self.width, square)

    def nearest(self, square: int, direction: Step) -> int | None:
        """Return the first non-empty square in a direction, if there is one."""
        for other in ray(self.width, self.height, square, direction):
            if self.cells[other] != EMPTY:
                return other
        return None


def square_name(width: int, square: int) -> str:
    """Return the name of a square on a board of `width` files."""
    rank, file = divmod(square, width)
    return f"{chr(ord('a') + file)}{rank + 1}"


def parse_square(text: str, width: int, height: int) -> int | None:
    """Parse a square's name, in either case; None if the board has no such square."""
    match = _SQUARE.fullmatch(text)
    if match is None:
        return None
    file, rank = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
    if file >= width or rank >= height:
        return None
    return rank * width + file


def lower_files(text: str) -> str:
    """Put only the file letters of squares in lower case.

    Only ASCII letters count: `str.lower` would also turn the Kelvin sign into a k.
    """
    return _FILE_LETTER.sub(lambda letter: letter[0].lower(), text)


def apart(text: str, sign: str) -> str:
    """Put a sign between two squares that are written without one; leave other texts alone."""
    return _TWO_SQUARES.sub(rf"\1{sign}\2", text)


@lru_cache(SQUARES)
def ray(width: int, height: int, square: int, direction: Step) -> tuple[int, ...]:
    """Return the squares from `square` to the edge, the nearest first."""

    def walk() -> Iterator[int]:
        rank, file = divmod(square, width)
        file, rank = file + direction[0], rank + direction[1]
        while 0 <= file < width and 0 <= rank < height:
            yield rank * width + file
            file, rank = file + direction[0], rank + direction[1]

    return tuple(walk())


@lru_cache(SQUARES)
def neighbours(width: int, height: int, square: int, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """Return the squares of the board that are one of the steps away."""
    rank, file = divmod(square, width)
    return tuple(
        (rank + up) * width + file + right
        for right, up in steps
        if 0 <= file + right < width and 0 <= rank + up < height
    )


def connected(board: Board, square: int, steps: tuple[Step, ...]) -> frozenset[int]:
    """Return the squares with the same symbol that are connected to a square by steps."""
    cells, size = board.cells, board.size
    group, waiting = {square}, [square]
    while waiting:
        for other in neighbours(*size, waiting.pop(), steps):
            if other not in group and cells[other] == cells[square]:
                group.add(other)
                waiting.append(other)
    return frozenset(group)


@lru_cache(BOARDS)
def two_by_twos(width: int, height: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the squares of every 2×2, row by row, so that the first is opposite the last."""
    return tuple(
        (first, first + 1, first + width, first + width + 1)
        for rank in range(height - 1)
        for first in range(rank * width, rank * width + width - 1)
    )


@lru_cache(SQUARES)
def two_by_twos_around(
    width: int, height: int, square: int
) -> tuple[tuple[int, int, int, int], ...]:
    """Return the 2×2s that contain a square."""
    return tuple(window for window in two_by_twos(width, height) if square in window)


@lru_cache(BOARDS)
def symmetries(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return the board's symmetries: 8 for a square, else 4, the identity first.

    Each is a tuple `image`, where ``image[square]`` is the image of a square.
    """
    maps = [
        tuple(
            (height - 1 - rank if flip_rank else rank) * width
            + (width - 1 - file if flip_file else file)
            for rank in range(height)
            for file in range(width)
        )
        for flip_rank in (False, True)
        for flip_file in (False, True)
    ]
    if width == height:
        transposed = tuple(file * width + rank for rank in range(height) for file in range(width))
        maps += [tuple(transposed[image] for image in one) for one in maps]
    return tuple(maps)
