"""Boards of squares, points or hexagons, and free graphs: their places, neighbours and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import ClassVar

from positions.errors import InputError, quote
from positions.grid import (
    BOARDS,
    EIGHT,
    ORTHOGONAL,
    Step,
    neighbours,
    parse_square,
    ray,
    square_name,
    symmetries,
)

# The six neighbours of a hexagon: rows are shifted to the right going up, as in Hex.
HEXAGONAL: tuple[Step, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))

# Where each place goes under a symmetry: ``image[place]``.
Image = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a board, and its standard size: files by ranks.

    Every place has a name like a square of a chessboard: the letter of its file and the number of
    its rank. `holes` are the names of places that the board does not have, separated by blanks; a
    board with holes has one size only. Use one of the classes below.
    """

    width: int
    height: int
    holes: str = ""

    steps: ClassVar[tuple[Step, ...]] = ORTHOGONAL
    directions: ClassVar[tuple[Step, ...]] = EIGHT
    on_points: ClassVar[bool] = False
    is_hexagonal: ClassVar[bool] = False

    @property
    def has_one_size(self) -> bool:
        """Whether the board has no other size than the standard one."""
        return bool(self.holes)

    def joins(self, width: int, height: int) -> list[tuple[int, ...]]:
        """Return the neighbours of each place on a board of a size, holes included."""
        return [neighbours(width, height, square, self.steps) for square in range(width * height)]


@dataclass(frozen=True, slots=True)
class Squares(Shape):
    """A board of squares; neighbours share a side."""


@dataclass(frozen=True, slots=True)
class Points(Shape):
    """The crossings of lines; neighbours are joined by a line."""

    on_points: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Hexagons(Shape):
    """Hexagons in rows, each row shifted by half a hexagon, as on the rhombus of Hex.

    With `holes`, the rhombus becomes any other board of hexagons.
    """

    steps: ClassVar[tuple[Step, ...]] = HEXAGONAL
    directions: ClassVar[tuple[Step, ...]] = HEXAGONAL
    is_hexagonal: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Graph(Shape):
    """Points joined by whatever `lines` say: pairs of names such as ``a1-b2``, and blanks.

    The points lie on a grid, so that they have names and can be drawn; `holes` are the places of
    the grid that have no point.
    """

    lines: str = ""
    on_points: ClassVar[bool] = True

    @property
    def has_one_size(self) -> bool:
        """A graph has one size only."""
        return True

    def pairs(self) -> list[tuple[int, int]]:
        """Return the lines as pairs of places; raises `InputError` for one that is none."""
        found = []
        for text in self.lines.split():
            ends = [parse_square(end, self.width, self.height) for end in text.split("-")]
            if len(ends) != 2 or ends[0] is None or ends[1] is None:
                raise InputError(f"found the line {quote(text)}, expected two points: a1-b2")
            found.append((ends[0], ends[1]))
        return found

    def joins(self, width: int, height: int) -> list[tuple[int, ...]]:
        """Return the points joined to each point."""
        joined: list[set[int]] = [set() for _ in range(width * height)]
        for one, other in self.pairs():
            joined[one].add(other)
            joined[other].add(one)
        return [tuple(sorted(others)) for others in joined]


@dataclass(frozen=True, eq=False)
class Places:
    """The places of a board of some size, numbered from a1, rank by rank.

    `neighbours` has a tuple for each number, empty for a hole.
    """

    shape: Shape
    width: int
    height: int
    neighbours: tuple[tuple[int, ...], ...] = field(repr=False)
    holes: frozenset[int]

    def __len__(self) -> int:
        return self.width * self.height

    @cached_property
    def all(self) -> tuple[int, ...]:
        """All places, holes left out."""
        return tuple(place for place in range(len(self)) if place not in self.holes)

    def name(self, place: int) -> str:
        """Return the name of a place, such as ``b4``."""
        return square_name(self.width, place)

    def at(self, name: str) -> int:
        """Return the number of a place; raises `InputError` if the board has no such place."""
        place = parse_square(name, self.width, self.height)
        if place is None or place in self.holes:
            raise InputError(f"found {quote(name)}, expected a place of this board")
        return place

    def file(self, place: int) -> int:
        """Return the file of a place, from 0."""
        return place % self.width

    def rank(self, place: int) -> int:
        """Return the rank of a place, from 0."""
        return place // self.width

    def next(self, place: int, direction: Step) -> int | None:
        """Return the next place in a direction: files to the right, ranks up."""
        file, rank = place % self.width + direction[0], place // self.width + direction[1]
        if not (0 <= file < self.width and 0 <= rank < self.height):
            return None
        other = rank * self.width + file
        return None if other in self.holes else other

    def ray(self, place: int, direction: Step) -> tuple[int, ...]:
        """Return the places in a direction, the nearest first, up to the edge or a hole."""
        found = ray(self.width, self.height, place, direction)
        stop = next((at for at, other in enumerate(found) if other in self.holes), len(found))
        return found[:stop]

    @cached_property
    def top(self) -> tuple[int, ...]:
        """The places of the top rank."""
        return tuple(place for place in self.all if self.rank(place) == self.height - 1)

    @cached_property
    def bottom(self) -> tuple[int, ...]:
        """The places of the first rank."""
        return tuple(place for place in self.all if self.rank(place) == 0)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The places of the first file."""
        return tuple(place for place in self.all if self.file(place) == 0)

    @cached_property
    def right(self) -> tuple[int, ...]:
        """The places of the last file."""
        return tuple(place for place in self.all if self.file(place) == self.width - 1)

    @lru_cache(BOARDS)  # noqa: B019 - the places of a board are kept anyway
    def rows(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return all rows of a number of places, in every direction, each once."""
        half = [step for step in self.shape.directions if step > (0, 0)]
        lines = (
            (place, *self.ray(place, step)[: length - 1]) for place in self.all for step in half
        )
        return tuple(line for line in lines if len(line) == length)

    def joined(self, cells: str, symbol: str, start: Iterable[int], goal: Iterable[int]) -> bool:
        """Return whether neighbouring pieces of a symbol join two sets of places."""
        waiting = [place for place in start if cells[place] == symbol]
        seen, wanted = set(waiting), frozenset(goal)
        while waiting:
            place = waiting.pop()
            if place in wanted:
                return True
            for other in self.neighbours[place]:
                if other not in seen and cells[other] == symbol:
                    seen.add(other)
                    waiting.append(other)
        return False

    def group(self, cells: str, place: int) -> frozenset[int]:
        """Return the places with the same symbol that are joined to a place, itself included."""
        group, waiting = {place}, [place]
        while waiting:
            for other in self.neighbours[waiting.pop()]:
                if other not in group and cells[other] == cells[place]:
                    group.add(other)
                    waiting.append(other)
        return frozenset(group)

    @cached_property
    def symmetries(self) -> tuple[Image, ...]:
        """All symmetries of the board as it lies on its grid, the identity first."""
        return tuple(image for image in symmetries(self.width, self.height) if self._is_kept(image))

    @property
    def half_turn(self) -> Image:
        """The symmetry that turns the board upside down."""
        return tuple(reversed(range(len(self))))

    @property
    def left_right(self) -> Image:
        """The symmetry that exchanges left and right."""
        return tuple(
            rank * self.width + self.width - 1 - file
            for rank in range(self.height)
            for file in range(self.width)
        )

    def _is_kept(self, image: Sequence[int]) -> bool:
        """Return whether an image of the grid has the same holes and neighbours."""
        return all(
            image[place] not in self.holes
            and sorted(image[other] for other in self.neighbours[place])
            == sorted(self.neighbours[image[place]])
            for place in self.all
        )


@lru_cache(BOARDS)
def places_of(shape: Shape, width: int, height: int) -> Places:
    """Return the places of a board of a size; raises `InputError` for a hole or line elsewhere."""
    holes = set()
    for name in shape.holes.split():
        hole = parse_square(name, width, height)
        if hole is None:
            raise InputError(f"found the hole {quote(name)}, expected a place of the board")
        holes.add(hole)
    joined = [
        () if place in holes else tuple(other for other in others if other not in holes)
        for place, others in enumerate(shape.joins(width, height))
    ]
    return Places(shape, width, height, tuple(joined), frozenset(holes))
