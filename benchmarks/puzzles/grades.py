"""How the measures and the grades of puzzles that `generate` has made are distributed.

Takes the JSON Lines of ``proofplay generate -o``, a file for each kind, and says of each what the
measure that its grades go by is in the mean, and at every tenth of the puzzles, and how many have
each grade. So the limits of the grades were set.
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

from solver.puzzles.grades import Grade

# What a record's grade goes by, the first that it has.
MEASURES = ("mistakes", "bits")


def main() -> None:
    """Say how the puzzles of files are distributed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    console = Console(highlight=False)
    for file in parser.parse_args().files:
        records = [json.loads(line) for line in file.read_text().splitlines()]
        console.print(f"{file.name}: {len(records)} puzzles")
        console.print(*distribution(records), sep="\n", soft_wrap=True)


def distribution(records: list[dict[str, Any]]) -> Iterator[str]:
    """Say how the measure and the grades are distributed."""
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
