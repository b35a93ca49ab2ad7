"""How often a player without insight goes wrong in a Sight Reduction solitaire.

The player walks to a solution: at every turn a legal removal is chosen by chance, taken back if the
deal can no longer be solved then, and another one is chosen. Each time is a mistake. How many there
are on average is a property of the deal. It is estimated from walks whose seed is the position: so
it is the same each time, and for all images of a position under the symmetries of the game.
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
    """How many `mistakes` there are on average, and the turn, from 1, of the `first_mistake`.

    A walk without a mistake counts as if the first came after its end.
    """

    mistakes: float
    first_mistake: float


def walk(position: Position, deal: SolvableOracle) -> WalkStatistics:
    """Measure a solvable position that is `canonical`; `deal` was asked about it."""
    seed = Random(f"proofplay walks {format_position(position)}").getrandbits(64)
    walks = deal.walks(seed, WALKS)
    first = [
        next((turn for turn, count in enumerate(each, start=1) if count), len(each) + 1)
        for each in walks
    ]
    return WalkStatistics(round(sum(map(sum, walks)) / WALKS, 2), round(sum(first) / WALKS, 1))
