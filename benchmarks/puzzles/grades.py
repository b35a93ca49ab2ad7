"""The distribution of the measures and grades of puzzles made by `generate`.

Takes the JSON Lines of ``proofplay generate -o``, a file for each kind, and prints the mean and the
deciles of the measure that determines its grades, and the number of puzzles with each grade. The
limits of the grades were chosen this way.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, pstdev, quantiles
from typing import Any

from rich.console import Console

from solver.puzzles.words import Grade

# The measures that determine a grade; the first one present counts.
MEASURES = ("mistakes", "bits")


def main() -> None:
    """Print the distribution of the puzzles in files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    console = Console(highlight=False)
    for file in parser.parse_args().files:
        records = [json.loads(line) for line in file.read_text().splitlines()]
        console.print(f"{file.name}: {len(records)} puzzles")
        console.print(*distribution(records), sep="\n", soft_wrap=True)


def distribution(records: list[dict[str, Any]]) -> Iterator[str]:
    """Print the distribution of the measure and the grades."""
    measure = next(name for name in MEASURES if name in records[0]["measure"])
    found = [record["measure"][measure] for record in records]
    tenths = " ".join(f"{value:.2f}" for value in quantiles(found, n=10))
    yield f"  {measure}: mean {mean(found):.2f}, standard deviation {pstdev(found):.2f}"
    yield f"  {measure}: from {min(found):.2f} to {max(found):.2f}, tenths {tenths}"
    grades = Counter(record["grade"] for record in records)
    yield "  grades: " + ", ".join(f"{grade} {grades[grade]}" for grade in Grade)
    candidates = sum(record["candidate"] for record in records)
    yield f"  candidates for a puzzle: {candidates / len(records):.2f}"


if __name__ == "__main__":
    main()
