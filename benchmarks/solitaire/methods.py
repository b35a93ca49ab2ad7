"""Solitaire deals by four methods: SAT, search, the removal lattice and OR-tools CP-SAT.

All of them get the same random deals, one after the other, and all answers must agree. Times are
CPU seconds, of all threads and child processes together, for the whole call: writing clauses or
building a model, solving, and the line of a solution. Deals left open, because of the time limit or
because they have too many pieces for the lattice, are counted, and their times are included.

``--models`` instead compares two encodings in clauses, each with two solvers.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import mean, median

import removal_order_cpsat
from pysat.solvers import Solver
from removal_steps_sat import RemovalSteps
from rich.console import Console
from rich.progress import track
from rich.table import Table

from positions.deals import DealOrder, deals
from positions.game import Position
from positions.games.sight_reduction import SIGHT_REDUCTION
from positions.text import format_position, parse_size
from solver.engines.choice import ENGINES
from solver.engines.sat.formula import Formula
from solver.engines.sat.process import SOLVERS
from solver.engines.sat.removal_order import RemovalOrder
from solver.interface.engine import Budget, Details, LimitReached, Limits, Result

# Returns whether a deal is solvable, None if a limit was reached first.
Method = Callable[[Position], bool | None]

CONFLICTS = 30_000


@dataclass
class Times:
    """CPU seconds per deal, and the number of unsolved deals."""

    seconds: list[float] = field(default_factory=list)
    open: int = 0


def engine(name: str, limit: float) -> Method:
    """Return an engine of this project as a method."""

    def ask(position: Position) -> bool | None:
        if ENGINES[name].objection(position):
            return None
        try:
            oracle = ENGINES[name].open(position, Budget(Limits(seconds=limit)))
            return oracle.assess(position, Details()).result == Result.SOLVABLE
        except LimitReached:
            return None

    return ask


def clauses(model: Callable[[Position], Formula], family: str) -> Method:
    """Return a model and a solver, in this process, as a method."""

    def ask(position: Position) -> bool | None:
        with Solver(family, bootstrap_with=model(position).clauses) as solver:
            solver.conf_budget(CONFLICTS)
            is_solvable: bool | None = solver.solve_limited()
            return is_solvable

    return ask


def in_order(position: Position) -> Formula:
    """Encode a deal as an order of removals."""
    order = RemovalOrder(position)
    order.require_solution()
    return order.formula


def in_steps(position: Position) -> Formula:
    """Encode a deal step by step."""
    return RemovalSteps(position).formula


def methods(limit: float) -> dict[str, Method]:
    """Return the four methods."""
    return {
        "SAT": engine("sat", limit),
        "search": engine("search", limit),
        "lattice": engine("retrograde", limit),
        "CP-SAT": lambda p: removal_order_cpsat.solve(p, time_limit=limit).solvable,
    }


def models() -> dict[str, Method]:
    """Return the two models, each with two solvers."""
    return {
        f"{name}, {family.rstrip('0123456789').title()}": clauses(model, family)
        for name, model in (("order", in_order), ("steps", in_steps))
        for family in SOLVERS
    }


def spent() -> float:
    """Return the CPU seconds of this process and of its finished children."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def compare(asked: dict[str, Method], order: DealOrder, seed: int, count: int) -> None:
    """Ask every method about every deal, and print the times."""
    times = {name: Times() for name in asked}
    unsolvable = 0
    waiting = Console(stderr=True)
    for position in track(deals(order, seed, count), total=count, console=waiting, transient=True):
        answers = set()
        for name, ask in asked.items():
            started = spent()
            answer = ask(position)
            times[name].seconds.append(spent() - started)
            times[name].open += answer is None
            answers.add(answer)
        answers.discard(None)
        assert len(answers) <= 1, format_position(position)
        unsolvable += answers == {False}
    title = f"{count} deals of {order.width}×{order.height}, {unsolvable} unsolvable; processor ms"
    Console().print(table(title, times))


def table(title: str, times: dict[str, Times]) -> Table:
    """Return a table with a row per method: its times, and those for the hardest deals."""
    hardest = {
        name: max(range(len(one.seconds)), key=lambda deal, one=one: one.seconds[deal])
        for name, one in times.items()
    }
    drawn = Table(title=title)
    drawn.add_column("method")
    for heading in ("mean", "median", "left open", *(f"hardest for {name}" for name in hardest)):
        drawn.add_column(heading, justify="right")
    for name, one in times.items():
        figures = [one.seconds[deal] for deal in hardest.values()]
        cells = [f"{1000 * s:,.1f}" for s in (mean(one.seconds), median(one.seconds), *figures)]
        drawn.add_row(name, *cells[:2], str(one.open), *cells[2:])
    return drawn


def main() -> None:
    """Read the options and compare."""
    parser = argparse.ArgumentParser(
        description="Time solitaire deals by SAT, search, the lattice and CP-SAT.",
        epilog="Example: python benchmarks/solitaire/methods.py --deals 50 --variant harder",
    )
    parser.add_argument("--deals", type=int, default=50, help="how many deals (default: 50)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default: 1)")
    parser.add_argument("--size", type=parse_size, default=(4, 8), help="board (default: 4x8)")
    parser.add_argument("--variant", action="append", default=[], help="harder, easier")
    parser.add_argument("--time", type=float, default=10.0, help="seconds a deal (default: 10)")
    parser.add_argument("--models", action="store_true", help="compare models in clauses")
    options = parser.parse_args()
    order = DealOrder(SIGHT_REDUCTION, *options.size, ("solitaire", *options.variant))
    asked = models() if options.models else methods(options.time)
    compare(asked, order, options.seed, options.deals)


if __name__ == "__main__":
    main()
