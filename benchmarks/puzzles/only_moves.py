"""Independent check of only-move puzzles made by `generate`, move by move.

Takes the JSON Lines of ``proofplay generate --puzzle only-move``. If all play can be listed, the
reference engine evaluates every move. Otherwise a strategy is written after every move, for the
mover after the winning one and for the opponent after all others, and each is checked by the rules
alone, as `verify` checks certificates. A contradicting record is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from rich.console import Console
from rich.progress import track

from positions.game import Position
from positions.games import game_of, rules_of
from positions.playing import legal_moves
from positions.text import format_move, parse_position
from solver.answers.moves import value_move
from solver.certificates.checking.check import check_file
from solver.certificates.checking.claims import Claim
from solver.certificates.checking.text import certificate_text
from solver.certificates.writing import GraphWriter
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Details, LimitReached, Limits, Result


def main() -> int:
    """Check the puzzles of files, and print how that was done."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--listed", type=int, default=2000, help="positions the rules may list")
    chosen = parser.parse_args()
    console, counts, began = Console(), Counter[str](), process_time()
    lines = [line for file in chosen.files for line in file.read_text().splitlines()]
    for line in track(lines, "checking", console=Console(stderr=True)):
        record = json.loads(line)
        position = parse_position(record["position"])
        wrong = list(_wrong(position, record["solution"], chosen.listed, counts))
        counts["refused"] += bool(wrong)
        for fault in wrong:
            console.print(record["position"], fault, soft_wrap=True, highlight=False)
    for name, count in counts.items():
        console.print(f"{count:,} {name}")
    console.print(f"{process_time() - began:.0f} s")
    return 1 if counts["refused"] else 0


def _wrong(
    position: Position, solution: list[str], listed: int, counts: Counter[str]
) -> Iterator[str]:
    """Yield what is wrong with a puzzle, and count how it was checked."""
    try:
        yield from _by_listing(position, solution, listed)
        counts["puzzles by the reference engine"] += 1
    except LimitReached:
        counts["puzzles by certificates"] += 1
        yield from _by_certificates(position, solution, counts)


def _by_listing(position: Position, solution: list[str], listed: int) -> Iterator[str]:
    oracle = ENGINES["brute"].open(position, Budget(Limits(nodes=listed)))
    winning = [
        format_move(position, move)
        for move in legal_moves(position)
        if value_move(position, move, Details(), oracle).result == Result.WIN
    ]
    if winning != solution:
        yield f"is won by {winning}"


def _by_certificates(
    position: Position, solution: list[str], counts: Counter[str]
) -> Iterator[str]:
    """Check a strategy after each move; the winner must be the one claimed by the puzzle."""
    game = game_of(position)
    oracle = ENGINES["auto"].open(position, Budget(Limits()))
    for move in legal_moves(position):
        name = format_move(position, move)
        claim = Claim(winner=position.turn if [name] == solution else game.opponent(position.turn))
        after = rules_of(position).play(position, move)
        (goal,) = claim.goals(game)
        strategy = GraphWriter(after, goal, oracle, Budget(Limits())).lines()
        text = certificate_text(after, claim.text(game), [(goal.title, strategy)])
        (checked,) = check_file(text.encode())
        counts["certificates"] += 1
        counts["positions in certificates"] += checked.size.positions
        if checked.refused is not None:
            yield f"{name}: {checked.refused}"


if __name__ == "__main__":
    sys.exit(main())
