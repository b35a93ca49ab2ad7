"""How many positions per second two builds search, and how fast they answer.

Each question is answered in rounds by both builds with each number of threads. Positions and
seconds are those of the answers; with `--processor`, seconds are CPU time of all threads, to which
other load on the machine adds less noise. Both ratios are of the better build's best round over the
other's best; those of the single rounds are in parentheses. More positions per second are no gain
if more of them have to be searched: the last column shows the total effect.
"""

from __future__ import annotations

from collections import defaultdict

from rich.console import Console
from rich.table import Table
from two_builds import Run, asked, mean, options, questions, ratio, ways

COLUMNS = ("threads", "build", "positions", "a second", "new ÷ old", "sooner by")


def main() -> None:
    """Ask all questions, and print a table."""
    example = (
        "python benchmarks/speed/positions_a_second.py release/bin/proofplay .venv/bin/proofplay"
    )
    parser = options("Measure positions a second.", example)
    parser.add_argument("--processor", action="store_true", help="in processor seconds")
    given = parser.parse_intermixed_args()
    console, gains = Console(), defaultdict(list)

    def seconds(run: Run) -> float:
        return run.processor if given.processor else run.seconds

    for game, position in questions(given):
        table = Table(*COLUMNS, title=position)
        runs = asked(position, ways(given), given.rounds)
        for threads in given.threads:
            of_each = {way.name: runs[way] for way in runs if way.threads == threads}
            times = {name: [seconds(run) for run in each] for name, each in of_each.items()}
            # Seconds per position: smaller is better, as for everything compared here.
            costs = {
                name: [seconds(run) / run.nodes for run in each] for name, each in of_each.items()
            }
            is_compared = len(of_each) > 1
            for name, each in of_each.items():
                is_last = is_compared and name == "new"
                table.add_row(
                    str(threads),
                    name,
                    f"{min(each, key=seconds).nodes:,}",
                    f"{1 / min(costs[name]):,.0f}",
                    ratio(costs["old"], costs["new"]) if is_last else "",
                    ratio(times["old"], times["new"]) if is_last else "",
                )
            if is_compared:
                rate = min(costs["old"]) / min(costs["new"])
                sooner = min(times["old"]) / min(times["new"])
                gains[game, threads].append((rate, sooner))
        console.print(table)
    for (game, threads), found in gains.items():
        rate, sooner = (mean(each) for each in zip(*found, strict=True))
        console.print(
            f"{game}, {threads} thread{'s' * (threads > 1)}: {rate:.2f} times the positions a "
            f"second, answers {sooner:.2f} times as soon, on the mean"
        )


if __name__ == "__main__":
    main()
