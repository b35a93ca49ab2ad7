"""How much has to be found in a Sight Reduction solitaire, measured on walks to its solution.

A walk chooses at every turn among the removals that keep the position solvable. Where so many of
the legal removals keep it, a player without any insight has to be lucky, by as many bits as the
odds have doublings; over a walk they add up. The mean over all walks says how many bits of insight
a deal asks for. It is estimated from a number of walks by chance, whose seed is the position: so it
is the same each time, and for all images of a position under the symmetries of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from random import Random

from positions.game import Position
from positions.text import format_position
from solver.puzzles.keeping import Keeping

WALKS = 24


@dataclass(frozen=True, slots=True)
class Walked:
    """What the walks have met on average.

    `bits` of insight, `traps`: turns at which some legal removal loses, and `only`: turns at which
    exactly one of several keeps the deal solvable.
    """

    bits: float
    traps: float
    only: float


def walk(position: Position, deal: Keeping) -> Walked:
    """Measure a solvable position that is `canonical`; `deal` was asked about it."""
    random = Random(f"proofplay walks {format_position(position)}")
    bits = traps = only = 0.0
    for _ in range(WALKS):
        for legal, keeping in _choices(deal, random):
            bits += log2(legal / keeping)
            traps += keeping < legal
            only += keeping == 1 < legal
    return Walked(round(bits / WALKS, 2), round(traps / WALKS, 1), round(only / WALKS, 1))


def _choices(deal: Keeping, random: Random) -> list[tuple[int, int]]:
    """Walk once; give how many removals were legal at each turn, and how many kept the deal."""
    state, choices = deal.start, []
    while legal := deal.legal(state):
        keeping = deal.keeping(state)
        choices.append((len(legal), len(keeping)))
        state = state.without(random.choice(keeping))
    return choices
