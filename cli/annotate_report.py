"""The human-readable report of `annotate`: the game, its turning point, and the players.

A report in a file has more room than one in the terminal, and shows everything (`in_full`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from cli import annotate_words as words
from cli.annotate_words import AnnotatedGame
from cli.common.words import left_open, sentence
from cli.reports.answers import tone_of
from cli.reports.document import (
    Bar,
    Block,
    Column,
    Diagram,
    Facts,
    Graph,
    Sentences,
    Table,
    Tone,
    Verbatim,
    Words,
)
from cli.terminal.signs import Glyphs
from positions import Move, Position
from positions.game import SWAP
from positions.games import rules_of
from positions.looks.drawing import title
from positions.reading.game_records import (
    GameRecord,
    Ply,
    Variation,
    format_record,
    line_of,
    move_number,
)
from positions.text import parse_move
from solver.answers.model import AnnotatedMove, Value

_LEAD, _JUDGED = "Lead", "Judged"
# Cells without information.
_EMPTY = {"", words.NOT_KNOWN}

_Size = Callable[[Value], Fraction | None]

ANNOTATOR = ("Annotator", "proofplay")


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
        yield Verbatim("The annotated record", format_record(annotated_record(game)))


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
        _LEAD: [words.lead(move) for move in moves],
        "Gave away": [words.given_away(game, move) for move in moves],
        "Better": [_line(game, move) if in_full else move.better or "" for move in moves],
    }
    if in_full:
        contents["Comment"] = [ply.comment for ply in game.record.plies]
    non_empty = {title: cells for title, cells in contents.items() if {*cells} - _EMPTY}
    columns = (
        Column("", label="Turning point", is_fixed=True),
        Column("", label="Number", is_fixed=True),
        Column("Move", is_head=True, is_fixed=True),
        Column("Position after it"),
        *(Column(title, is_number=title == _LEAD) for title in non_empty),
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
    return Table("All moves", columns, tuple(rows))


def _tone(move: AnnotatedMove) -> Tone:
    is_estimated = move.estimate is not None and move.after.result is None
    return Tone.GUESS if is_estimated else tone_of(move.after.result)


def _line(game: AnnotatedGame, move: AnnotatedMove) -> str:
    """Return the better line of a move, numbered, as far as it is known."""
    ply = move.ply - 1
    position = game.positions[ply]
    plies = [Ply(better) for better in _moves_along(position, move.line)]
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
    effects = rules_of(position).effects(position, game.record.plies[move.ply - 1].move)
    line = _line(game, move)
    missed = [Words(f"Better: {line}")] if line else []
    return Facts(
        Diagram(position, effects),
        words.move_name(move) + move.mark,
        ((Words(sentence(words.comment(game, move))), *missed),),
    )


def _end(game: AnnotatedGame) -> Facts:
    """Draw the position after the last move."""
    last = game.record.plies[-1].move
    board = Diagram(game.positions[-1], game.rules.effects(game.positions[-2], last))
    name = f"After {words.move_name(game.moves[-1])}"
    return Facts(board, name, ((Words(words.result(game)),),))


def _table_of_players(game: AnnotatedGame) -> Table:
    """Return a table of how each player played, with the number of solved moves if not all are."""
    players = game.annotation.players
    contents = {
        "Moves": [str(player.moves) for player in players],
        "Forced": [str(player.forced) for player in players],
        _JUDGED: [words.settled(player) for player in players],
        "Mistakes": [words.mistakes(player) for player in players],
        "Slips": [words.slips(player) for player in players],
        "Flawless moves": [words.accuracy(player) for player in players],
    }
    if all(player.judged == player.free for player in players):
        del contents[_JUDGED]
    columns = (
        Column("", label="Player", is_head=True),
        *(Column(title, is_number=True) for title in contents),
    )
    rows = [
        (
            Words(words.person(game.record, player.person)),
            *(Words(cells[number]) for cells in contents.values()),
        )
        for number, player in enumerate(players)
    ]
    return Table("How each played", columns, tuple(rows))


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


def graph(game: AnnotatedGame) -> Graph | None:
    """Return the graph of a game; None if it has no moves, or nothing is known.

    It shows the margin if the game has one, else the plies to the end. For a solitaire it shows
    how many pieces are left at best, if that is known for all moves.
    """
    moves = game.moves
    if all(move.after.result is None for move in moves):
        return None
    if game.rules.persons == 1:
        if any(move.after.par is None for move in moves):
            return None
        bars = [_bar(game, move, _par) for move in moves]
        return Graph("Pieces left at best after each move", "pieces", "", tuple(bars))
    if any(move.after.score is not None for move in moves):
        caption, size = f"The margin after each move, in {game.rules.scored_in}s", _score
    else:
        caption, size = "Plies to the end after each move", _distance
    bars = [_bar(game, move, size) for move in moves]
    players = [name.capitalize() for name in game.game.players.values()]
    above, below = (f"{name} wins" for name in players)
    if game.record.has_swapped:
        # After a swap, each person stays on their side of the line.
        above, below = (f"Began as {name}" for name in players)
        caption += ", by winner"
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
    if game.rules.persons == 1:
        return 1
    if winner is None:
        return 0
    # After a swap, each person has the other's colour.
    has_changed = (move.person != move.player) != (move.move == SWAP.kind)
    holder = game.other(winner) if has_changed else winner
    return 1 if holder == next(iter(game.game.players.values())) else -1


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
    better = _moves_along(
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


def _moves_along(position: Position, line: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves of a line of play."""
    moves = []
    for name in line:
        moves.append(parse_move(position, name))
        position = rules_of(position).play(position, moves[-1])
    return tuple(moves)


def _moves(variation: Variation) -> tuple[Move, ...]:
    return tuple(ply.move for ply in variation.plies)


def _added(comment: str, addition: str) -> str:
    return comment if addition in comment else f"{comment} {addition}".strip()
