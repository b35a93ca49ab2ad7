"""Sight Reduction solitaire as a removal-order model for OR-tools CP-SAT, for comparison.

No public program solves this puzzle, so a good general solver with a good model is the fair
comparison. The model says *when* each piece is removed rather than what each turn does:

- every piece has a time: an even one for the colour that begins, an odd one for the other colour,
  all different, so strict alternation (SR3) needs no further constraint. The last time of each
  colour belongs to its survivor, which is never removed (with ``keep``, SR4, a named piece);
- a removed piece has a witness: a friend on one of its lines (SR1; eight directions with
  ``easier``, SR6) that is removed later, while everything between the two is removed earlier;
- with ``harder`` (SR5) it has a second witness of the other colour, in any of the eight directions.

A witness is the nearest piece at the moment of the removal, so solutions of the model are exactly
the solutions of the deal. ``pairs`` (SR7) removes two pieces at a time and is not modelled.

"Earlier" is a literal shared by all witnesses that need it. Of the encodings tried (all-different
times, a 0/1 matrix of pieces and times, a pair of inverse permutations, unit intervals without
overlap; with and without shared order literals; decision strategies from either end) and of the
settings tried (one and two workers; full, light or no presolve; with and without the linear
relaxation), this one had the best worst case and a mean within a tenth of the best. The solver's
default settings take about two and a half times as long, most of it in presolve.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from ortools.sat.python import cp_model

from positions.game import Move, Position
from positions.games.sight_reduction import SIGHT_REDUCTION, enemy, friend_directions, survivors
from positions.grid import EIGHT, EMPTY, Board, ray
from positions.text import parse_position


@dataclass(frozen=True, slots=True)
class Answer:
    """What CP-SAT found: ``solvable`` is None if the time limit came first."""

    solvable: bool | None
    line: tuple[Move, ...]
    build_seconds: float
    solve_seconds: float

    @property
    def seconds(self) -> float:
        """Seconds to build the model in Python and to solve it, without imports and start-up."""
        return self.build_seconds + self.solve_seconds


class RemovalOrder:
    """The model of one deal: a time for every piece, a witness for every removed piece."""

    def __init__(self, position: Position) -> None:
        if "solitaire" not in position.variants or "pairs" in position.variants:
            raise ValueError("only solitaire without pairs is modelled")
        self.model = cp_model.CpModel()
        self.times: dict[int, cp_model.IntVar] = {}
        self._board = position.board
        self._keep = survivors(position) or ()
        self._survives: dict[int, cp_model.IntVar] = {}
        self._earlier: dict[tuple[int, int], cp_model.IntVar] = {}
        first = self._board.squares(position.turn)
        second = self._board.squares(enemy(position.turn))
        if not second or len(first) - len(second) not in (0, 1):
            self.model.add_bool_or([])  # SR3a: the counts cannot come down to one each
            return
        self._add_times(first, 0)
        self._add_times(second, 1)
        for square in first + second:
            colour = self._board[square]
            self._add_witness(square, colour, friend_directions(position))
            if "harder" in position.variants:
                self._add_witness(square, enemy(colour), EIGHT)

    def _add_times(self, squares: list[int], begin: int) -> None:
        """Assign every second time from ``begin`` to one colour, the last one to its survivor."""
        turns = [begin + 2 * i for i in range(len(squares))]
        domain = cp_model.Domain.from_values(turns)
        for square in squares:
            time_of = self.model.new_int_var_from_domain(domain, f"time {square}")
            survives = self.model.new_bool_var(f"survives {square}")
            self.model.add(time_of == turns[-1]).only_enforce_if(survives)
            self.model.add(time_of < turns[-1]).only_enforce_if(~survives)
            if square in self._keep:
                self.model.add(survives == 1)
            self.times[square] = time_of
            self._survives[square] = survives
        self.model.add_all_different([self.times[square] for square in squares])
        self.model.add_exactly_one([self._survives[square] for square in squares])

    def _add_witness(
        self, square: int, colour: str, directions: tuple[tuple[int, int], ...]
    ) -> None:
        """Require that the piece survive, or see a piece of the colour when it is removed."""
        witnesses = [self._survives[square]]
        for other, between in _on_lines(self._board, square, directions):
            if self._board[other] != colour:
                continue
            seen = self.model.new_bool_var(f"{square} sees {other}")
            self.model.add_implication(seen, self._is_earlier(square, other))
            for blocker in between:
                self.model.add_implication(seen, self._is_earlier(blocker, square))
            witnesses.append(seen)
        self.model.add_bool_or(witnesses)

    def _is_earlier(self, a: int, b: int) -> cp_model.LiteralT:
        if (b, a) in self._earlier:
            return ~self._earlier[b, a]
        if (a, b) not in self._earlier:
            literal = self.model.new_bool_var(f"{a} before {b}")
            self.model.add(self.times[a] < self.times[b]).only_enforce_if(literal)
            self.model.add(self.times[b] < self.times[a]).only_enforce_if(~literal)
            self._earlier[a, b] = literal
        return self._earlier[a, b]


def solve(position: Position, *, workers: int = 1, time_limit: float | None = None) -> Answer:
    """Decide a deal with light presolve and no linear relaxation; seconds by ``perf_counter``."""
    started = time.perf_counter()
    order = RemovalOrder(position)
    built = time.perf_counter()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.linearization_level = 0
    solver.parameters.max_presolve_iterations = 1
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.symmetry_level = 0
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = time_limit
    status = solver.solve(order.model)
    solved = time.perf_counter()
    if status == cp_model.INFEASIBLE:
        return Answer(False, (), built - started, solved - built)
    if status != cp_model.OPTIMAL:
        return Answer(None, (), built - started, solved - built)
    in_order = sorted(order.times, key=lambda square: solver.value(order.times[square]))
    line = tuple(Move("remove", (square,)) for square in in_order[:-2])
    return Answer(True, line, built - started, solved - built)


def _on_lines(
    board: Board, square: int, directions: tuple[tuple[int, int], ...]
) -> Iterator[tuple[int, list[int]]]:
    """Yield each piece on the lines of a square, with the pieces strictly between the two."""
    for direction in directions:
        line = [s for s in ray(board.width, board.height, square, direction) if board[s] != EMPTY]
        for count, other in enumerate(line):
            yield other, line[:count]


def main() -> None:
    """Solve the positions on the command line or on standard input, and print the answers."""
    parser = argparse.ArgumentParser(description="Solve Sight Reduction solitaire with CP-SAT.")
    parser.add_argument("position", nargs="*", help="canonical lines (default: standard input)")
    parser.add_argument("--workers", type=int, default=1, help="CP-SAT workers (default: 1)")
    parser.add_argument("--time", type=float, help="seconds a position (default: no limit)")
    options = parser.parse_args()
    words = {None: "unknown", True: "solvable", False: "unsolvable"}
    for text in options.position or filter(None, map(str.strip, sys.stdin)):
        position = parse_position(text)
        answer = solve(position, workers=options.workers, time_limit=options.time)
        line = [SIGHT_REDUCTION.notation.format(position.board, move) for move in answer.line]
        print(f"{words[answer.solvable]}, {answer.seconds:.3f} s", *line)


if __name__ == "__main__":
    main()
