"""Lists of all positions reachable from some, by the rules alone.

Symmetric positions are listed once but counted separately, for symmetries that preserve the
starting positions. Their values come from the reference engine (`solver.engines.brute`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from positions.game import SWAP, Outcome, Position
from positions.games import game_of
from solver.census.play import changes
from solver.engines.brute import Graph
from solver.interface.engine import Budget


@dataclass(frozen=True, slots=True)
class Edge:
    """A move: where it leads, how many squares it changes, and whether the people swap sides."""

    target: int
    actions: int
    is_swap: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """Positions by number, with their moves, and how many positions each stands for."""

    positions: list[Position]
    edges: list[list[Edge]]
    outcomes: list[Outcome | None]
    weights: list[int]
    roots: dict[int, int]

    @property
    def start(self) -> Position:
        """One of the positions from which play begins."""
        return self.positions[0]

    @property
    def graph(self) -> Graph:
        """The graph for the reference engine."""
        successors = [[edge.target for edge in edges] for edges in self.edges]
        return Graph(self.positions, successors, self.outcomes)


class _Images:
    """The symmetries that map the roots to the roots."""

    def __init__(self, roots: Sequence[Position]) -> None:
        known = set(roots)
        images = [list(game_of(root).rules.images(root)) for root in roots]
        self._kept = [
            number
            for number in range(min(map(len, images)))
            if all(image[number] in known for image in images)
        ]

    def of(self, position: Position) -> set[Position]:
        """Return the equivalent images of a position."""
        images = list(game_of(position).rules.images(position))
        return {images[number] for number in self._kept}


def list_all(roots: Sequence[Position], budget: Budget) -> Listing:
    """List everything reachable from some positions, breadth-first; raises `LimitReached`."""
    rules, images = game_of(roots[0]).rules, _Images(roots)
    listing = Listing([], [], [], [], {})
    numbers: dict[Position, int] = {}

    def number_of(position: Position) -> int:
        if position not in numbers:
            alike = images.of(position)
            number = len(listing.positions)
            listing.positions.append(max(alike, key=lambda image: image.board.cells))
            listing.weights.append(len(alike))
            numbers.update(dict.fromkeys(alike, number))
        return numbers[position]

    for root in roots:
        number = number_of(root)
        listing.roots[number] = listing.roots.get(number, 0) + 1
    for position in listing.positions:
        budget.tick()
        outcome, edges = rules.outcome(position), []
        for move in rules.moves(position) if outcome is None else ():
            after = rules.play(position, move)
            edges.append(Edge(number_of(after), changes(position, after), move == SWAP))
        listing.outcomes.append(outcome)
        listing.edges.append(edges)
    return listing
