"""The plan of a census."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from positions.deals import DealOrder, deals
from positions.errors import PositionError
from positions.game import Position
from positions.games import game_of
from solver.census.play import MAX_PLIES
from solver.interface.engine import Limits

DEALS, TABLE, PLAY = PARTS = ("deals", "table", "play")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to count in a game, on which boards, and how many of them.

    `parts` are some of `PARTS`. `until_width` ends the deals, and the random games, as soon as the
    interval of their main share is no wider. `limits` apply to each solved position, and to the
    list of positions; a game is stopped after `max_plies`. With `has_costs`, nodes and seconds are
    recorded.
    """

    order: DealOrder
    parts: tuple[str, ...]
    seed: int
    count: int
    until_width: float | None = None
    engine: str = "auto"
    limits: Limits = field(default_factory=Limits)
    max_plies: int = MAX_PLIES
    has_costs: bool = False

    def check(self) -> None:
        """Raise `InputError` for boards that cannot be dealt."""
        flaws = game_of(self.example).rules.flaws(self.example)
        if flaws:
            raise PositionError(flaws)

    @property
    def example(self) -> Position:
        """The first deal."""
        (position,) = deals(self.order, self.seed, 1)
        return position

    def positions(self) -> Iterator[Position]:
        """Return the deals in order."""
        return deals(self.order, self.seed, self.count)


def is_dealt(order: DealOrder) -> bool:
    """Return whether one deal differs from another."""
    return bool(order.game.setups) or order.plies > 0


def has_table(order: DealOrder) -> bool:
    """Return whether the deals are all starts of the game, with equal probability."""
    return not order.plies and order.setup != "deterministic"
