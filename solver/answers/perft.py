"""Perft by the kernels if there are any, else by the rules."""

from __future__ import annotations

from positions.game import SWAP, Position
from positions.games import game_of
from positions.perft import perft as perft_by_rules
from solver.games import descriptor_of
from solver.interface.engine import Budget


def perft(position: Position, depth: int, budget: Budget) -> int:
    """Count the legal move sequences of exactly `depth` plies; raises `LimitReached`."""
    descriptor = descriptor_of(position)
    own, kernels = descriptor.perft, descriptor.kernels_for(position)
    if own is not None:
        return budget.run(lambda control: own(position, depth, control))
    if kernels is None:
        return perft_by_rules(position, depth)
    count, question = kernels.perft, (*position.board.size, *kernels.packed(position))
    return budget.run(lambda control: count(*question, depth, control))


def divide(position: Position, depth: int, budget: Budget) -> dict[str, int]:
    """Return the number of sequences that begin with each legal move, by its normal form."""
    game = game_of(position)
    return {
        game.notation.format(position.board, move): perft(
            game.rules.play(position, move), depth - 1, budget
        )
        for move in game.rules.moves(position)
        if move != SWAP
    }
