"""The gain of several threads on one question, for two builds in turn.

Each question is answered in rounds by both builds with each number of threads. Times are the
engine's wall-clock times, so the machine should be idle. A speed-up is the minimum time with one
thread over that with several, for the same build; those of the single rounds are in parentheses.
"""

from __future__ import annotations

from collections import defaultdict

from rich.console import Console
from rich.table import Table
from two_builds import Runs, Way, asked, mean, options, questions, ratio, ways

COLUMNS = ("build, threads", "positions", "seconds", "CPU s", "1 thread ÷ it")


def main() -> None:
    """Ask all questions, and print a table."""
    example = "python benchmarks/speed/threads.py release/bin/proofplay .venv/bin/proofplay"
    parser = options("Measure what threads gain on one question.", example)
    given = parser.parse_intermixed_args()
    console, speed_ups = Console(), defaultdict(list)
    for game, position in questions(given):
        table = Table(*COLUMNS, title=position)
        runs = asked(position, ways(given), given.rounds)
        for way in runs:
            best = min(runs[way], key=lambda run: run.seconds)
            alone = _alone(way, runs)
            is_compared = alone is not None and alone != way
            table.add_row(
                str(way),
                f"{best.nodes:,}",
                f"{best.seconds:.2f}",
                f"{best.processor:.2f}",
                ratio(_seconds(runs, alone), _seconds(runs, way)) if is_compared else "",
            )
            if is_compared:
                gain = min(_seconds(runs, alone)) / min(_seconds(runs, way))
                speed_ups[game, str(way)].append(gain)
        console.print(table)
    for (game, name), gains in speed_ups.items():
        console.print(f"{game}: {name} threads: {mean(gains):.2f} times one thread, on the mean")


def _alone(way: Way, runs: Runs) -> Way | None:
    """Return the same build with one thread."""
    of_build = (other for other in runs if (other.name, other.threads) == (way.name, 1))
    return next(of_build, None)


def _seconds(runs: Runs, way: Way | None) -> list[float]:
    return [run.seconds for run in runs[way]] if way is not None else []


if __name__ == "__main__":
    main()
