"""How far the search of Manhattan reaches: the start, then positions deeper in play.

First the start of the board, with one limit of time. Then positions of random play from the start,
so many plies deep and not ended, each with a fresh search and a limit of nodes: how many of them it
decides. Times are processor seconds.
"""

from __future__ import annotations

import argparse
import random
import time
from math import inf
from statistics import median

from positions.game import Position
from positions.games.manhattan import MANHATTAN, RED
from solver import _native
from solver.engine import MIB, NO_LIMIT

RULES = MANHATTAN.rules
RESULTS = {1: "win", 0: "draw", -1: "loss", None: "unknown"}


def after(plies: int, size: tuple[int, int], rng: random.Random) -> Position:
    """Give a position that random play reaches after so many plies, the game not being over."""
    while True:
        position = RULES.start(*size, ())
        assert position is not None
        for _ in range(plies):
            moves = RULES.moves(position)
            if not moves:
                break
            position = RULES.play(position, rng.choice(moves))
        if RULES.outcome(position) is None:
            return position


def ask(position: Position, nodes: int, seconds: float, memory: int) -> tuple[str, int, float]:
    """Give the result for the player to move, the nodes and the processor seconds."""
    board = position.board
    search = _native.ManhattanSearch(*board.size, memory * MIB)
    control = _native.Control(nodes, seconds, memory * MIB)
    started = time.process_time()
    result = search.result(board.cells.encode(), 0 if position.turn == RED else 1, 0, control)
    control.rethrow()
    return RESULTS[result], control.nodes, time.process_time() - started


def main() -> None:
    """Try the start, then samples of deeper positions."""
    parser = argparse.ArgumentParser(
        description="Try to solve the start of Manhattan, then positions of random play.",
        epilog="Example: python benchmarks/manhattan_start.py --seconds 120 --plies 30 40 50",
    )
    parser.add_argument("--size", type=int, nargs=2, default=(6, 6), metavar=("W", "H"))
    parser.add_argument("--seconds", type=float, default=180.0, help="for the start (default: 180)")
    parser.add_argument("--memory", type=int, default=4096, help="MiB of tables (default: 4096)")
    parser.add_argument("--plies", type=int, nargs="*", default=(30, 35, 40, 45, 50, 55))
    parser.add_argument("--sample", type=int, default=20, help="positions a depth (default: 20)")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="a position (default: 10^6)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    size = tuple(options.size)
    start = after(0, size, random.Random(options.seed))
    result, nodes, seconds = ask(start, NO_LIMIT, options.seconds, options.memory)
    print(f"start {size[0]}x{size[1]}: {result}, {nodes:,} nodes, {seconds:.1f} s", flush=True)
    for plies in options.plies:
        rng = random.Random(options.seed)
        asked = [
            ask(after(plies, size, rng), options.nodes, inf, options.memory // 4)
            for _ in range(options.sample)
        ]
        decided = [answer for answer in asked if answer[0] != "unknown"]
        line = f"after {plies} plies: {len(decided)} of {len(asked)} decided"
        if decided:
            line += f", those in {median(answer[1] for answer in decided):,.0f} nodes (median)"
        print(f"{line}, {sum(answer[2] for answer in asked):.1f} s in all", flush=True)


if __name__ == "__main__":
    main()
