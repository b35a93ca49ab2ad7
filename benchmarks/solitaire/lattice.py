"""The removal lattice compared with a plain single-threaded scalar version of the same sweep.

Compiles ``scalar_sweep.cpp`` (without vectorisation) into a temporary directory, then times the
following on the same random two-player deals, in rounds so that other load affects all equally:

- the scalar sweep, which says who wins;
- ours for the same question, with one thread and with several;
- ours for a second deal in the same process, which reuses the memory of the first;
- ours for the winner and the exact value of the deal, read from the lattice of winners;
- ours for the exact distances of all positions of the lattice;
- and, to see whether memory is the bottleneck, filling as much fresh memory as the winners take,
  with one thread.

Each run has a process of its own, so that its memory is fresh, except for the second deal. The time
is that of the sweep by a monotonic clock, including tables of lines and memory allocation, but not
start-up and compilation. CPU seconds, of all threads together, depend less on other load; for the
scalar program they include its start-up. The peak is the resident memory of the whole process. All
answers for a deal must agree.
"""

from __future__ import annotations

import argparse
import mmap
import os
import platform
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import inf
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from positions.deals import DealOrder, deals
from positions.games.sight_reduction import SIGHT_REDUCTION
from positions.text import format_position
from solver import _native
from solver.games.sight_reduction import Deal, pack
from solver.interface.engine import MIB, NO_LIMIT

SOURCE = Path(__file__).with_name("scalar_sweep.cpp")
FLAGS = ("-std=c++20", "-O3", "-fno-tree-vectorize")
COLOURS = ("White", "Black")
FILLED = 512 * MIB


@dataclass(frozen=True)
class Run:
    """The cost of one run, in seconds and bytes, and its result."""

    seconds: float
    cpu: float
    peak: int
    found: dict[str, object] = field(default_factory=dict)


class Kind(NamedTuple):
    """What is timed: a sweep, with a number of threads."""

    sweep: str
    threads: int


Job = Callable[[], Run]
SCALAR = Kind("plain scalar", 1)

_Lattice = TypeVar("_Lattice", bound=_native.Lattice)


@dataclass
class Measurements:
    """All runs of one kind: for each deal, one per round."""

    runs: dict[str, list[Run]] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Each deal's best round, averaged over the deals."""
        return mean(min(run.seconds for run in runs) for runs in self.runs.values())

    @property
    def cpu(self) -> float:
        """The same in CPU seconds."""
        return mean(min(run.cpu for run in runs) for runs in self.runs.values())

    @property
    def peak(self) -> int:
        """The maximum memory of a run."""
        return max(run.peak for runs in self.runs.values() for run in runs)


def main() -> None:
    """Time everything in rounds and print a table."""
    parser = argparse.ArgumentParser(
        description="Time the removal lattice beside a plain scalar sweep, interleaved.",
        epilog="Example: python benchmarks/solitaire/lattice.py --deals 3 --rounds 5",
    )
    parser.add_argument("--deals", type=int, default=2, help="4×8 deals (default: 2)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds over them (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default: 1)")
    parser.add_argument("--harder", action="store_true", help="with `harder` (no values then)")
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, help="threads (default: all cores)"
    )
    parser.add_argument(
        "--instructions",
        choices=("portable", "avx2", "avx512"),
        default="",
        help="instruction set of the lattice (default: the widest of this machine)",
    )
    options = parser.parse_args()
    variants = ("harder",) if options.harder else ()
    order = DealOrder(SIGHT_REDUCTION, *SIGHT_REDUCTION.size, variants)
    dealt = list(deals(order, options.seed, options.deals))
    with tempfile.TemporaryDirectory() as folder:
        program = _compile(Path(folder))
        jobs = {
            format_position(position): _jobs(
                program, format_position(position), pack(position), options
            )
            for position in dealt
        }
        measured = _measure(jobs, options.rounds)
    title = (
        f"{options.deals} random {'harder ' if options.harder else ''}4×8 deals, "
        f"best of {options.rounds} rounds; {options.instructions or 'widest instructions'}"
    )
    Console().print(_table(title, measured, Kind("winners", options.threads)))


def _compile(folder: Path) -> Path:
    """Compile the scalar sweep with the C++ compiler of this machine."""
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    program = folder / "scalar_sweep"
    subprocess.run([*compiler, *FLAGS, str(SOURCE), "-o", str(program)], check=True)
    return program


def _jobs(program: Path, text: str, deal: Deal, options: argparse.Namespace) -> dict[Kind, Job]:
    """Return everything that is timed on a deal."""
    threads, instructions = options.threads, options.instructions
    jobs: dict[Kind, Job] = {
        SCALAR: partial(_run_scalar, program, text),
        Kind("winners", 1): partial(_run_winners, deal, 1, instructions),
        Kind("winners", threads): partial(_run_winners, deal, threads, instructions),
        Kind("winners, next deal", threads): partial(_run_next, deal, threads, instructions),
        Kind("distances", threads): partial(_run_distances, deal, threads, instructions),
    }
    if not deal.harder:
        jobs[Kind("winners, a value", threads)] = partial(_run_value, deal, threads, instructions)
    jobs[Kind("filling 512 MiB", 1)] = _fill_memory
    return jobs


def _measure(jobs: dict[str, dict[Kind, Job]], rounds: int) -> dict[Kind, Measurements]:
    """Run every job on every deal once per round, each in a process of its own."""
    measured: dict[Kind, Measurements] = {}
    runs = rounds * sum(map(len, jobs.values()))
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as alone,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("sweeps", total=runs)
        for _ in range(rounds):
            for deal, of_deal in jobs.items():
                found: dict[str, object] = {}
                for kind, job in of_deal.items():
                    run = alone.submit(job).result()
                    measured.setdefault(kind, Measurements()).runs.setdefault(deal, []).append(run)
                    assert found | run.found == run.found | found, f"{deal}: {found}, {run.found}"
                    found |= run.found
                    progress.advance(task)
    return measured


def _run_scalar(program: Path, text: str) -> Run:
    printed = subprocess.run([program, text], check=True, capture_output=True, text=True).stdout
    white_first, black_first, seconds = printed.splitlines()
    found = _winners(white_first.endswith("white wins"), black_first.endswith("black wins"))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Run(float(seconds.split()[0]), used.ru_utime + used.ru_stime, _peak(used), found)


def _run_winners(deal: Deal, threads: int, instructions: str) -> Run:
    clock = Clock()
    lattice = _swept(_native.WinLattice(*deal, instructions), threads)
    wins = [lattice.mover_wins(deal.white, deal.black, turn) for turn in range(2)]
    return clock.stop(_winners(*wins))


def _run_next(deal: Deal, threads: int, instructions: str) -> Run:
    _run_winners(deal, threads, instructions)
    return _run_winners(deal, threads, instructions)


def _run_value(deal: Deal, threads: int, instructions: str) -> Run:
    clock = Clock()
    lattice = _swept(_native.WinLattice(*deal, instructions), threads)
    leads = [lattice.lead(deal.white, deal.black, ahead) for ahead in range(2)]
    return clock.stop(_lead(0, leads[0]) | _lead(1, leads[1]))


def _run_distances(deal: Deal, threads: int, instructions: str) -> Run:
    clock = Clock()
    lattice = _swept(_native.DistanceLattice(*deal, instructions), threads)
    plies = [lattice.distance(deal.white, deal.black, turn) for turn in range(2)]
    return clock.stop(_winners(plies[0] % 2 == 1, plies[1] % 2 == 1))


def _fill_memory() -> Run:
    """Write to fresh memory once, on huge pages as the lattice has them."""
    chunk = b"\1" * (2 * MIB)
    clock = Clock()
    with mmap.mmap(-1, FILLED) as memory:
        if hasattr(mmap, "MADV_HUGEPAGE"):
            memory.madvise(mmap.MADV_HUGEPAGE)
        for start in range(0, FILLED, len(chunk)):
            memory[start : start + len(chunk)] = chunk
        return clock.stop({})


class Clock:
    """Times a run in this process, from its construction on."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._cpu = time.process_time()

    def stop(self, found: dict[str, object]) -> Run:
        """Return the cost so far, with the result."""
        seconds = time.perf_counter() - self._started
        cpu = time.process_time() - self._cpu
        return Run(seconds, cpu, _peak(resource.getrusage(resource.RUSAGE_SELF)), found)


def _swept(lattice: _Lattice, threads: int) -> _Lattice:
    assert lattice.run(threads, _native.Control(NO_LIMIT, inf, NO_LIMIT))
    return lattice


def _winners(white_wins_first: bool, black_wins_first: bool) -> dict[str, object]:
    """Return whether each player wins by beginning (with `harder`, both may), and who is ahead."""
    return {
        "White wins first": white_wins_first,
        "Black wins first": black_wins_first,
        "White is ahead": white_wins_first and not black_wins_first,
        "Black is ahead": black_wins_first and not white_wins_first,
    }


def _lead(colour: int, moves: int) -> dict[str, object]:
    name = COLOURS[colour]
    return {f"lead of {name}": moves, f"{name} is ahead": moves > 0}


def _peak(used: resource.struct_rusage) -> int:
    """Return the peak resident memory in bytes; macOS counts bytes, Linux KiB."""
    return used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _table(title: str, measured: dict[Kind, Measurements], winners: Kind) -> Table:
    cores = f"{os.cpu_count()} cores" if os.cpu_count() != 1 else "1 core"
    table = Table(title=title, caption=f"{platform.machine()}, {cores}")
    table.add_column("sweep", no_wrap=True)
    for heading in ("threads", "seconds", "CPU s", "scalar ÷ it", "it ÷ winners", "peak MiB"):
        table.add_column(heading, justify="right")
    for kind, runs in measured.items():
        table.add_row(
            kind.sweep,
            str(kind.threads),
            f"{runs.seconds:.3f}",
            f"{runs.cpu:.3f}",
            f"{measured[SCALAR].seconds / runs.seconds:.1f}",
            f"{runs.seconds / measured[winners].seconds:.1f}",
            f"{runs.peak / MIB:.0f}",
        )
    return table


if __name__ == "__main__":
    main()
