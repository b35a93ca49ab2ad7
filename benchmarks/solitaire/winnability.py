"""The share of solvable solitaire deals, from a million deals or more.

Deal i of a seed is deal i of ``proofplay deal`` and ``proofplay census``. Each is only tested for
solvability; the census also computes the par of unsolvable ones, which takes some forty times as
long. There is no limit, so that no deal is left open. The unsolvable deals go to a file, with a
line after every thousand deals for the number tested so far: a stopped run continues from there,
and any solver of deals can check the file.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from math import inf
from pathlib import Path

from rich.console import Console

from cli.common.words import percent
from positions.deals import DealOrder, deals
from positions.game import Position
from positions.games.sight_reduction import SIGHT_REDUCTION
from positions.text import format_position
from solver import _native
from solver.census.intervals import Proportion
from solver.games.sight_reduction import keep, pack, turn
from solver.interface.engine import NO_LIMIT

SIZE = (4, 8)
BLOCK = 1000
# A line of the file with the number of deals tested so far.
DONE = "# deals:"


def main() -> None:
    """Solve the deals that the file does not have yet, and print the share."""
    options = _options()
    order = DealOrder(SIGHT_REDUCTION, *SIZE, ("solitaire", *options.variant))
    head = f"# {'+'.join(order.variants)}, seed {options.seed}"
    before, unsolvable = _kept(options.file, head)
    done, nodes, started = before, 0, time.process_time()
    with options.file.open("a") as file:
        rest = islice(deals(order, options.seed, options.count), done, None)
        while block := list(islice(rest, BLOCK)):
            control = _native.Control(NO_LIMIT, inf, NO_LIMIT)
            found = list(_unsolvable(block, control))
            control.rethrow()
            file.writelines(f"{format_position(deal)}\n" for deal in found)
            done, unsolvable, nodes = done + BLOCK, unsolvable + len(found), nodes + control.nodes
            file.write(f"{DONE} {done}\n")
            file.flush()
    share = Proportion(done - unsolvable, done)
    low, high = share.interval
    Console().print(
        f"{done:,} deals, {unsolvable:,} of them not solvable\n"
        f"solvable: {percent(share.share or 0, 4)}%, "
        f"95 % interval {percent(low, 4)}% to {percent(high, 4)}%\n"
        f"{done - before:,} of them now: {nodes:,} positions, "
        f"{time.process_time() - started:.1f} processor seconds"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Find what share of the 4x8 solitaire deals of a seed can be solved.",
        epilog="Example: python benchmarks/solitaire/winnability.py base.txt --count 10000",
    )
    parser.add_argument("file", type=Path, help="where the unsolvable deals go")
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        choices=("harder", "easier", "pairs"),
        help="a variant; may be repeated",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default: 1)")
    parser.add_argument(
        "--count",
        type=_thousands,
        default=1_000_000,
        help="how many deals, whole thousands (default: 1000000)",
    )
    return parser.parse_args()


def _thousands(text: str) -> int:
    count = int(text)
    if count < BLOCK or count % BLOCK != 0:
        raise argparse.ArgumentTypeError("expected whole thousands")
    return count


def _unsolvable(block: list[Position], control: _native.Control) -> Iterator[Position]:
    """Yield the deals that cannot be solved."""
    for deal in block:
        found = _native.solve_solitaire(*pack(deal), turn(deal), keep(deal), control)
        assert found is not None
        if not found[0]:
            yield deal


def _kept(file: Path, head: str) -> tuple[int, int]:
    """Return how many deals a file covers, and how many of them are unsolvable.

    Anything after its last full thousand is cut off; a missing file is created.
    """
    lines = file.read_text().splitlines() if file.exists() else []
    while lines and not lines[-1].startswith(DONE):
        lines.pop()
    if lines and lines[0] != head:
        raise SystemExit(f"{file} does not begin with {head!r}")
    file.write_text("".join(f"{line}\n" for line in lines or [head]))
    done = int(lines[-1].removeprefix(DONE)) if lines else 0
    return done, sum(not line.startswith("#") for line in lines)


if __name__ == "__main__":
    main()
