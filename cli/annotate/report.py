"""The human-readable report of `annotate`: the game, its turning point, and the players.

A report in a file has more room than one in the terminal, and shows everything (`in_full`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.annotate import words
from cli.annotate.graph import graph
from cli.annotate.text import annotated_record
from cli.common.words import left_open, sentence
from cli.reports.document import (
    Block,
    Column,
    Diagram,
    Facts,
    Sentences,
    Table,
    Tone,
    Verbatim,
    Words,
)
from cli.reports.results import tone_of
from cli.terminal.output import Glyphs
from positions import Move, format_move
from positions.games import game_of
from positions.looks.drawing import title
from positions.reading.game_records import Ply, format_record, line_of, move_number
from solver.questions.annotation import Annotation, JudgedMove

# Cells without information.
_EMPTY = {"", words.NOT_KNOWN}


def annotated(annotation: Annotation, signs: Glyphs, *, in_full: bool = False) -> Iterator[Block]:
    """Yield the report of one game.

    In full it includes the players' comments, better moves with the play that follows, the board at
    every mistake and at the end, and the annotated record.
    """
    yield _heading(annotation, signs)
    if annotation.moves:
        drawing = graph(annotation)
        if drawing is not None:
            yield drawing
        yield _table_of_moves(annotation, signs, in_full)
        yield Sentences((Words(words.turning_point(annotation), is_strong=True),))
        for ply in _key_moves(annotation, in_full):
            yield _key_move(annotation, ply)
        if in_full:
            yield _end(annotation)
        yield _table_of_players(annotation)
    yield Sentences(tuple(_grounds(annotation, signs)))
    if in_full:
        text = format_record(annotated_record(annotation))
        yield Verbatim(words.RECORD, text)


def _heading(annotation: Annotation, signs: Glyphs) -> Facts:
    record, start = annotation.record, annotation.record.start
    sentences = [
        record.comment,
        words.result(record, annotation.final),
        words.start(annotation),
    ]
    tags = tuple(Words(f"{name}: {value}") for name, value in record.tags)
    groups = [
        *([tags] if tags else []),
        tuple(Words(sentence) for sentence in sentences if sentence),
    ]
    return Facts(Diagram(start), title(start, signs.times), tuple(groups))


def _table_of_moves(annotation: Annotation, signs: Glyphs, in_full: bool) -> Table:
    """Return a table with a row per move, without columns that are empty or all ``?``."""
    moves = annotation.moves
    contents = {
        words.LEAD: [words.lead(move) for move in moves],
        words.GAVE_AWAY: [words.given_away(move) for move in moves],
        words.BETTER: [_better(annotation, ply, in_full) for ply in range(len(moves))],
    }
    if in_full:
        contents[words.COMMENT] = [ply.comment for ply in annotation.record.plies]
    non_empty = {title: cells for title, cells in contents.items() if {*cells} - _EMPTY}
    columns = (
        Column("", label=words.TURNING_POINT, is_fixed=True),
        Column("", label=words.NUMBER, is_fixed=True),
        Column(words.MOVE, is_head=True, is_fixed=True),
        Column(words.AFTER_IT),
        *(Column(title, is_number=title == words.LEAD) for title in non_empty),
    )
    rows = [
        (
            Words(signs.best if ply == annotation.turning_point else ""),
            Words(str(move_number(annotation.record.start, ply)), Tone.FAINT),
            Words(_name(move), is_strong=bool(move.lost_result)),
            Words(words.after(move), _tone(move)),
            *(Words(cells[ply]) for cells in non_empty.values()),
        )
        for ply, move in enumerate(moves)
    ]
    return Table(words.ALL_MOVES, columns, tuple(rows))


def _tone(move: JudgedMove) -> Tone:
    is_estimated = move.likely is not None and move.played.result is None
    return Tone.GUESS if is_estimated else tone_of(move.played.result)


def _name(move: JudgedMove) -> str:
    return format_move(move.position, move.move) + move.mark


def _better(annotation: Annotation, ply: int, in_full: bool) -> str:
    move = annotation.moves[ply]
    if not move.better:
        return ""
    return (
        _line(annotation, ply, move.better)
        if in_full
        else format_move(move.position, move.better[0])
    )


def _line(annotation: Annotation, ply: int, moves: Sequence[Move]) -> str:
    """Return a numbered line that could have been played in place of a move."""
    position = annotation.moves[ply].position
    return " ".join(line_of(annotation.record.start, [Ply(m) for m in moves], position, ply))


def _key_moves(annotation: Annotation, in_full: bool) -> Sequence[int]:
    """Return the plies to show on a board: the turning point, or in full every mistake."""
    if in_full:
        return [ply for ply, move in enumerate(annotation.moves) if move.lost_result]
    return [] if annotation.turning_point is None else [annotation.turning_point]


def _key_move(annotation: Annotation, ply: int) -> Facts:
    """Draw the position before a mistake, with the line that was missed."""
    move = annotation.moves[ply]
    comment = words.comment(move, ply == annotation.turning_point)
    effects = game_of(move.position).rules.effects(move.position, move.move)
    missed = (
        [Words(words.BETTER_LINE.format(_line(annotation, ply, move.better)))]
        if move.better
        else []
    )
    return Facts(
        Diagram(move.position, effects),
        words.move_name(annotation, ply) + move.mark,
        ((Words(sentence(comment)), *missed),),
    )


def _end(annotation: Annotation) -> Facts:
    """Draw the position after the last move."""
    ply = len(annotation.moves) - 1
    last = annotation.moves[ply]
    rules = game_of(last.position).rules
    board = Diagram(rules.play(last.position, last.move), rules.effects(last.position, last.move))
    result = Words(words.result(annotation.record, annotation.final))
    return Facts(board, words.AFTER.format(words.move_name(annotation, ply)), ((result,),))


def _table_of_players(annotation: Annotation) -> Table:
    """Return a table of how each player played, with the number of solved moves if not all are."""
    players = annotation.players()
    contents = {
        words.MOVES: [str(player.moves) for player in players],
        words.FORCED: [str(player.forced) for player in players],
        words.JUDGED: [words.settled(player) for player in players],
        words.MISTAKES: [words.mistakes(player) for player in players],
        words.SLIPS: [words.slips(player) for player in players],
        words.NOTHING_GIVEN_AWAY: [words.accuracy(player) for player in players],
    }
    if all(player.judged == player.free for player in players):
        del contents[words.JUDGED]
    columns = (
        Column("", label=words.PLAYER, is_head=True),
        *(Column(title, is_number=True) for title in contents),
    )
    rows = [
        (
            Words(words.person(annotation.record, player.person)),
            *(Words(cells[number]) for cells in contents.values()),
        )
        for number, player in enumerate(players)
    ]
    return Table(words.HOW_EACH_PLAYED, columns, tuple(rows))


def _grounds(annotation: Annotation, signs: Glyphs) -> Iterator[Words]:
    """Return the legend of the tables, what is unknown, and the cost."""
    for line in (
        words.legend(annotation, signs.best),
        words.left_unknown(annotation),
        words.not_measured(annotation),
        *map(left_open, annotation.left_open),
        words.cost(annotation),
    ):
        if line is not None:
            yield Words(line, Tone.FAINT)
