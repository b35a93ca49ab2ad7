"""The sentences of `solve`: about a line of play, and about a sum of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.common.words import counted, duration, left_unknown, player, plies
from positions.games import game_of
from solver import Result, Status
from solver.questions.solve import Verdict

if TYPE_CHECKING:
    from solver.questions.sums import SumVerdict


def line_caption(verdict: Verdict) -> str | None:
    """Return the caption of a verdict's line."""
    position, assessment = verdict.position, verdict.found
    if not verdict.line or assessment is None:
        return None
    length = len(verdict.line)
    if game_of(position).is_solitaire(position):
        if assessment.result == Result.SOLVABLE:
            return "Solution"
        return f"The best attempt, {counted(length, 'move')}"
    if verdict.distance is not None or assessment.score is not None:
        return f"Best play, {plies(length)}"
    return f"A winning line, {plies(length)} (--distance finds the shortest)"


def sum_answer(verdict: SumVerdict) -> str:
    """Return the answer to a sum of positions."""
    if verdict.result is None or verdict.winner is None:
        return "Unknown."
    position = verdict.positions[0]
    game = game_of(position)
    mover = player(game, position.turn)
    if verdict.result == Result.WIN:
        return f"{mover} wins the sum of {counted(len(verdict.positions), 'board')} with best play."
    boards = counted(len(verdict.positions), "board")
    return f"{player(game, verdict.winner)} wins the sum of {boards} with best play."


def sum_grounds(verdict: SumVerdict) -> str:
    """Return how the answer to a sum was proved, or why it is unknown."""
    cost = f"{counted(verdict.nodes, 'position')}, {duration(verdict.seconds)}"
    if verdict.status == Status.UNKNOWN:
        return left_unknown(verdict.reason, verdict.detail, cost)
    return f"Proved by adding the values of the boards, {cost}."
