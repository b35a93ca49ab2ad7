"""The exact value of every Marvin position on a board, and a check of it by the search.

Computes the whole table by retrograde analysis, one layer of positions with equally many kings at a
time. Each layer is a file in the given folder, and a run that was stopped, by Ctrl-C or by
``--seconds``, continues from the existing files. The 5×5 board has 13,255,877,393 positions up to
symmetry; its files take 6.7 GB, and two layers of at most 2.3 GB together are in memory. Smaller
boards take seconds.

Finally, positions from random play are looked up in the finished layers and solved again by the
search (``--checks``; only positions with at least ``--kings`` kings, as the search is slow with
fewer). The values must agree.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Iterator
from itertools import islice
from math import inf
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from cli.common.words import percent
from positions.game import Position
from positions.games.marvin import MARVIN
from solver import _native
from solver.interface.engine import MIB, NO_LIMIT

SEARCH_MEMORY = 1024 * MIB


def main() -> None:
    """Compute the table as far as possible; print and check it."""
    options = _options()
    width, height = map(int, options.size.split("x"))
    table = _native.MarvinTable(width, height, folder=str(options.folder))
    console = Console()
    with _bar() as progress:
        task = progress.add_task(f"Marvin {width}×{height}", total=1, percent=percent(0))
        control = _native.Control(
            NO_LIMIT,
            options.seconds,
            options.memory * MIB,
            lambda share: progress.update(task, completed=share, percent=percent(share, 2)),
        )
        started = time.perf_counter()
        complete = table.run(control, options.threads)
        seconds = time.perf_counter() - started
        control.rethrow()
    rate = control.nodes / seconds / 1e6
    console.print(f"{control.nodes:,} positions in {seconds:.1f} s: {rate:.1f} million a second")
    if not complete:
        console.print(
            f"{percent(control.progress, 2)} % done; ended by the limit on {control.reason}"
        )
    console.print(_layers(table))
    if complete:
        console.print(f"The empty board is worth {table.value(0, 0):+d} to the player to move.")
        console.print("Of the first singletons, each is worth to who places it:")
        for rank in reversed(range(height)):
            row = range(rank * width, (rank + 1) * width)
            console.print("".join(f"{-table.value(0, 1 << point):+4d}" for point in row))
    options.kings = max(options.kings, table.fewest_kings)
    _check(table, width, height, options, console)
    raise SystemExit(0 if complete else 3)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Work out the value of every Marvin position on a board, or go on with it.",
        epilog="Example: python benchmarks/games/marvin_table.py /tmp/marvin-5x5 --size 5x5",
    )
    parser.add_argument("folder", type=Path, help="where the layers' files are and go")
    parser.add_argument("--size", default="5x5", help="WxH, at most 25 points (default: 5x5)")
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, help="threads (default: all cores)"
    )
    parser.add_argument("--seconds", type=float, default=inf, help="stop after so long")
    parser.add_argument(
        "--memory", type=int, default=16384, help="MiB that it may take (default: 16384)"
    )
    parser.add_argument("--checks", type=int, default=100, help="positions (default: 100)")
    parser.add_argument("--kings", type=int, default=7, help="that they have (default: 7)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the positions (default: 1)")
    return parser.parse_args()


def _bar() -> Progress:
    columns = (
        "{task.description}",
        BarColumn(),
        TextColumn("{task.fields[percent]} %"),
    )
    return Progress(
        *columns,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _layers(table: _native.MarvinTable) -> Table:
    found = Table(title="Kings still to be made by the player to move, less the opponent's")
    for heading in ("kings", "positions", "least", "most"):
        found.add_column(heading, justify="right")
    for kings, positions, least, most in table.layers:
        found.add_row(str(kings), f"{positions:,}", str(least), str(most))
    return found


def _check(
    table: _native.MarvinTable,
    width: int,
    height: int,
    options: argparse.Namespace,
    console: Console,
) -> None:
    search = _native.marvin_search(width, height, SEARCH_MEMORY)
    positions = _random_positions(width, height, options.kings, random.Random(options.seed))
    started = time.perf_counter()
    for position in islice(positions, options.checks):
        cells, turn = position.board.cells.encode(), "wr".index(position.turn)
        control = _native.Control(NO_LIMIT, inf, NO_LIMIT)
        found = search.score(cells, turn, 0, control)
        control.rethrow()
        assert found == table.score(cells, turn, 0), position
    seconds = time.perf_counter() - started
    console.print(
        f"The search agrees at {options.checks} positions with {options.kings} or more kings "
        f"({seconds:.1f} s)."
    )


def _random_positions(
    width: int, height: int, kings: int, chance: random.Random
) -> Iterator[Position]:
    """Play at random from the start; yield one position of each game, with enough kings."""
    rules = MARVIN.rules
    while True:
        position = rules.start(width, height, ())
        assert position is not None
        met = []
        while rules.outcome(position) is None:
            position = rules.play(position, chance.choice(rules.moves(position)))
            if sum(position.board.cells.count(king) for king in "WR") >= kings:
                met.append(position)
        if met:
            yield chance.choice(met)


if __name__ == "__main__":
    main()
