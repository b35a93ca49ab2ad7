"""Counts within a budget: sequences of moves (perft), solutions of a solitaire, its last pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import fsum
from sys import float_info

from positions.game import SWAP, Position
from positions.games import game_of, rules_of
from positions.games.sight_reduction import BLACK, WHITE, has_survivors
from positions.games.sight_reduction import survivors as named_survivors
from positions.perft import perft as perft_by_rules
from solver import _native
from solver.answers.model import Analysis, Counts, Survivors
from solver.answers.moves import MoveValue, best_first
from solver.games import descriptor_of
from solver.games.sight_reduction import keep, pack, turn
from solver.interface.engine import Budget, LimitReached, Result

NO_SOLUTION = Counts(solutions="0", random_play=0.0, random_play_error=0.0)


def perft(position: Position, depth: int, budget: Budget) -> int:
    """Count the legal move sequences of exactly `depth` plies; raises `LimitReached`."""
    descriptor = descriptor_of(position)
    own, kernels = descriptor.perft, descriptor.kernels_for(position)
    if own is not None:
        return budget.run(lambda control: own(position, depth, control))
    if kernels is None:
        return perft_by_rules(position, depth)
    count, question = kernels.perft, (*position.board.size, *descriptor.packed(position))
    return budget.run(lambda control: count(*question, depth, control))


def divide(position: Position, depth: int, budget: Budget) -> dict[str, int]:
    """Return the number of sequences that begin with each legal move, by its normal form."""
    game = game_of(position)
    return {
        game.notation.format(position.board, move): perft(
            rules_of(position).play(position, move), depth - 1, budget
        )
        for move in rules_of(position).moves(position)
        if move != SWAP
    }


def count_within(position: Position, budget: Budget) -> Counts:
    """Count the solutions of a Sight Reduction solitaire position (SR3, SR4, SR7).

    These are the distinct move sequences that solve the deal. The probability that uniformly random
    legal moves solve it is computed without sampling. Raises `LimitReached`.
    """
    if not has_survivors(position):
        return NO_SOLUTION
    deal, mover, named = pack(position), turn(position), keep(position)
    number, chance, error = budget.run(
        lambda control: _native.count_solutions(*deal, mover, named, budget.threads, control)
    )
    return Counts(solutions=str(number), random_play=chance, random_play_error=error)


def survivors(position: Position, budget: Budget) -> Survivors | None:
    """Find which pieces can be the last; None if nothing is left at the end (SR7).

    Raises `LimitReached`.
    """
    if "pairs" in position.variants:
        return None
    lattice = _native.ReachableLattice(*pack(position), turn(position))
    budget.require("the lattice of reachable positions", lattice.positions, lattice.bytes)
    budget.run(lambda control: lattice.run(budget.threads, control) or None)
    board, named = position.board, named_survivors(position)
    pairs = [
        pair
        for pair in product(board.squares(WHITE), board.squares(BLACK))
        if named in (None, pair) and _is_reached(lattice, 1 << pair[0], 1 << pair[1])
    ]
    white, black = (sorted({pair[colour] for pair in pairs}) for colour in (0, 1))
    return Survivors(
        white=[board.name(square) for square in white],
        black=[board.name(square) for square in black],
    )


def _is_reached(lattice: _native.ReachableLattice, white: int, black: int) -> bool:
    return any(lattice.reachable(white, black, mover) for mover in (0, 1))


def with_counts(
    position: Position,
    analysis: Analysis,
    values: Sequence[MoveValue],
    budget: Budget,
    *,
    is_asked: bool,
) -> Analysis:
    """Add the numbers of solutions, for each move and in total, and the survivors."""
    ordered = best_first(position, values)
    try:
        each = [_counted(position, value, budget) for value in ordered]
        whole = _sum_of(each) if each else count_within(position, budget)
        last = survivors(position, budget)
    except LimitReached:
        left_open = ["solutions", *analysis.left_open] if is_asked else analysis.left_open
        return replace(analysis, left_open=left_open)
    moves = [replace(move, **vars(one)) for move, one in zip(analysis.moves, each, strict=True)]
    return replace(analysis, moves=moves, survivors=last, **vars(whole))


def _counted(position: Position, value: MoveValue, budget: Budget) -> Counts:
    """Count the solutions that begin with a move; raises `LimitReached`."""
    if value.result == Result.UNSOLVABLE:
        return NO_SOLUTION
    return count_within(rules_of(position).play(position, value.move), budget)


def _sum_of(each: Sequence[Counts]) -> Counts:
    """Return the sum of the counts after each of the moves."""
    return Counts(
        solutions=str(sum(counted.number_of_solutions for counted in each)),
        random_play=fsum(counted.random_play or 0.0 for counted in each) / len(each),
        random_play_error=max(counted.random_play_error or 0.0 for counted in each)
        + float_info.epsilon,
    )
