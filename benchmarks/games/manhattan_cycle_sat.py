"""Uses a SAT solver to search for play of Manhattan that returns to a position (MH6).

It looks for a cycle of a fixed number of quiet steps, by any checkers of either colour in any
order, on any filling of the board: more than the rules allow, as turns need not alternate.
Distances (MH3) count up to a limit; a step at a longer distance is left out. ``--walls`` adds
neutral squares, which the game does not have: with them there are cycles.
"""

from __future__ import annotations

import argparse
import time
from itertools import combinations, count

from pysat.solvers import Solver

RED, BLUE = 0, 1


class Cycle:
    """The clauses for boards that follow each other by quiet steps in a cycle.

    Variables by board and square: the checkers of either colour, the square that a checker leaves
    and the one that it enters; by board: whether Blue steps; by square: whether it is a wall.
    """

    def __init__(self, width: int, height: int, length: int, farthest: int, *, walls: bool) -> None:
        self.squares = range(width * height)
        self.beside = [
            [
                d
                for d in self.squares
                if abs(d % width - c % width) + abs(d // width - c // width) == 1
            ]
            for c in self.squares
        ]
        self._numbers = count(1)
        self.clauses: list[list[int]] = []
        self.walls = self._row()
        if not walls:
            self.clauses += [[-wall] for wall in self.walls]
        self.own = [(self._row(), self._row()) for _ in range(length)]
        self.leaves = [self._row() for _ in range(length)]
        self.enters = [self._row() for _ in range(length)]
        self.blue_steps = [next(self._numbers) for _ in range(length)]
        self.clauses.append([-self.blue_steps[0]])
        for board in range(length):
            self._step(board, (board + 1) % length, farthest)

    def _row(self) -> list[int]:
        return [next(self._numbers) for _ in self.squares]

    def _exactly_one(self, variables: list[int]) -> None:
        self.clauses.append(variables)
        self.clauses += [[-a, -b] for a, b in combinations(variables, 2)]

    def _step(self, board: int, after: int, farthest: int) -> None:
        leaves, enters = self.leaves[board], self.enters[board]
        self._exactly_one(leaves)
        self._exactly_one(enters)
        empty, friends = self._row(), self._row()
        for c in self.squares:
            here = [self.own[board][RED][c], self.own[board][BLUE][c], self.walls[c], empty[c]]
            self._exactly_one(here)
            self.clauses += [
                [-leaves[c], *(enters[d] for d in self.beside[c])],
                [-enters[c], empty[c]],
            ]
            for colour in (RED, BLUE):
                self._change(board, after, colour, c, friends[c])
            # Only a singleton steps, and it remains one.
            self.clauses += [
                [-x, -friends[d]] for d in self.beside[c] for x in (leaves[c], enters[c])
            ]
        self._nearer(self._layers(friends, empty, farthest), leaves, enters)

    def _change(self, board: int, after: int, colour: int, c: int, friend: int) -> None:
        """Move the checker if the colour steps, and define which of its checkers are friends."""
        now, then = self.own[board][colour][c], self.own[after][colour][c]
        leaves, enters = self.leaves[board][c], self.enters[board][c]
        steps = self.blue_steps[board] * (1 if colour == BLUE else -1)
        self.clauses += [
            [steps, -now, then],
            [steps, now, -then],
            [-steps, -leaves, now],
            [-steps, -leaves, -then],
            [-steps, -enters, then],
            [-steps, leaves, -now, then],
            [-steps, enters, now, -then],
            [-steps, -now, leaves, friend],
            [-steps, -friend, now],
            [-friend, -leaves],
        ]

    def _layers(self, friends: list[int], empty: list[int], farthest: int) -> list[list[int]]:
        """Return the friends, then the empty squares within 1, 2, … steps of one."""
        layers = [friends]
        for distance in range(1, farthest + 1):
            last, layer = layers[-1], self._row()
            for c in self.squares:
                sources = [last[d] for d in self.beside[c]]
                if distance > 1:
                    sources.append(last[c])
                    self.clauses.append([-last[c], layer[c]])
                self.clauses += [[-layer[c], *sources], [-layer[c], empty[c]]]
                self.clauses += [[layer[c], -empty[c], -last[d]] for d in self.beside[c]]
            layers.append(layer)
        return layers

    def _nearer(self, layers: list[list[int]], leaves: list[int], enters: list[int]) -> None:
        """Require that the entered square be in a layer nearer than that of the left one."""
        chosen = [next(self._numbers) for _ in layers[2:]]
        self.clauses.append(chosen)
        for chosen_one, layer, last in zip(chosen, layers[2:], layers[1:], strict=False):
            for c in self.squares:
                self.clauses.append([-chosen_one, -enters[c], layer[c]])
                self.clauses += [[-chosen_one, -leaves[c], -last[d]] for d in self.beside[c]]

    def boards(self, model: set[int]) -> list[str]:
        """Return the boards of a model, a1 first; ``#`` is a wall."""

        def symbol(board: int, c: int) -> str:
            red, blue = self.own[board]
            return (
                "r"
                if red[c] in model
                else "b"
                if blue[c] in model
                else ".#"[self.walls[c] in model]
            )

        return ["".join(symbol(board, c) for c in self.squares) for board in range(len(self.own))]


def first_steps(cycle: Cycle, width: int, height: int) -> list[tuple[int, int]]:
    """Return the red steps, one of each class of symmetric ones."""
    seen: set[tuple[int, int]] = set()
    found = []
    for step in ((c, d) for c in cycle.squares for d in cycle.beside[c]):
        if step not in seen:
            found.append(step)
            seen |= {
                _image(step, image, width, height) for image in range(8 if width == height else 4)
            }
    return found


def _image(step: tuple[int, int], image: int, width: int, height: int) -> tuple[int, int]:
    def of(square: int) -> int:
        file, rank = square % width, square // width
        file = width - 1 - file if image & 1 else file
        rank = height - 1 - rank if image & 2 else rank
        return file * width + rank if image & 4 else rank * width + file

    return of(step[0]), of(step[1])


def main() -> None:
    """Ask the solver for a cycle that begins with each kind of step in turn."""
    parser = argparse.ArgumentParser(
        description="Look for cycles of Manhattan with a SAT solver.",
        epilog="Example: python benchmarks/games/manhattan_cycle_sat.py --size 5 5 --length 4",
    )
    parser.add_argument("--size", type=int, nargs=2, default=(5, 5), metavar=("W", "H"))
    parser.add_argument("--length", type=int, default=4, help="steps of the cycle (default: 4)")
    parser.add_argument("--farthest", type=int, default=14, help="longest distance (default: 14)")
    parser.add_argument("--walls", action="store_true", help="allow squares of nobody")
    options = parser.parse_args()

    width, height = options.size
    cycle = Cycle(width, height, options.length, options.farthest, walls=options.walls)
    started = time.perf_counter()
    for start, end in first_steps(cycle, width, height):
        fixed = [[cycle.leaves[0][start]], [cycle.enters[0][end]]]
        solver = Solver("cadical195", bootstrap_with=cycle.clauses + fixed)
        if solver.solve():
            for board in cycle.boards(set(solver.get_model())):
                print(
                    "\n".join(board[c : c + width] for c in range(0, len(board), width)[::-1]), "\n"
                )
            return
        print(f"{start} to {end}: none, {time.perf_counter() - started:.1f} s", flush=True)
    print(f"no cycle of {options.length} steps on {width}x{height}")


if __name__ == "__main__":
    main()
