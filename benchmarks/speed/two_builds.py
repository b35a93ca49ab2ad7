"""Builds of the program that answer the same questions in turn, for the benchmarks in this folder.

A build is the path of an executable `proofplay`, so that a release in one environment can be
compared with the working tree in another. Questions are asked in rounds in which every build has
its turn, so that other load on the machine affects them equally.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, fsum, log
from pathlib import Path

from questions import QUESTIONS

# MiB, the same for every build.
MEMORY = 4096


@dataclass(frozen=True)
class Way:
    """A build, by its name in tables, and its number of threads."""

    name: str
    program: Path
    threads: int

    def __str__(self) -> str:
        return f"{self.name}, {self.threads}"


@dataclass(frozen=True)
class Run:
    """An answer and its cost: positions, wall-clock seconds and CPU seconds.

    The wall-clock time is the engine's; the CPU time is that of the whole process, whose start-up
    takes some tenths of a second.
    """

    result: str
    nodes: int
    seconds: float
    processor: float


Runs = Mapping[Way, Sequence[Run]]


def options(description: str, example: str) -> argparse.ArgumentParser:
    """Return a parser with the options of both benchmarks."""
    parser = argparse.ArgumentParser(description=description, epilog=f"Example: {example}")
    parser.add_argument("old", type=Path, help="an executable proofplay, such as a release's")
    parser.add_argument("new", type=Path, help="another one")
    parser.add_argument("positions", nargs="*", help="in their text form (default: those below)")
    parser.add_argument("--game", choices=QUESTIONS, help="the questions of one game only")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="default: 1 2")
    return parser


def ways(given: argparse.Namespace) -> list[Way]:
    """Return the builds with each number of threads; one without the option has one thread."""
    builds = {"old": given.old, "new": given.new}
    return [
        Way(name, program, threads)
        for threads in given.threads
        for name, program in builds.items()
        if threads == 1 or takes_threads(program)
    ]


def questions(given: argparse.Namespace) -> Iterable[tuple[str, str]]:
    """Yield the positions, each with the name of its game."""
    for game, texts in QUESTIONS.items():
        for text in given.positions or texts:
            if given.game in (None, game) and text.startswith((f"{game}:", f"{game}+")):
                yield game, text


def asked(position: str, those: Sequence[Way], rounds: int) -> Runs:
    """Let all builds answer a question in turn; they must agree."""
    found: dict[Way, list[Run]] = {way: [] for way in those}
    for number in range(rounds):
        # The builds also take turns in going first.
        for way in those if number % 2 == 0 else reversed(those):
            found[way].append(run(way, position))
    assert len({run.result for runs in found.values() for run in runs}) == 1, position
    return found


def run(way: Way, position: str) -> Run:
    """Answer a question once, in a process of its own."""
    command = [way.program, "solve", "--json", "--engine", "search", "--memory", str(MEMORY)]
    if takes_threads(way.program):
        command += ["--threads", str(way.threads)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, position], capture_output=True, check=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    record = json.loads(done.stdout)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Run(record["result"], record["nodes"], record["seconds"], processor)


@cache
def takes_threads(program: Path) -> bool:
    """Return whether a build has the option ``--threads``."""
    shown = subprocess.run([program, "solve", "--help"], capture_output=True, check=True, text=True)
    return "--threads" in shown.stdout


def ratio(over: Sequence[float], under: Sequence[float]) -> str:
    """Return the ratio of the minima of two series, and the rounds' spread."""
    each = [a / b for a, b in zip(over, under, strict=True)]
    return f"{min(over) / min(under):.2f} ({min(each):.2f}–{max(each):.2f})"


def mean(ratios: Sequence[float]) -> float:
    """Return the geometric mean of some ratios."""
    return exp(fsum(map(log, ratios)) / len(ratios))
