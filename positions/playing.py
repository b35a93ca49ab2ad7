"""Functions for positions of any game: legal moves, playing a move, the outcome."""

from __future__ import annotations

from collections.abc import Sequence

from positions.errors import MoveError, quote
from positions.game import Move, Outcome, Position, Refusal
from positions.games import game_of
from positions.text import check_position, format_move, parse_move
from positions.values import Instances, check

_MOVE_OR_TEXT = Instances(Move | str, "a Move or its text")


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves in a fixed order; none if the game is over."""
    rules = check_position(position).rules_of(position)
    return rules.moves(position) if rules.outcome(position) is None else ()


def play(position: Position, move: Move | str) -> Position:
    """Return the position after a legal move, given as a `Move` or as text.

    Raises `MoveError`, an `InputError`, which names the rule that the move breaks.
    """
    rules = check_position(position).rules_of(position)
    check("move", move, _MOVE_OR_TEXT)
    text = format_move(position, move) if isinstance(move, Move) else move
    legal = parse_move(position, text)
    if isinstance(move, Move) and move.kind != legal.kind:
        reason = f"found the kind {quote(move.kind)}, expected {quote(legal.kind)}"
        raise MoveError(text, reason)
    return rules.play(position, legal)


def refusal(position: Position, squares: Sequence[str]) -> Refusal | None:
    """Return why squares picked one after another are not a legal move; None if they are one."""
    game = game_of(position)
    text = game.notation.picked(position.board, squares)
    try:
        parse_move(position, text)
    except MoveError:
        return game.notation.refuse(position, text)
    return None


def outcome(position: Position) -> Outcome | None:
    """Return how the game ended; None if it is not over."""
    return check_position(position).rules_of(position).outcome(position)
