"""Counts of Nakatta on small boards: boards, positions, skipped turns and dead ends.

Every legal board of up to 4×4 points is solved by the rules alone. The counts of boards, regardless
of the player to move, are: those without a hard corner, a naked attachment or a crosscut (NK1a),
the full ones among them, and those where nobody has won and neither player has a placement (NK4).
The counts of positions, which include the player to move, are: those reachable from the empty
board, including finished ones; those where the player to move places a stone; and those where the
turn is skipped.
"""

from __future__ import annotations

import argparse
from math import inf

from rich.console import Console
from rich.table import Table

from solver import _native
from solver.interface.engine import MIB, NO_LIMIT

# The names of properties of `NakattaTable`.
COUNTS = ("legal", "full", "dead_ends", "reached", "placing", "passing")


def main() -> None:
    """Solve the boards and print the counts."""
    parser = argparse.ArgumentParser(
        description="Count the boards and the positions of Nakatta on small boards.",
        epilog="Example: python benchmarks/games/nakatta_counts.py --ranks 4",
    )
    parser.add_argument(
        "--ranks", type=int, default=4, choices=range(1, 5), help="largest board (default: 4)"
    )
    options = parser.parse_args()
    table = Table("board", *(name.replace("_", " ") for name in COUNTS))
    for ranks in range(1, options.ranks + 1):
        whole = _native.NakattaTable(ranks, ranks)
        control = _native.Control(NO_LIMIT, inf, 1024 * MIB)
        whole.run(control)
        control.rethrow()
        counts = (f"{getattr(whole, name):,}" for name in COUNTS)
        table.add_row(f"{ranks}×{ranks}", *counts)
    Console().print(table)


if __name__ == "__main__":
    main()
