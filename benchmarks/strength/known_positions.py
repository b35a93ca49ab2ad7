"""Positions of random play in which every move's value is known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from positions import GAMES, Position, legal_moves, outcome, parse
from positions.deals import DealOrder, play_on, set_up
from positions.grid import EMPTY
from solver import Status, analyse
from solver.games import descriptor_of

MEMORY = 2000


@dataclass(frozen=True)
class KnownPosition:
    """A position, and the result of each of its moves for the player who makes it."""

    position: Position
    results: dict[str, str]

    @property
    def best(self) -> str:
        """The result of the best moves."""
        return min(self.results.values(), key=["win", "draw", "loss"].index)

    @property
    def has_choice(self) -> bool:
        """Whether not all moves are equal."""
        return len(set(self.results.values())) > 1

    def keeps(self, move: str) -> bool:
        """Return whether a move keeps the result."""
        return self.results[move] == self.best


@dataclass(frozen=True)
class Source:
    """The source of a game's positions: random play from a start, for some plies."""

    start: str
    plies: tuple[int, int] = (0, 0)
    pieces: tuple[int, int] | None = None  # instead of plies: the range of checkers left


SOURCES = {
    "nakatta": Source("nakatta:start:6x6", (6, 16)),
    "manhattan": Source("manhattan:start:6x6", pieces=(12, 14)),
    "marvin": Source("marvin:start:5x5", (0, 6)),
    "minelayers": Source("minelayers:start:5x10", (14, 24)),
    "sight-reduction": Source("sight-reduction", (0, 8)),
}


def known_positions(game: str, seed: int, seconds: float) -> Iterator[KnownPosition]:
    """Yield positions that can be solved within some seconds each; others are left out."""
    chance = random.Random(f"{game} {seed}")
    source = SOURCES[game]
    while True:
        position = _played(source, chance)
        if position is None or len(legal_moves(position)) < 2:
            continue
        analysis = analyse(position, time=seconds, memory=MEMORY)
        if analysis.status != Status.PROVED:
            continue
        yield KnownPosition(position, {move.move: str(move.result) for move in analysis.moves})


def _played(source: Source, chance: random.Random) -> Position | None:
    """Return a position of random play; None if it is unsuitable."""
    start = _start(source, chance)
    if source.pieces is None:
        position = play_on(start, chance.randint(*source.plies), chance)
    else:
        position = _down_to(start, chance.randint(*source.pieces), chance)
    return None if position is None or outcome(position) is not None else position


def _start(source: Source, chance: random.Random) -> Position:
    if source.start == "sight-reduction":
        return set_up(DealOrder(GAMES["sight-reduction"], 4, 8), chance)
    start = parse(source.start)
    begin = descriptor_of(start).puzzles.begin
    # Marvin's positions with kings: those without are seldom known in time.
    return begin(start, chance) if start.game == "marvin" and begin is not None else start


def _down_to(position: Position, pieces: int, chance: random.Random) -> Position | None:
    """Play on until `pieces` are left; None if the game ends before."""
    while sum(cell != EMPTY for cell in position.board.cells) > pieces:
        following = play_on(position, 1, chance)
        if following is None:
            return None
        position = following
    return position
