"""Annotated games as plain data: the objects that ``annotate --json`` prints, one per game."""

from __future__ import annotations

from positions.game import Position
from positions.games import game_of
from positions.reading.game_records import move_number
from positions.text import format_move, format_position
from solver.interface.engine import Assessment, Status
from solver.questions.annotation import Annotation, PlayerSummary
from solver.questions.likely import MoveChances
from solver.records.fields import number_text
from solver.records.shapes import (
    AnnotationRecord,
    JudgedEstimateRecord,
    JudgedMoveRecord,
    PlayerRecord,
    StatusRecord,
    TurningPointRecord,
    ValueRecord,
)


def annotation_record(annotation: Annotation) -> AnnotationRecord:
    """Return the object of a game. Results of a move are for the player who makes it."""
    record = annotation.record
    annotated: AnnotationRecord = {
        "position": format_position(record.start),
        "game": record.start.game,
        "variants": list(record.start.variants),
        "tags": dict(record.tags),
        "comment": record.comment,
        "status": _status(annotation.is_complete),
        "result": record.result,
        "moves": [_move_record(annotation, ply) for ply in range(len(annotation.moves))],
        "players": [_player_record(annotation, player) for player in annotation.players()],
        "turning_point": _turning_point(annotation),
        "engine": annotation.engine,
        "nodes": annotation.nodes,
        "seconds": annotation.seconds,
    }
    if annotation.left_open:
        annotated["left_open"] = list(annotation.left_open)
    return annotated


def _status(is_complete: bool) -> Status:
    return Status.PROVED if is_complete else Status.UNKNOWN


def _turning_point(annotation: Annotation) -> TurningPointRecord:
    """Return the ply, from 1, of the move that decided the game; null if there is none."""
    ply = annotation.turning_point
    return {
        "ply": None if ply is None else ply + 1,
        "certain": annotation.is_turning_point_certain,
    }


def _move_record(annotation: Annotation, ply: int) -> JudgedMoveRecord:
    judged, played = annotation.moves[ply], annotation.record.plies[ply]
    position, value = judged.position, judged.played
    players = game_of(position).players
    names = [format_move(position, move) for move in judged.better]
    status: StatusRecord = {"status": _status(judged.reason is None)}
    if judged.reason is not None:
        status["reason"], status["detail"] = judged.reason, judged.detail
    return {
        "ply": ply + 1,
        "number": str(move_number(annotation.record.start, ply)),
        "move": format_move(position, judged.move),
        "player": players[position.turn],
        "person": players[judged.person],
        "mark": judged.mark,
        "comment": played.comment,
        **status,
        "before": _found(position, judged.found),
        "after": {
            **_found(position, value.after),
            "result": value.result,
            "distance": value.distance,
        },
        "lost": {
            "result": judged.lost_result,
            "margin": number_text(judged.lost_margin),
            "distance": judged.lost_distance,
        },
        "forced": judged.is_forced,
        "only_move": judged.is_only_move,
        "better": names[0] if names else None,
        "line": names,
        "estimate": None if judged.likely is None else _likely_record(position, judged.likely),
    }


def _likely_record(position: Position, likely: MoveChances) -> JudgedEstimateRecord:
    return {
        "before": likely.before,
        "after": likely.after,
        "playouts": likely.playouts,
        "best": None if likely.best is None else format_move(position, likely.best),
        "says": likely.says,
    }


def _found(position: Position, found: Assessment | None) -> ValueRecord:
    if found is None:
        return ValueRecord(
            result=None, winner=None, distance=None, score=None, value=None, par=None
        )
    winner = found.winner
    return {
        "result": found.result,
        "winner": None if winner is None else game_of(position).players[winner],
        "distance": found.distance,
        "score": found.score,
        "value": number_text(found.value),
        "par": found.par,
    }


def _player_record(annotation: Annotation, player: PlayerSummary) -> PlayerRecord:
    return {
        "person": game_of(annotation.record.start).players[player.person],
        "moves": player.moves,
        "forced": player.forced,
        "judged": player.judged,
        "measured": player.measured,
        "mistakes": player.mistakes,
        "slips": player.slips,
        "accuracy": player.accuracy,
    }
