"""How far the search of Manhattan reaches: the start, then positions deeper in play.

The start of the board is searched first, with a time limit. Positions of random play with a given
number of checkers left follow, each with a new search and a node limit: the output is how many of
them are solved, and how fast. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from math import inf
from statistics import median

from positions.game import Position
from positions.games.manhattan import MANHATTAN, RED
from positions.grid import EMPTY
from solver import _native
from solver.interface.engine import MIB, NO_LIMIT

RULES = MANHATTAN.rules
RESULTS = {1: "win", 0: "draw", -1: "loss", None: "unknown"}


def start_of(size: tuple[int, int]) -> Position:
    """Return the start of a board, whose sides have to be even."""
    position = RULES.start(*size, ())
    if position is None:
        sys.exit(f"there is no start of {size[0]}x{size[1]}")
    return position


def checkers_of(position: Position) -> int:
    """Count the checkers of both colours."""
    return sum(cell != EMPTY for cell in position.board.cells)


def with_checkers(left: int, size: tuple[int, int], rng: random.Random) -> Position:
    """Return the first unfinished position of a random game with `left` checkers."""
    while True:
        position = start_of(size)
        while RULES.outcome(position) is None:
            if checkers_of(position) == left:
                return position
            position = RULES.play(position, rng.choice(RULES.moves(position)))


def ask(position: Position, nodes: int, seconds: float, memory: int) -> tuple[str, int, float]:
    """Return the result for the player to move, the nodes and the CPU seconds."""
    board = position.board
    search = _native.manhattan_search(*board.size, memory * MIB)
    control = _native.Control(nodes, seconds, memory * MIB)
    started = time.process_time()
    result = search.result(board.cells.encode(), 0 if position.turn == RED else 1, 0, control)
    control.rethrow()
    return RESULTS[result], control.nodes, time.process_time() - started


def main() -> None:
    """Try the start, then samples of deeper positions."""
    parser = argparse.ArgumentParser(
        description="Try to solve the start of Manhattan, then positions of random play.",
        epilog="Example: python benchmarks/games/manhattan_start.py --seconds 120 --checkers 12 14",
    )
    parser.add_argument("--size", type=int, nargs=2, default=(6, 6), metavar=("W", "H"))
    parser.add_argument("--seconds", type=float, default=180.0, help="for the start (default: 180)")
    parser.add_argument("--memory", type=int, default=4096, help="MiB of tables (default: 4096)")
    parser.add_argument("--checkers", type=int, nargs="*", default=(12, 14, 16))
    parser.add_argument("--sample", type=int, default=20, help="positions each (default: 20)")
    parser.add_argument(
        "--nodes", type=int, default=20_000_000, help="a position (default: 2·10^7)"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    size = tuple(options.size)
    start = start_of(size)
    if not all(4 <= checkers < checkers_of(start) for checkers in options.checkers):
        parser.error("the checkers left are 4 at least, and fewer than at the start")
    if options.seconds > 0:
        result, nodes, seconds = ask(start, NO_LIMIT, options.seconds, options.memory)
        print(f"start {size[0]}x{size[1]}: {result}, {nodes:,} nodes, {seconds:.1f} s", flush=True)
    for checkers in options.checkers:
        rng = random.Random(options.seed)
        asked = [
            ask(with_checkers(checkers, size, rng), options.nodes, inf, options.memory)
            for _ in range(options.sample)
        ]
        decided = [answer for answer in asked if answer[0] != "unknown"]
        soon = sum(answer[2] <= 1 for answer in decided)
        line = f"{checkers} checkers: {len(decided)} of {len(asked)} decided, {soon} within 1 s"
        if decided:
            line += f", median {median(answer[1] for answer in decided):,.0f} nodes"
            line += f", longest {max(answer[2] for answer in decided):.1f} s"
        print(f"{line}; {sum(answer[2] for answer in asked):.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
