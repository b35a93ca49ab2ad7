"""Sums of positions: a turn is a move on one of the boards.

By combinatorial game theory, the sum of the values decides who wins; without `harder`, the values
are integers, which a kernel computes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from positions.errors import InputError
from positions.game import Move, Position
from positions.games import game_of, rules_of
from positions.games.sight_reduction import pieces_left
from positions.text import format_move, format_position
from solver.answers.model import BoardMove, Sum
from solver.engines.combinatorial import ZERO, Value, number
from solver.engines.removal import MAX_PIECES_OF_VALUE, Known, canonical_value
from solver.interface.engine import (
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Status,
    check_taken,
)

_WANTED = Details(value=True)


def check_summands(positions: tuple[Position, ...]) -> None:
    """Raise `InputError` unless the positions can be added."""
    for position in positions:
        if not rules_of(position).has_value:
            text = format_position(position)
            raise InputError(f"found {text}, expected positions where the last player to move wins")
        if "harder" in position.variants and pieces_left(position) > MAX_PIECES_OF_VALUE:
            found = f"{pieces_left(position)} pieces with harder"
            raise InputError(f"found {found}, expected at most {MAX_PIECES_OF_VALUE} on a board")
        if position.turn != positions[0].turn:
            players = [game_of(p).players[p.turn] for p in (positions[0], position)]
            raise InputError(
                f"found {players[0]} and {players[1]} to move, expected the same player everywhere"
            )


def solve_sum(
    positions: tuple[Position, ...],
    limits: Limits,
    engine: Engine,
    watch: Callable[[float], None] | None = None,
) -> Sum:
    """Solve a sum; raises `InputError` if positions cannot be added, or the engine objects."""
    check_summands(positions)
    for position in positions:
        check_taken(engine, position)
    budget = Budget(limits, watch)
    try:
        game = _Sum(positions, engine, budget)
        total = game.total(list(positions))
        winner = game.winner(total, positions[0].turn)
        found: dict[str, Any] = {
            "status": Status.PROVED,
            "result": Result.WIN if winner == positions[0].turn else Result.LOSS,
            "winner": game_of(positions[0]).players[winner],
            "value": None if total.number is None else str(total.number),
            "line": [
                BoardMove(board=number + 1, move=format_move(positions[number], move))
                for number, move in game.line(winner)
            ],
        }
    except LimitReached as limit:
        found = {"status": Status.UNKNOWN, "reason": limit.reason, "detail": str(limit)}
    return Sum(
        positions=[format_position(position) for position in positions],
        **found,
        engine=engine.name,
        nodes=budget.nodes,
        seconds=budget.seconds,
    )


class _Sum:
    """The boards of a sum and the values of their positions."""

    def __init__(self, positions: tuple[Position, ...], engine: Engine, budget: Budget) -> None:
        self._positions = positions
        self._budget = budget
        self._first, self._second = game_of(positions[0]).players
        self._known: list[Known] = [{} for _ in positions]
        self._oracles: list[Oracle] = [engine.open(position, budget) for position in positions]

    def total(self, boards: list[Position]) -> Value:
        """Add the values of the boards."""
        total = ZERO
        for index, board in enumerate(boards):
            total = total + self._value(index, board)
        return total

    def winner(self, total: Value, turn: str) -> str:
        """Return who wins a sum when `turn` begins."""
        if turn == self._first:
            return self._second if total <= ZERO else self._first
        return self._first if total >= ZERO else self._second

    def line(self, winner: str) -> tuple[tuple[int, Move], ...]:
        """Return a line on which the winner keeps the win and the loser makes any move."""
        boards, turn = list(self._positions), self._positions[0].turn
        line: list[tuple[int, Move]] = []
        while (step := self._step(boards, turn, winner)) is not None:
            number_of_board, move, after = step
            line.append((number_of_board, move))
            boards[number_of_board] = after
            turn = self._second if turn == self._first else self._first
        return tuple(line)

    def _step(
        self, boards: list[Position], turn: str, winner: str
    ) -> tuple[int, Move, Position] | None:
        other = self._second if turn == self._first else self._first
        total = self.total(boards)
        for index, board in enumerate(boards):
            rules = rules_of(board)
            rest = total - self._value(index, board)
            for move in rules.moves(board.with_turn(turn)):
                after = rules.play(board.with_turn(turn), move)
                left = rest + self._value(index, after)
                if turn != winner or self.winner(left, other) == winner:
                    return index, move, after
        return None

    def _value(self, index: int, board: Position) -> Value:
        if "harder" in board.variants:
            return canonical_value(board, self._budget.tick, self._known[index])
        value = self._oracles[index].assess(board, _WANTED).value
        if value is None:
            raise AssertionError(f"no value for {format_position(board)}")
        return number(value)
