"""Independent check of solitaire puzzles made by `generate`, by other engines.

Takes the JSON Lines of ``proofplay generate``. The puzzles come from the backward search from the
last pieces. Here the removal lattice computes whether each can be solved, and how many first moves
keep it solvable; for boards with too many pieces, SAT decides whether they can be solved. A
contradicting record is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from positions.game import Position
from positions.games import rules_of
from positions.playing import legal_moves
from positions.text import parse_position
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Details, Limits, Oracle, Result


def main() -> int:
    """Check the puzzles of a file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="what `generate -o` has written")
    parser.add_argument("--first", type=int, help="check only so many")
    records = read(parser.parse_args())
    console = Console()
    by_engine: Counter[str] = Counter()
    wrong = 0
    for record in track(records, "solving once more", console=Console(stderr=True)):
        engine, faults = check(record)
        by_engine[engine] += 1
        wrong += bool(faults)
        for fault in faults:
            console.print(f"puzzle {record['number']}: {fault}")
    console.print(f"{len(records)} puzzles, {wrong} of them wrong; solved by", dict(by_engine))
    return 1 if wrong else 0


def read(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the records of the file."""
    lines = options.file.read_text().splitlines()[: options.first]
    return [json.loads(line) for line in lines]


def check(record: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the engine that solved a puzzle, and the contradictions to its record."""
    position = parse_position(record["position"])
    is_small = ENGINES["retrograde"].objection(position) is None
    engine = ENGINES["retrograde" if is_small else "sat"]
    oracle = engine.open(position, Budget(Limits()))
    faults = [] if is_solvable(position, oracle) else ["it cannot be solved"]
    if is_small:
        rules = rules_of(position)
        after = [rules.play(position, move) for move in legal_moves(position)]
        keeping = sum(is_solvable(one, oracle) for one in after)
        said = record["uniqueness"]["first_moves"]
        faults += [f"{keeping} first moves keep it, not {said}"] if keeping != said else []
    return engine.name, faults


def is_solvable(position: Position, oracle: Oracle) -> bool:
    """Return whether a position can be solved."""
    return oracle.assess(position, Details()).result == Result.SOLVABLE


if __name__ == "__main__":
    sys.exit(main())
