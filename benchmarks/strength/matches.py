"""Matches of the tree search against plain UCT and flat Monte Carlo, on boards too large to prove.

Compiles ``matches.cpp`` with the kernels into a temporary directory. Both sides have the same CPU
time for each move and one thread. Games begin with random moves, and each beginning is played with
either colour. If each player wins one of the two games, the beginning itself decided them, so the
table also counts the pairs in which one player won both. Plain UCT only knows the rules of the
games, and flat Monte Carlo builds no tree.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.table import Table

from cli.common.words import percent
from solver.census.intervals import wilson

SOURCE = Path(__file__).with_name("matches.cpp")
KERNELS = SOURCE.parents[2] / "solver" / "native"
BOARDS = {
    "nakatta": (9, 9),
    "manhattan": (8, 8),
    "marvin": (7, 7),
    "minelayers": (8, 8),
    "sight-reduction": (8, 8),
}
OPPONENTS = {"uct": "plain UCT", "flat": "flat Monte Carlo"}


def main() -> None:
    """Play the matches in several processes, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=list(BOARDS), dest="games")
    parser.add_argument("--against", action="append", choices=list(OPPONENTS), dest="opponents")
    parser.add_argument("--board", type=_board, metavar="WxH", help="for all games; else as usual")
    parser.add_argument("--count", type=int, default=200, help="games of each match (200)")
    parser.add_argument(
        "--seconds", type=float, default=0.1, help="processor time for each move (0.1)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = _compiled(Path(folder))
        matches = [
            (game, opponent)
            for game in options.games or BOARDS
            for opponent in options.opponents or OPPONENTS
        ]
        table = Table("game", "board", "against", "games", "won", "95 %", "pairs won, shared, lost")
        table.title = f"Matches, {options.seconds:g} s a move"
        with ThreadPoolExecutor(options.processes) as pool:
            played = pool.map(lambda match: _play(program, match, options), matches)
            for match, points in zip(matches, played, strict=True):
                row = _row(match, options.board or BOARDS[match[0]], points)
                print(*row, file=sys.stderr, flush=True)
                table.add_row(*row)
    Console().print(table)


def _board(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def _row(match: tuple[str, str], board: tuple[int, int], points: list[float]) -> list[str]:
    game, opponent = match
    share = sum(points) / len(points)
    low, high = wilson(share, len(points))
    shares = [f"{percent(share, 1)}%", f"{percent(low, 1)}–{percent(high, 1)}%"]
    pairs = [sum(pair) for pair in zip(points[::2], points[1::2], strict=True)]
    won, lost = sum(pair > 1 for pair in pairs), sum(pair < 1 for pair in pairs)
    counts = f"{won}, {len(pairs) - won - lost}, {lost}"
    return [game, "{}×{}".format(*board), OPPONENTS[opponent], str(len(points)), *shares, counts]


def _compiled(folder: Path) -> Path:
    """Compile the program, with only the portable kernels."""
    program = folder / "matches"
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    folders = (
        KERNELS / "search",
        KERNELS / "games/nakatta",
        KERNELS / "games/sight_reduction/two_player",
    )
    kernels = (path for folder in folders for path in folder.rglob("*.cpp"))
    sources = [SOURCE, *(path for path in kernels if "_avx" not in path.name)]
    flags = ["-std=c++20", "-O3", "-pthread", f"-I{KERNELS}", "-o", str(program)]
    subprocess.run([*compiler, *flags, *map(str, sources)], check=True)
    return program


def _play(program: Path, match: tuple[str, str], options: argparse.Namespace) -> list[float]:
    """Play a match; return the points of each game, 1 for a win and 0.5 for a draw."""
    game, opponent = match
    given = (*(options.board or BOARDS[game]), options.seconds, options.count, options.seed)
    command = [str(program), game, *map(str, given), "full", opponent]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(line) for line in lines.split()]


if __name__ == "__main__":
    main()
