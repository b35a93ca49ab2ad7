"""Who wins Nakatta after each first stone, and what it costs to find out.

Each first stone is searched by itself with an empty table; of stones that are images of each other
one is searched. ``nodes`` are the positions whose moves were looked at, again each time the search
comes back to one; seconds are processor time. At the end comes the swap map: ``x`` where White
should swap, ``.`` where not, ``?`` where a limit ended the search.
"""

from __future__ import annotations

import argparse
import time
from math import inf

from rich.console import Console
from rich.table import Table

from positions.game import Position
from positions.games.nakatta import BLACK, NAKATTA, WHITE
from solver import _native
from solver.engine import MIB, NO_LIMIT, Assessment, LimitReached, Result
from solver.swap_map import Opening, swap_map


def main() -> None:
    """Search the openings of one board and print a table and the map."""
    parser = argparse.ArgumentParser(
        description="Search each first stone of Nakatta by itself.",
        epilog="Example: python benchmarks/nakatta_openings.py --ranks 5",
    )
    parser.add_argument("--ranks", type=int, default=5, help="size of the board (default: 5)")
    parser.add_argument("--seconds", type=float, default=inf, help="limit for a stone")
    parser.add_argument(
        "--memory", type=int, default=4096, help="MiB for the table (default: 4096)"
    )
    options = parser.parse_args()
    table = Table("stone", "winner", "nodes", "seconds", "nodes a second")

    def assess(position: Position) -> Assessment:
        search = _native.NakattaSearch(*position.board.size, 2 * options.memory * MIB)
        control = _native.Control(NO_LIMIT, options.seconds, 2 * options.memory * MIB)
        started = time.process_time()
        found = search.result(position.board.cells.encode(), 1, 0, control)
        seconds = time.process_time() - started
        control.rethrow()
        winner = {None: None, 1: WHITE, -1: BLACK}[found]
        name = position.board.name(position.board.squares(BLACK)[0])
        table.add_row(
            name,
            "?" if winner is None else NAKATTA.players[winner],
            f"{control.nodes:,}",
            f"{seconds:.3f}",
            f"{control.nodes / max(seconds, 1e-9):,.0f}",
        )
        if winner is None:
            raise LimitReached(control.reason or "memory")
        return Assessment(Result.WIN if winner == WHITE else Result.LOSS, winner)

    openings = swap_map(options.ranks, assess)
    console = Console()
    console.print(table)
    for line in _map(openings, options.ranks):
        console.print(line)


def _map(openings: tuple[Opening, ...], ranks: int) -> list[str]:
    """Draw the swap map, the top rank first."""
    signs = [{True: "x", False: ".", None: "?"}[opening.swap] for opening in openings]
    return [" ".join(signs[ranks * i : ranks * (i + 1)]) for i in reversed(range(ranks))]


if __name__ == "__main__":
    main()
