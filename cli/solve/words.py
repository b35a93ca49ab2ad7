"""What `solve` says: of a line of play, and of a sum of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.common.words import counted, duration, not_settled, player, plies
from positions.games import game_of
from solver import Result, Status
from solver.questions.solve import Verdict

if TYPE_CHECKING:
    from solver.questions.sums import SumVerdict


def line_caption(verdict: Verdict) -> str | None:
    """Return what the line of a verdict shows."""
    position, found = verdict.position, verdict.found
    if not verdict.line or found is None:
        return None
    length = len(verdict.line)
    if game_of(position).is_solitaire(position):
        if found.result == Result.SOLVABLE:
            return "Solution"
        return f"The best attempt, {counted(length, 'move')}"
    if verdict.distance is not None or found.score is not None:
        return f"Best play, {plies(length)}"
    return f"A line that keeps the win, {plies(length)} (--distance gives the exact length)"


def sum_answer(verdict: SumVerdict) -> str:
    """Return the answer to a sum of positions."""
    if verdict.result is None or verdict.winner is None:
        return "Unknown."
    position = verdict.positions[0]
    game = game_of(position)
    mover = player(game, position.turn)
    if verdict.result == Result.WIN:
        return f"{mover} moves and wins the sum of {counted(len(verdict.positions), 'board')}."
    boards = counted(len(verdict.positions), "board")
    return f"{mover} moves and loses the sum of {boards}: {player(game, verdict.winner)} wins."


def sum_grounds(verdict: SumVerdict) -> str:
    """Return what the answer to a sum rests on."""
    cost = f"{counted(verdict.nodes, 'position')}, {duration(verdict.seconds)}"
    if verdict.status == Status.UNKNOWN:
        return not_settled(verdict.reason, verdict.detail, cost)
    return f"Proved by adding the values of the boards, {cost}."
