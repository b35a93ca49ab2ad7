"""The speed of the engines and the size of their tables, compared with the rules in Python.

The search, the retrograde engine and the reference engine, which only knows the rules, solve one
position of each game; their answers must agree. Positions are those that a search visits or that a
table contains. Bytes are the size of the finished table per position; for a search, whose table
uses the available memory, they are not given. Times are CPU seconds, the best of several rounds. If
a position is too large for the reference engine, its speed is that of the positions it lists within
a limit.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from positions.game import Position
from positions.text import parse_position
from solver import _native
from solver.engines.choice import ENGINES
from solver.games import descriptor_of
from solver.games.sight_reduction import pack
from solver.interface.engine import Assessment, Budget, Details, LimitReached, Limits

POSITIONS = (
    "sight-reduction:bwwb/wwbw/bwbb/wbwb/wbbw/wwbb:w",
    "manhattan:start:4x4",
    "marvin:start:3x5",
    "nakatta:start:4x4",
    "minelayers:start:5x5",
)
MEMORY = 4096
NAMES = ("brute", "search", "retrograde")


@dataclass(frozen=True)
class Run:
    """An engine's answer, None if a limit was reached first, with its positions and seconds."""

    found: Assessment | None
    nodes: int
    seconds: float

    @property
    def rate(self) -> float:
        """Positions per second."""
        return self.nodes / self.seconds


def main() -> None:
    """Run all engines on all positions, and print a table."""
    parser = argparse.ArgumentParser(
        description="Measure the engines on one position of each game.",
        epilog="Example: python benchmarks/speed/engines.py --rounds 3",
    )
    parser.add_argument("positions", nargs="*", default=POSITIONS, help="in their text form")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument(
        "--brute", type=int, default=5_000, help="positions for the rules alone (default: 5000)"
    )
    options = parser.parse_args()
    columns = ("position", "engine", "positions", "seconds", "a second", "÷ rules", "bytes each")
    table = Table(*columns)
    for text in options.positions:
        position = parse_position(text)
        runs = {name: _best(position, name, options) for name in NAMES}
        answers = {run.found and run.found.result for run in runs.values() if run.found}
        assert len(answers) == 1, text
        for name, run in runs.items():
            table.add_row(
                text if name == NAMES[0] else "",
                name if run.found else f"{name}, cut off",
                f"{run.nodes:,}",
                f"{run.seconds:.3f}",
                f"{run.rate:,.0f}",
                f"{run.rate / runs['brute'].rate:,.0f}",
                _bytes(position) if name == "retrograde" else "",
            )
    Console().print(table)


def _best(position: Position, name: str, options: argparse.Namespace) -> Run:
    nodes = options.brute if name == "brute" else None
    runs = [_run(position, name, Limits(nodes, memory=MEMORY)) for _ in range(options.rounds)]
    return min(runs, key=lambda run: run.seconds)


def _run(position: Position, name: str, limits: Limits) -> Run:
    budget, started = Budget(limits), time.process_time()
    found = None
    try:
        found = ENGINES[name].open(position, budget).assess(position, Details())
    except LimitReached:
        assert name == "brute"
    return Run(found, budget.nodes, time.process_time() - started)


def _bytes(position: Position) -> str:
    """Return the bytes per position of a position's table."""
    budget, kernels = Budget(Limits(memory=MEMORY)), descriptor_of(position).kernels_for(position)
    if kernels is None:
        lattice = _native.WinLattice(*pack(position))
        return f"{lattice.bytes / lattice.positions:.2f}"
    if kernels.layers is not None:
        layers = kernels.layers(position)
        budget.run(lambda control: layers.survey(control) or None)
        return f"{layers.bytes / layers.positions:.2f}"
    assert kernels.table is not None
    table = kernels.table(*position.board.size, MEMORY << 20)
    cells, turn, flags = descriptor_of(position).packed(position)
    budget.run(lambda control: table.result(cells, turn, flags, control))
    return f"{table.bytes / table.positions:.1f}"


if __name__ == "__main__":
    main()
