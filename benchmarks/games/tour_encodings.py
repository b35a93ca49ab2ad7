"""Two encodings of knight's tours in clauses, on the same puzzles (docs/explanation/sat.md).

``moves`` is the encoding of `solver.engines.sat.minelayers_tour`: variables for moves, clauses
against cycles added as they turn up, and numbers only if some are given. ``numbers`` only has a
variable for each square and each number of its colour: one number per square, one square per
number, and consecutive numbers on squares a knight's move apart. Glucose solves both. Prints
milliseconds and conflicts, or `-` if a minute was not enough.

    python benchmarks/games/tour_encodings.py
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from positions.games.minelayers_tour import TourPuzzle, flaws_of_tour
from solver.engines.sat.formula import Formula
from solver.engines.sat.minelayers_tour import Tour, tours
from solver.engines.sat.process import GLUCOSE, SatProcess
from solver.interface.engine import Budget, LimitReached, Limits

SECONDS = 60.0
GIVEN = (0, 2, 5, 12, 20, 30, 50)
SAMPLES = 3


def by_numbers(puzzle: TourPuzzle, budget: Budget) -> Tour | None:
    """Find a tour with the encoding ``numbers``."""
    formula, size = Formula(), puzzle.size
    squares, numbers = range(size), range(1, size + 1)
    colour = {square: sum(divmod(square, puzzle.width)) % 2 for square in squares}
    given = dict(puzzle.given)
    if puzzle.closed and not given:
        given[0] = 1
    parities = {(colour[square] + number) % 2 for square, number in given.items()}
    has = {
        (square, number): formula.variable("has", square, number)
        for square in squares
        for number in numbers
        if parities <= {(colour[square] + number) % 2}
    }
    for square in squares:
        formula.exactly(1, [has[square, n] for n in numbers if (square, n) in has])
    for number in numbers:
        formula.exactly(1, [has[s, number] for s in squares if (s, number) in has])
    for (square, number), literal in has.items():
        for after in (number % size + 1, (number - 2) % size + 1):
            if puzzle.closed or abs(after - number) == 1:
                nearby = [has[s, after] for s in puzzle.neighbours(square) if (s, after) in has]
                formula.add(-literal, *nearby)
    for square, number in given.items():
        formula.add(has[square, number])
    with SatProcess(formula.clauses, budget, GLUCOSE) as process:
        model = process.model()
    if model is None:
        return None
    true = set(model)
    found = {number: square for (square, number), literal in has.items() if literal in true}
    return tuple(found[number] for number in numbers)


def by_moves(puzzle: TourPuzzle, budget: Budget) -> Tour | None:
    """Find a tour with the encoding ``moves``."""
    return next(tours(puzzle, budget), None)


def measured(
    find: Callable[[TourPuzzle, Budget], Tour | None], puzzle: TourPuzzle
) -> tuple[str, bool]:
    """Return the time and the conflicts for a puzzle, and whether there is a tour."""
    budget = Budget(Limits(seconds=SECONDS))
    begun = time.perf_counter()
    try:
        tour = find(puzzle, budget)
    except LimitReached:
        return "-", True
    assert tour is None or not flaws_of_tour(puzzle, tour)
    return f"{1000 * (time.perf_counter() - begun):.0f} ms, {budget.nodes:,}", tour is not None


def report(name: str, puzzle: TourPuzzle) -> None:
    """Print a line for a puzzle."""
    moves, numbers = measured(by_moves, puzzle), measured(by_numbers, puzzle)
    assert "-" in (moves[0], numbers[0]) or moves[1] == numbers[1]
    print(f"{name:32} {'yes' if moves[1] else 'no':4} {moves[0]:20} {numbers[0]}", flush=True)


def main() -> None:
    """Compare on boards without given numbers, then on 10×10 with an increasing number of them."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    print(f"{'puzzle':32} tour {'moves':20} numbers")
    for width, height in ((3, 6), (4, 4), (6, 6), (8, 8), (10, 10), (14, 14)):
        for closed in (False, True):
            kind = "closed" if closed else "open"
            report(f"{width}×{height} {kind}", TourPuzzle(width, height, closed))
    tour = by_moves(TourPuzzle(10, 10, closed=True), Budget(Limits()))
    assert tour is not None
    for count in GIVEN[1:]:
        for seed in range(SAMPLES):
            chosen = random.Random(seed).sample(range(100), count)
            given = {tour[number]: number + 1 for number in chosen}
            report(f"10×10 closed, {count} given", TourPuzzle(10, 10, closed=True, given=given))


if __name__ == "__main__":
    main()
