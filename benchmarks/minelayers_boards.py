"""Who wins Manic Minelayers from each pair of home squares, and what it costs to find out.

Each start is searched by itself with an empty table, A moving first; of starts that are images of
each other one is searched. ``nodes`` are the positions whose moves were looked at; seconds are
processor time. At the end of a board comes its table of starts: a column for each of A's home
squares and a row for each of B's, file a first, ``1`` where the first to move wins, ``2`` where the
second does, ``?`` where a limit ended the search or the start was left out.
"""

from __future__ import annotations

import argparse
import time
from math import inf

from rich.console import Console
from rich.table import Table

from positions.game import Position
from positions.games.minelayers import A, B
from solver import _native
from solver.engine import MIB, NO_LIMIT, Assessment, LimitReached, Result
from solver.start_table import Start, set_up_winner, start_table

CONSOLE = Console()


def main() -> None:
    """Search the starts of the boards that are asked for and print tables."""
    parser = argparse.ArgumentParser(
        description="Search each start of Manic Minelayers by itself.",
        epilog="Example: python benchmarks/minelayers_boards.py 5x10 5x11 --starts 2",
    )
    parser.add_argument("boards", nargs="+", metavar="WxH", help="boards, files by ranks")
    parser.add_argument("--distance", action="store_true", help="search exact distances, too")
    parser.add_argument("--starts", type=int, default=None, help="search so many of a board only")
    parser.add_argument("--seconds", type=float, default=inf, help="limit for a start")
    parser.add_argument("--memory", type=int, default=4096, help="MiB for a table (default: 4096)")
    options = parser.parse_args()
    for board in options.boards:
        width, height = (int(part) for part in board.split("x"))
        _search_board(width, height, options)


def _search_board(width: int, height: int, options: argparse.Namespace) -> None:
    table = Table("start", "winner", "plies", "nodes", "seconds", "nodes a second")
    nodes, seconds, asked = 0, 0.0, 0

    def assess(position: Position) -> Assessment:
        nonlocal nodes, seconds, asked
        if asked == options.starts:
            raise LimitReached("nodes")
        asked += 1
        control = _native.Control(NO_LIMIT, options.seconds, NO_LIMIT)
        started = time.process_time()
        found = _ask(position, options, control)
        spent = time.process_time() - started
        control.rethrow()
        nodes, seconds = nodes + control.nodes, seconds + spent
        table.add_row(
            _name(position),
            "?" if found is None or found.winner is None else found.winner,
            "" if found is None or found.distance is None else str(found.distance),
            *_cost(control.nodes, spent),
        )
        if found is None:
            raise LimitReached(control.reason or "memory")
        return found

    starts = start_table(width, height, assess)
    table.add_row("all", "", "", *_cost(nodes, seconds))
    CONSOLE.print(f"{width}×{height}", table)
    for line in _map(starts, width):
        CONSOLE.print(line)
    for first in (A, B):
        winner = set_up_winner(starts, first)
        CONSOLE.print(f"A places, B places, {first} moves first: winner {winner or '?'}")


def _ask(
    position: Position, options: argparse.Namespace, control: _native.Control
) -> Assessment | None:
    """Ask about a start in which A moves first."""
    board = position.board
    search = _native.MinelayersSearch(*board.size, 2 * options.memory * MIB)
    result = search.result(board.cells.encode(), 0, 0, control)
    if result is None:
        return None
    distance = None
    if options.distance:
        distance = search.distance(board.cells.encode(), 0, 0, control)
        if distance is None:
            return None
    won = result == 1
    return Assessment(Result.WIN if won else Result.LOSS, A if won else B, distance)


def _name(position: Position) -> str:
    board = position.board
    return "–".join(board.name(board.squares(player)[0]) for player in (A, B))


def _cost(nodes: int, seconds: float) -> tuple[str, str, str]:
    return f"{nodes:,}", f"{seconds:.2f}", f"{nodes / max(seconds, 1e-9):,.0f}"


def _map(starts: tuple[Start, ...], width: int) -> list[str]:
    """Draw the starts in which A moves first, a row for each of B's home squares."""
    signs = {(s.a, s.b): {A: "1", B: "2", None: "?"}[s.winner] for s in starts if s.first == A}
    homes = sorted({b for _, b in signs})
    return [" ".join(signs.get((a, b), " ") for a in range(width)) for b in homes]


if __name__ == "__main__":
    main()
