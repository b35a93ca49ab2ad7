"""How often a random player makes mistakes in a Sight Reduction solitaire.

The player walks to a solution: at every turn a random legal removal is chosen, and taken back, as a
mistake, if the deal can no longer be solved; then another one is chosen. The average number of
mistakes is a property of the deal. It is estimated from walks seeded with the position, so that it
is reproducible, and the same for all images of a position under the symmetries of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from positions.game import Position
from positions.text import format_position
from solver.puzzles.solitaires.keeping import SolvableOracle

WALKS = 32


@dataclass(frozen=True, slots=True)
class WalkStatistics:
    """The average number of `mistakes`, and the average turn, from 1, of the `first_mistake`.

    In a walk without mistakes, the first one counts as coming after the end.
    """

    mistakes: float
    first_mistake: float


def walk(position: Position, deal: SolvableOracle) -> WalkStatistics:
    """Measure a solvable `canonical` position; `deal` is its oracle."""
    seed = Random(f"proofplay walks {format_position(position)}").getrandbits(64)
    walks = deal.walks(seed, WALKS)
    first = [
        next((turn for turn, count in enumerate(each, start=1) if count), len(each) + 1)
        for each in walks
    ]
    return WalkStatistics(round(sum(map(sum, walks)) / WALKS, 2), round(sum(first) / WALKS, 1))
