"""All reachable positions: how many there are, who wins, and how long it can take.

The counts are those of the retrograde engine's table, which identifies some positions: see the
rules pages. For Manic Minelayers, only positions after the set-up are counted. Results are for the
player to move; ``longest`` is the maximum number of plies to the end, if the winner hurries and the
loser delays.
"""

from __future__ import annotations

import argparse
from functools import partial

from rich.console import Console
from rich.table import Table

from positions.text import parse_position
from solver.games import descriptor_of
from solver.interface.engine import MIB, Budget, Limits

POSITIONS = (
    "manhattan:start:4x4",
    "nakatta:start:3x3",
    "nakatta:start:4x4",
    "minelayers:start:4x4",
    "minelayers:start:4x5",
    "minelayers:start:5x5",
)


def main() -> None:
    """Fill a table for each position, and print its statistics."""
    parser = argparse.ArgumentParser(
        description="Count all that can come from positions, by its value.",
        epilog="Example: python benchmarks/games/whole_boards.py manhattan:start:4x4",
    )
    parser.add_argument("positions", nargs="*", default=POSITIONS, help="in their text form")
    parser.add_argument("--memory", type=int, default=4096, help="MiB a table (default: 4096)")
    options = parser.parse_args()
    columns = ("from", "positions", "won", "drawn", "lost", "longest", "MiB", "seconds")
    table = Table(*columns)
    for text in options.positions:
        position = parse_position(text)
        kernels, budget = descriptor_of(position).kernels_for(position), Budget(Limits())
        assert kernels is not None
        assert kernels.table is not None, f"{text}: its table has layers, see marvin_table.py"
        board = kernels.table(*position.board.size, options.memory * MIB)
        cells, turn, flags = descriptor_of(position).packed(position)
        budget.run(partial(board.result, cells, turn, flags))
        results = [sum(n for r, _, n in board.scores if r == result) for result in (1, 0, -1)]
        longest = max(plies for _, plies, _ in board.scores)
        counts = (board.positions, *results, longest, board.bytes // MIB)
        table.add_row(text, *(f"{count:,}" for count in counts), f"{budget.seconds:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
