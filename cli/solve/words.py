"""The sentences of `solve`: about a line of play, and about a sum of boards."""

from __future__ import annotations

from cli.common.words import counted, duration, left_unknown, plies
from positions import Position
from positions.games import game_of
from solver import Answer, Result, Status
from solver.answers.model import Sum


def line_caption(position: Position, answer: Answer) -> str | None:
    """Return the caption of an answer's line; None if it has no line."""
    if not answer.line:
        return None
    length = len(answer.line)
    if game_of(position).is_solitaire(position):
        if answer.result == Result.SOLVABLE:
            return "Solution"
        return f"The best attempt, {counted(length, 'move')}"
    if answer.distance is not None or answer.score is not None:
        return f"Best play, {plies(length)}"
    return f"A winning line, {plies(length)} (--distance finds the shortest)"


def sum_answer(answer: Sum) -> str:
    """Return the answer to a sum of positions."""
    if answer.winner is None:
        return "Unknown."
    boards = counted(len(answer.positions), "board")
    return f"{answer.winner.capitalize()} wins the sum of {boards} with best play."


def sum_grounds(answer: Sum) -> str:
    """Return how the answer to a sum was proved, or why it is unknown."""
    cost = f"{counted(answer.nodes, 'position')}, {duration(answer.seconds)}"
    if answer.status == Status.UNKNOWN:
        return left_unknown(answer.reason, answer.detail, cost)
    return f"Proved by adding the values of the boards, {cost}."
