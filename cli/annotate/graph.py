"""The graph of an annotated game: who wins after each move, and by how much or how soon."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from cli.annotate import words
from cli.common.words import player
from cli.reports.document import Bar, Graph
from positions.games import game_of
from positions.reading.game_records import move_number
from solver.interface.engine import Assessment
from solver.questions.annotation import Annotation, JudgedMove

_Size = Callable[[Assessment], Fraction | None]


def graph(annotation: Annotation) -> Graph | None:
    """Return the graph of a game; None if it has no moves, or nothing is known.

    It shows the margin if the game has one, else the plies to the end. For a solitaire it shows
    how many pieces are left at best, if that is known for all moves.
    """
    assessments = [move.played.after for move in annotation.moves]
    known = [after for after in assessments if after is not None]
    if not known:
        return None
    if words.is_alone(annotation):
        if any(after is None or after.par is None for after in assessments):
            return None
        bars = [_bar(annotation, ply, _par) for ply in range(len(assessments))]
        return Graph(words.PAR_GRAPH, words.PIECES, "", tuple(bars))
    game = game_of(annotation.record.start)
    if any(after.score is not None for after in known):
        caption, size = words.SCORE_GRAPH.format(game.scored_in), _score
    else:
        caption, size = words.DISTANCE_GRAPH, _distance
    bars = [_bar(annotation, ply, size) for ply in range(len(assessments))]
    players = [player(game, s) for s in game.players]
    above, below = (words.WINS.format(name) for name in players)
    if annotation.record.has_swapped:
        # After a swap, each person stays on their side of the line.
        above, below = (words.BEGAN_AS.format(name) for name in players)
        caption += words.BY_WHO_WINS
    return Graph(caption, above, below, tuple(bars))


def _score(assessment: Assessment) -> Fraction | None:
    return None if assessment.score is None else Fraction(abs(assessment.score))


def _distance(assessment: Assessment) -> Fraction | None:
    return None if assessment.distance is None else Fraction(assessment.distance)


def _par(assessment: Assessment) -> Fraction | None:
    return None if assessment.par is None else Fraction(assessment.par)


def _bar(annotation: Annotation, ply: int, size: _Size) -> Bar:
    move, number = annotation.moves[ply], move_number(annotation.record.start, ply)
    after = move.played.after
    text = f"{words.move_name(annotation, ply)}{move.mark}"
    return Bar(
        says=f"{text}: {words.after(move)}",
        number="" if number.is_second and ply else str(number.number),
        mark=move.mark if move.lost_result or move.is_slip else "",
        side=None if after is None else _side(move, after),
        size=None if after is None else size(after),
    )


def _side(move: JudgedMove, assessment: Assessment) -> int:
    game = game_of(move.position)
    if game.is_solitaire(move.position):
        return 1
    if assessment.winner is None:
        return 0
    return 1 if move.holder_after(assessment.winner) == next(iter(game.players)) else -1
