"""An annotated game as a record: marks, comments and better lines added to the original.

The players' comments are kept, and nothing is added twice: annotating a record again does not
change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cli.annotate import words
from cli.annotate.words import AnnotatedGame
from positions import Move, Position
from positions.games import game_of
from positions.reading.game_records import GameRecord, Ply, Variation
from positions.text import parse_move
from solver.answers.model import AnnotatedMove

ANNOTATOR = ("Annotator", "proofplay")


def annotated_record(game: AnnotatedGame) -> GameRecord:
    """Return a game's record with annotations to its moves."""
    record = game.record
    tags = record.tags if record.tag(ANNOTATOR[0]) else (*record.tags, ANNOTATOR)
    plies = tuple(_ply(game, ply, move) for ply, move in zip(record.plies, game.moves, strict=True))
    comment = _added(record.comment, words.start(game))
    return replace(record, tags=tags, plies=plies, comment=comment)


def _ply(game: AnnotatedGame, ply: Ply, move: AnnotatedMove) -> Ply:
    variations = ply.variations
    # A mistake is shown with the whole better line, a slip with the better move only.
    better = moves_of(
        game.positions[move.ply - 1], move.line if move.lost.result else move.line[:1]
    )
    if better and better not in [_moves(variation) for variation in variations]:
        variations = (*variations, Variation(tuple(Ply(m) for m in better)))
    return replace(
        ply,
        mark=ply.mark or move.mark,
        comment=_added(ply.comment, words.comment(game, move)),
        variations=variations,
    )


def moves_of(position: Position, line: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves of a line of play."""
    moves = []
    for name in line:
        moves.append(parse_move(position, name))
        position = game_of(position).rules.play(position, moves[-1])
    return tuple(moves)


def _moves(variation: Variation) -> tuple[Move, ...]:
    return tuple(ply.move for ply in variation.plies)


def _added(comment: str, addition: str) -> str:
    return comment if addition in comment else f"{comment} {addition}".strip()
