"""Solitaire deals of the four friend/enemy variants: our solver compared with OR-tools CP-SAT.

Both get the same random deals, one by one, and take turns in going first, in one process. Ours is
what ``proofplay solve`` calls: the search backwards from the survivors and, if that gives up, the
removal lattice. Theirs is the removal-order model in ``removal_order_cpsat.py``. Both must agree,
and every solution is replayed by the rules.

Times are those of the calls, by ``time.perf_counter``: for ours including the Python code around
the kernels and the solution's line; for CP-SAT building the model and solving it, and solving
alone. Imports, start-up, dealing and replaying are not included. Before, both solve one deal of
each variant untimed.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass, field
from statistics import mean, median

import removal_order_cpsat
from rich.console import Console
from rich.progress import track
from rich.table import Table

from positions.deals import DealOrder, deals
from positions.game import Position
from positions.games import rules_of
from positions.games.sight_reduction import SIGHT_REDUCTION
from positions.text import format_move, format_position, parse_move
from solver import Answer, Limits, Question, Result, ask
from solver.engines.removal import LATTICE

VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("harder",),
    ("easier",),
    ("harder", "easier"),
)


@dataclass
class Times:
    """Seconds per deal, in the order of the deals, and other counts."""

    ours: list[float] = field(default_factory=list)
    cpsat: list[float] = field(default_factory=list)
    cpsat_solving: list[float] = field(default_factory=list)
    unsolvable: int = 0
    by_lattice: int = 0

    def add(self, other: Times) -> None:
        """Add the deals of another variant."""
        self.ours += other.ours
        self.cpsat += other.cpsat
        self.cpsat_solving += other.cpsat_solving
        self.unsolvable += other.unsolvable
        self.by_lattice += other.by_lattice


def main() -> None:
    """Time both on every deal of every variant and print a table."""
    parser = argparse.ArgumentParser(
        description="Time solitaire deals: our solver beside OR-tools CP-SAT, interleaved.",
        epilog="Example: python benchmarks/solitaire/deals.py --deals 200 --seed 7",
    )
    parser.add_argument("--deals", type=int, default=50, help="deals a variant (default: 50)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default: 1)")
    parser.add_argument("--workers", type=int, default=1, help="CP-SAT's workers (default: 1)")
    parser.add_argument(
        "--threads",
        type=int,
        default=os.cpu_count() or 1,
        help="threads of our lattice; the search has one (default: all cores)",
    )
    options = parser.parse_args()
    limits = Limits(threads=options.threads)
    table = _empty_table(
        f"{options.deals} random 4×8 deals a variant, seed {options.seed}; seconds"
    )
    total = Times()
    for variants in VARIANTS:
        times = _time_variant(variants, options.seed, options.deals, limits, options.workers)
        _add_rows(table, "+".join(variants) or "base", times)
        total.add(times)
    _add_rows(table, "all four", total)
    Console().print(table)


def _time_variant(
    variants: tuple[str, ...], seed: int, count: int, limits: Limits, workers: int
) -> Times:
    order = DealOrder(SIGHT_REDUCTION, *SIGHT_REDUCTION.size, ("solitaire", *variants))
    for position in deals(order, seed + 1, 1):
        _time_deal(position, Times(), limits, workers)
    times = Times()
    label = "+".join(variants) or "base"
    waiting = Console(stderr=True)
    for position in track(
        deals(order, seed, count), label, total=count, console=waiting, transient=True
    ):
        _time_deal(position, times, limits, workers)
    return times


def _time_deal(position: Position, times: Times, limits: Limits, workers: int) -> None:
    """Ask both about a deal, compare the answers and record the times."""
    if len(times.ours) % 2 == 0:
        ours, seconds = _ask_ours(position, limits)
        theirs = removal_order_cpsat.solve(position, workers=workers)
    else:
        theirs = removal_order_cpsat.solve(position, workers=workers)
        ours, seconds = _ask_ours(position, limits)
    assert ours.result is not None, format_position(position)
    solvable = ours.result == Result.SOLVABLE
    assert solvable == theirs.solvable, format_position(position)
    if solvable:
        assert _solves(position, ours.line), format_position(position)
        line = [format_move(position, move) for move in theirs.line]
        assert _solves(position, line), format_position(position)
    times.ours.append(seconds)
    times.cpsat.append(theirs.seconds)
    times.cpsat_solving.append(theirs.solve_seconds)
    times.unsolvable += not solvable
    times.by_lattice += ours.engine == LATTICE


def _ask_ours(position: Position, limits: Limits) -> tuple[Answer, float]:
    started = time.perf_counter()
    answer = ask(position, Question(), limits)
    return answer, time.perf_counter() - started


def _solves(position: Position, line: list[str]) -> bool:
    """Replay a line by the rules."""
    rules = rules_of(position)
    for name in line:
        move = parse_move(position, name)
        if move not in rules.moves(position):
            return False
        position = rules.play(position, move)
    outcome = rules.outcome(position)
    return outcome is not None and outcome.solved is True


def _empty_table(title: str) -> Table:
    table = Table(title=title)
    table.add_column("variant")
    table.add_column("solver")
    for heading in ("mean", "median", "worst"):
        table.add_column(heading, justify="right")
    return table


def _add_rows(table: Table, label: str, times: Times) -> None:
    """Add the times for a variant, and those of CP-SAT as multiples of ours."""
    notes = [
        label,
        f"{times.unsolvable} of {len(times.ours)} unsolvable",
        f"{times.by_lattice} by the lattice",
        "",
        "",
    ]
    rows = [
        ("proofplay", [f"{seconds:.5f}" for seconds in _summary(times.ours)]),
        ("CP-SAT", [f"{seconds:.3f}" for seconds in _summary(times.cpsat)]),
        ("CP-SAT, solving alone", [f"{seconds:.3f}" for seconds in _summary(times.cpsat_solving)]),
        ("times as long", _ratios(times.cpsat, times.ours)),
        ("solving alone", _ratios(times.cpsat_solving, times.ours)),
    ]
    for note, (solver, cells) in zip(notes, rows, strict=True):
        table.add_row(note, solver, *cells)
    table.add_section()


def _summary(seconds: list[float]) -> tuple[float, float, float]:
    return mean(seconds), median(seconds), max(seconds)


def _ratios(theirs: list[float], ours: list[float]) -> list[str]:
    return [f"{a / b:.0f} ×" for a, b in zip(_summary(theirs), _summary(ours), strict=True)]


if __name__ == "__main__":
    main()
