"""An annotated game as a record: marks, comments and better lines added to the original.

The players' comments are kept, and nothing is added twice: annotating a record again does not
change it.
"""

from __future__ import annotations

from dataclasses import replace

from cli.annotate import words
from positions import Move
from positions.reading.game_records import GameRecord, Ply, Variation
from solver.questions.annotation import Annotation, JudgedMove

ANNOTATOR = ("Annotator", "proofplay")


def annotated_record(annotation: Annotation) -> GameRecord:
    """Return a game's record with annotations to its moves."""
    record = annotation.record
    tags = record.tags if record.tag(ANNOTATOR[0]) else (*record.tags, ANNOTATOR)
    plies = tuple(
        _ply(ply, move, number == annotation.turning_point)
        for number, (ply, move) in enumerate(zip(record.plies, annotation.moves, strict=True))
    )
    comment = _added(record.comment, words.start(annotation))
    return replace(record, tags=tags, plies=plies, comment=comment)


def _ply(ply: Ply, move: JudgedMove, is_turning_point: bool) -> Ply:
    comment = words.comment(move, is_turning_point)
    variations = ply.variations
    # A mistake is shown with the whole better line, a slip with the better move only.
    better = move.better if move.lost_result else move.better[:1]
    if better and better not in [_moves(variation) for variation in variations]:
        variations = (*variations, Variation(tuple(Ply(m) for m in better)))
    return replace(
        ply,
        mark=ply.mark or move.mark,
        comment=_added(ply.comment, comment),
        variations=variations,
    )


def _moves(variation: Variation) -> tuple[Move, ...]:
    return tuple(ply.move for ply in variation.plies)


def _added(comment: str, addition: str) -> str:
    return comment if addition in comment else f"{comment} {addition}".strip()
