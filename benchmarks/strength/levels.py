"""Matches of each level of the opponent against the next, with the same time for every move.

A match is shared out evenly among the five games, and each beginning is played with either colour.
Levels up to 6 make a fixed number of playouts, so that the time hardly matters to them.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from rich.console import Console
from rich.table import Table

from cli.common.words import percent
from positions import GAMES, Position, outcome, parse, play
from positions.deals import DealOrder, play_on, set_up
from solver import Limits
from solver.census.intervals import wilson
from solver.opponent import LEVELS, choose

MEMORY = 1000
# Where games begin, and after how many random moves.
STARTS = {
    "nakatta": ("nakatta:start:7x7", 2),
    "manhattan": ("manhattan:start:6x6", 4),
    "marvin": ("marvin:start:5x5", 2),
    "minelayers": ("minelayers:start:6x8", 4),
    "sight-reduction": ("", 0),
}


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", action="append", type=int, dest="levels", metavar="N")
    parser.add_argument("--count", type=int, default=200, help="games of each match (200)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each move (0.5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    levels = options.levels or [level.number for level in LEVELS[:-1]]
    pairs = -(-options.count // (2 * len(STARTS)))
    table = Table("match", "games", "won by the stronger", "95 %", *STARTS)
    table.title = f"Each level against the next, {options.seconds:g} s a move"
    with ProcessPoolExecutor(options.processes) as pool:
        for level in levels:
            plan = list(product(STARTS, range(pairs), (0, 1)))
            games = [(game, n, colour, level, options) for game, n, colour in plan]
            points = list(pool.map(_play, games, chunksize=1))
            share = sum(points) / len(points)
            low, high = wilson(share, len(points))
            by_game = [
                sum(won for (name, _, _), won in zip(plan, points, strict=True) if name == game)
                for game in STARTS
            ]
            table.add_row(
                f"{level + 1} against {level}",
                str(len(points)),
                f"{percent(share, 1)}%",
                f"{percent(low, 1)}–{percent(high, 1)}%",
                *(f"{percent(won / (2 * pairs))}%" for won in by_game),
            )
    Console().print(table)


def _play(given: tuple[str, int, int, int, argparse.Namespace]) -> float:
    """Play a game; return the higher level's points: 1, 0.5 or 0."""
    game, number, colour, level, options = given
    chance = random.Random(f"{game} {number} {options.seed}")
    position = _beginning(game, chance)
    higher = list(GAMES[game].players)[colour]
    limits = Limits(seconds=options.seconds, memory=MEMORY)
    while (end := outcome(position)) is None:
        playing = level + 1 if position.turn == higher else level
        position = play(position, choose(position, playing, limits, chance.randrange(1 << 32)).move)
    return 0.5 if end.winner is None else float(end.winner == higher)


def _beginning(game: str, chance: random.Random) -> Position:
    """Return where a game begins, the same for both colours."""
    start, plies = STARTS[game]
    if game == "sight-reduction":
        return set_up(DealOrder(GAMES[game], 4, 8), chance)
    position = play_on(parse(start), plies, chance)
    if position is None:
        raise ValueError(f"{start} is over after {plies} plies")
    return position


if __name__ == "__main__":
    main()
