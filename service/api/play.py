"""Playing moves, as plain data: everything that a board needs from the rules."""

from __future__ import annotations

from collections.abc import Sequence

from positions import Move, Outcome, Position, format_move, format_position
from positions.game import Effect
from positions.games import game_of, rules_of
from positions.looks.drawing import draw
from positions.text import parse_move
from service.moves_limit import MovesLimit
from solver.answers.model import Record


def play(position: Position, moves: Sequence[str], limit: MovesLimit) -> Record:
    """Play moves from a position; return where they lead, with all legal moves there.

    Raises `MoveError` for the first illegal move, and `InputError` if they take too long.
    """
    rules = rules_of(position)
    played: list[Record] = []
    for text in moves:
        limit(position)
        move = parse_move(position, text)
        record = {"player": game_of(position).players[position.turn], **_move(position, move)}
        position = rules.play(position, move)
        played.append({**record, "position": format_position(position)})
    return {**state(position), "played": played}


def state(position: Position) -> Record:
    """Return the board, the player to move, every legal move, or how the game ended."""
    game, board, drawing = game_of(position), position.board, draw(position)
    outcome = rules_of(position).outcome(position)
    moves = rules_of(position).moves(position) if outcome is None else ()
    return {
        "position": format_position(position),
        "game": position.game,
        "variants": list(position.variants),
        "title": drawing.title,
        "description": drawing.describe(),
        "turn": position.turn,
        "player": game.players[position.turn],
        "size": list(board.size),
        "rows": board.rows(),
        "joins": [[board.name(one), board.name(other)] for one, other in drawing.joins],
        "marks": [board.name(square) for square in sorted(drawing.marks)],
        "moves": [_move(position, move) for move in moves],
        "outcome": None if outcome is None else _outcome(position, outcome),
    }


def _move(position: Position, move: Move) -> Record:
    board = position.board
    effects = rules_of(position).effects(position, move)
    return {
        "move": format_move(position, move),
        "kind": move.kind,
        "squares": [board.name(square) for square in move.squares],
        "effects": [_effect(position, effect) for effect in effects],
    }


def _effect(position: Position, effect: Effect) -> Record:
    return {
        "what": effect.what,
        "squares": [position.board.name(square) for square in effect.squares],
    }


def _outcome(position: Position, outcome: Outcome) -> Record:
    winner = outcome.winner
    return {
        "winner": None if winner is None else game_of(position).players[winner],
        "score": outcome.score,
        "solved": outcome.solved,
    }
