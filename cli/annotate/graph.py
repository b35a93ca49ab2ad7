"""The graph of an annotated game: who wins after each move, and by how much or how soon."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from cli.annotate import words
from cli.annotate.words import AnnotatedGame
from cli.reports.document import Bar, Graph
from positions.game import SWAP
from positions.reading.game_records import move_number
from solver.answers.model import AnnotatedMove, Value

_Size = Callable[[Value], Fraction | None]


def graph(game: AnnotatedGame) -> Graph | None:
    """Return the graph of a game; None if it has no moves, or nothing is known.

    It shows the margin if the game has one, else the plies to the end. For a solitaire it shows
    how many pieces are left at best, if that is known for all moves.
    """
    moves = game.moves
    if all(move.after.result is None for move in moves):
        return None
    if game.is_alone:
        if any(move.after.par is None for move in moves):
            return None
        bars = [_bar(game, move, _par) for move in moves]
        return Graph(words.PAR_GRAPH, words.PIECES, "", tuple(bars))
    if any(move.after.score is not None for move in moves):
        caption, size = words.SCORE_GRAPH.format(game.game.scored_in), _score
    else:
        caption, size = words.DISTANCE_GRAPH, _distance
    bars = [_bar(game, move, size) for move in moves]
    players = [name.capitalize() for name in game.game.players.values()]
    above, below = (words.WINS.format(name) for name in players)
    if game.record.has_swapped:
        # After a swap, each person stays on their side of the line.
        above, below = (words.BEGAN_AS.format(name) for name in players)
        caption += words.BY_WHO_WINS
    return Graph(caption, above, below, tuple(bars))


def _score(value: Value) -> Fraction | None:
    return None if value.score is None else Fraction(abs(value.score))


def _distance(value: Value) -> Fraction | None:
    """Return the plies after the move."""
    return None if value.distance is None else Fraction(value.distance - 1)


def _par(value: Value) -> Fraction | None:
    return None if value.par is None else Fraction(value.par)


def _bar(game: AnnotatedGame, move: AnnotatedMove, size: _Size) -> Bar:
    number = move_number(game.record.start, move.ply - 1)
    text = f"{words.move_name(move)}{move.mark}"
    is_known = move.after.result is not None
    return Bar(
        says=f"{text}: {words.after(game, move)}",
        number="" if number.is_second and move.ply > 1 else str(number.number),
        mark=move.mark if move.lost.result or move.is_slip else "",
        side=_side(game, move) if is_known else None,
        size=size(move.after) if is_known else None,
    )


def _side(game: AnnotatedGame, move: AnnotatedMove) -> int:
    """Return 1 if who wins after a move began as the first player, -1 if as the second."""
    winner = move.after.winner
    if game.is_alone:
        return 1
    if winner is None:
        return 0
    # After a swap, each person has the other's colour.
    has_changed = (move.person != move.player) != (move.move == SWAP.kind)
    holder = game.other(winner) if has_changed else winner
    return 1 if holder == next(iter(game.game.players.values())) else -1
