"""The human-readable report of `annotate`: the game, its turning point, and the players.

A report in a file has more room than one in the terminal, and shows everything (`in_full`).
"""

from __future__ import annotations

from collections.abc import Iterator

from cli.annotate import words
from cli.annotate.graph import graph
from cli.annotate.text import annotated_record, moves_of
from cli.annotate.words import AnnotatedGame
from cli.common.words import left_open, sentence
from cli.reports.answers import tone_of
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
from cli.terminal.signs import Glyphs
from positions.looks.drawing import title
from positions.reading.game_records import Ply, format_record, line_of
from solver.answers.model import AnnotatedMove

# Cells without information.
_EMPTY = {"", words.NOT_KNOWN}


def annotated(game: AnnotatedGame, signs: Glyphs, *, in_full: bool = False) -> Iterator[Block]:
    """Yield the report of one game.

    In full it includes the players' comments, better moves with the play that follows, the board at
    every mistake and at the end, and the annotated record.
    """
    yield _heading(game, signs)
    if game.moves:
        drawing = graph(game)
        if drawing is not None:
            yield drawing
        yield _table_of_moves(game, signs, in_full)
        yield Sentences((Words(words.turning_point(game), is_strong=True),))
        for move in _key_moves(game, in_full):
            yield _key_move(game, move)
        if in_full:
            yield _end(game)
        yield _table_of_players(game)
    yield Sentences(tuple(_grounds(game, signs)))
    if in_full:
        yield Verbatim(words.RECORD, format_record(annotated_record(game)))


def _heading(game: AnnotatedGame, signs: Glyphs) -> Facts:
    record, start = game.record, game.record.start
    sentences = [record.comment, words.result(game), words.start(game)]
    tags = tuple(Words(f"{name}: {value}") for name, value in record.tags)
    groups = [
        *([tags] if tags else []),
        tuple(Words(sentence) for sentence in sentences if sentence),
    ]
    return Facts(Diagram(start), title(start, signs.times), tuple(groups))


def _table_of_moves(game: AnnotatedGame, signs: Glyphs, in_full: bool) -> Table:
    """Return a table with a row per move, without columns that are empty or all ``?``."""
    moves = game.moves
    contents = {
        words.LEAD: [words.lead(move) for move in moves],
        words.GAVE_AWAY: [words.given_away(game, move) for move in moves],
        words.BETTER: [_line(game, move) if in_full else move.better or "" for move in moves],
    }
    if in_full:
        contents[words.COMMENT] = [ply.comment for ply in game.record.plies]
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
            Words(signs.best if game.is_turning_point(move) else ""),
            Words(move.number, Tone.FAINT),
            Words(move.move + move.mark, is_strong=bool(move.lost.result)),
            Words(words.after(game, move), _tone(move)),
            *(Words(cells[number]) for cells in non_empty.values()),
        )
        for number, move in enumerate(moves)
    ]
    return Table(words.ALL_MOVES, columns, tuple(rows))


def _tone(move: AnnotatedMove) -> Tone:
    is_estimated = move.estimate is not None and move.after.result is None
    return Tone.GUESS if is_estimated else tone_of(move.after.result)


def _line(game: AnnotatedGame, move: AnnotatedMove) -> str:
    """Return the better line of a move, numbered, as far as it is known."""
    ply = move.ply - 1
    position = game.positions[ply]
    plies = [Ply(better) for better in moves_of(position, move.line)]
    return " ".join(line_of(game.record.start, plies, position, ply))


def _key_moves(game: AnnotatedGame, in_full: bool) -> list[AnnotatedMove]:
    """Return the moves to show on a board: the turning point, or in full every mistake."""
    return [
        move
        for move in game.moves
        if (move.lost.result if in_full else game.is_turning_point(move))
    ]


def _key_move(game: AnnotatedGame, move: AnnotatedMove) -> Facts:
    """Draw the position before a mistake, with the line that was missed."""
    position = game.positions[move.ply - 1]
    effects = game.game.rules.effects(position, game.record.plies[move.ply - 1].move)
    line = _line(game, move)
    missed = [Words(words.BETTER_LINE.format(line))] if line else []
    return Facts(
        Diagram(position, effects),
        words.move_name(move) + move.mark,
        ((Words(sentence(words.comment(game, move))), *missed),),
    )


def _end(game: AnnotatedGame) -> Facts:
    """Draw the position after the last move."""
    last = game.record.plies[-1].move
    board = Diagram(game.positions[-1], game.game.rules.effects(game.positions[-2], last))
    name = words.AFTER.format(words.move_name(game.moves[-1]))
    return Facts(board, name, ((Words(words.result(game)),),))


def _table_of_players(game: AnnotatedGame) -> Table:
    """Return a table of how each player played, with the number of solved moves if not all are."""
    players = game.annotation.players
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
            Words(words.person(game.record, player.person)),
            *(Words(cells[number]) for cells in contents.values()),
        )
        for number, player in enumerate(players)
    ]
    return Table(words.HOW_EACH_PLAYED, columns, tuple(rows))


def _grounds(game: AnnotatedGame, signs: Glyphs) -> Iterator[Words]:
    """Return the legend of the tables, what is unknown, and the cost."""
    for line in (
        words.legend(game, signs.best),
        words.left_unknown(game),
        words.not_measured(game),
        *map(left_open, game.annotation.left_open),
        words.cost(game.annotation),
    ):
        if line is not None:
            yield Words(line, Tone.FAINT)
