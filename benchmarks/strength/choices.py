"""How often one second finds a move that keeps the value, and how reliable estimates are.

The positions come from random play, and the value of every move is known. The first table has,
among positions in which not all moves are equal, the share in which the tree search alone, and the
opponent at full strength, choose a move that keeps the result. The second has, for estimates in
each tenth of the scale, the share of positions that are won, a draw counting half. What the tree
search itself proves is not an estimate, and is counted separately. Each position adds a line to a
file in the named folder, so that a run can be continued.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypedDict

from known_positions import SOURCES, KnownPosition, known_positions
from rich.console import Console
from rich.table import Table

from cli.common.words import percent
from positions import format_move, format_position
from solver import Limits
from solver.census.intervals import wilson
from solver.estimates import Run, estimate
from solver.opponent import choose

# For the exact values of all moves of a position; one that takes longer is left out.
SECONDS_TO_KNOW = 8
WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def main() -> None:
    """Process the positions of each named game, then print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the lines go, a file a game")
    parser.add_argument("--game", action="append", choices=list(SOURCES), dest="games")
    parser.add_argument(
        "--count",
        type=int,
        default=200,
        help="positions of each game in which not all moves are equal (200)",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each choice (1)")
    parser.add_argument("--playouts", type=int, default=1000, help="of the quick estimate (1000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    games = options.games or list(SOURCES)
    for game in games:
        _go_through(game, options)
    found = {game: list(_read(options.folder / f"{game}.jsonl")) for game in games}
    console = Console()
    console.print(_choices(found, options.seconds))
    rows = [row for of_game in found.values() for row in of_game]
    console.print(_calibration(rows, "second", f"{options.seconds:g} s"))
    console.print(_calibration(rows, "quick", f"{options.playouts:,} playouts"))


def _go_through(game: str, options: argparse.Namespace) -> None:
    """Add lines to the file of a game until there are enough."""
    path = options.folder / f"{game}.jsonl"
    done = sum(1 for _ in _read(path))
    wanted = options.count
    with path.open("a") as file:
        for number, known in enumerate(known_positions(game, options.seed, SECONDS_TO_KNOW)):
            if number >= done:
                print(json.dumps(_tried(known, options)), file=file, flush=True)
            wanted -= known.has_choice
            if wanted <= 0:
                return


class Row(TypedDict):
    """The results for a position, with moves as text."""

    position: str
    result: str
    keeping: list[str]
    moves: int
    full: str | None
    """The move at full strength; None if all moves are equal."""
    alone: str
    """The move by the tree search alone."""
    second: float | None
    """Its estimate, and that of a few playouts; None if it is a proof."""
    quick: float | None


def _tried(known: KnownPosition, options: argparse.Namespace) -> Row:
    """Choose a move in a position, and estimate it."""
    position = known.position
    limits = Limits(seconds=options.seconds)
    full = choose(position, 8, limits, options.seed).move if known.has_choice else None
    alone = estimate(position, Run(limits, options.seed))
    quick = estimate(position, Run(Limits(nodes=options.playouts), options.seed))
    if alone is None or quick is None or alone.best is None:
        raise ValueError(f"no estimate of {format_position(position)}")
    return {
        "position": format_position(position),
        "result": known.best,
        "keeping": [move for move in known.results if known.keeps(move)],
        "moves": len(known.results),
        "full": full,
        "alone": format_move(position, alone.best),
        "second": None if alone.chances.proved_win is not None else alone.chances.win,
        "quick": None if quick.chances.proved_win is not None else quick.chances.win,
    }


def _read(path: Path) -> Iterator[Row]:
    if path.exists():
        with path.open() as file:
            yield from map(json.loads, file)


def _choices(found: dict[str, list[Row]], seconds: float) -> Table:
    table = Table(
        "game", "positions", "tree search alone", "95 %", "full strength", "95 %", "by chance"
    )
    table.title = f"Moves that keep the result, in {seconds:g} s"
    for game, tried in found.items():
        rows = [row for row in tried if row["full"] is not None]
        cells = [game, str(len(rows))]
        for chosen in ([row["alone"] for row in rows], [row["full"] for row in rows]):
            right = sum(move in row["keeping"] for move, row in zip(chosen, rows, strict=True))
            share = right / len(rows)
            low, high = wilson(share, len(rows))
            cells += [f"{percent(share, 1)}%", f"{percent(low, 1)}–{percent(high, 1)}%"]
        chance = sum(len(row["keeping"]) / row["moves"] for row in rows) / len(rows)
        table.add_row(*cells, f"{percent(chance, 1)}%")
    return table


def _calibration(rows: list[Row], field: Literal["second", "quick"], title: str) -> Table:
    table = Table("estimated", "positions", "won", "95 %")
    table.title = f"What became of estimates, {title}"
    estimated = [(row[field], WORTH[row["result"]]) for row in rows]
    for tenth in range(10):
        worth = [
            won for win, won in estimated if win is not None and min(int(win * 10), 9) == tenth
        ]
        if worth:
            share = sum(worth) / len(worth)
            low, high = wilson(share, len(worth))
            cells = [str(len(worth)), f"{percent(share)}%", f"{percent(low)}–{percent(high)}%"]
            table.add_row(f"{10 * tenth}–{10 * tenth + 10} %", *cells)
    proved = sum(win is None for win, _ in estimated)
    table.caption = f"{proved:,} of {len(rows):,} were proved by the tree search"
    return table


if __name__ == "__main__":
    main()
