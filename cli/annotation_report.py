"""The human report of `annotate`: the game move by move, where it turned, and how each played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cli import annotation_words, render
from cli.boards import board
from cli.output import Glyphs
from cli.render import FAINT, STRONG
from cli.results import OPEN, RESULT_STYLES
from positions.game_records import Ply, line_of, move_number
from positions.games import game_of
from positions.text import format_move
from solver.annotation import Annotation, JudgedMove


def annotated(annotation: Annotation, signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Give the report of one game."""
    yield _heading(annotation, signs, width)
    if annotation.moves:
        yield Text()
        yield _table_of_moves(annotation, signs)
        yield Text()
        yield Text(annotation_words.turning_point(annotation), STRONG)
        yield from _turning_point(annotation, signs, width)
        yield Text()
        yield _table_of_players(annotation)
    yield Text()
    yield from _grounds(annotation, signs)


def _heading(annotation: Annotation, signs: Glyphs, width: int) -> RenderableType:
    record, start = annotation.record, annotation.record.start
    facts = [
        render.heading(start, signs),
        *(Text(f"{name}: {value}") for name, value in record.tags),
        Text(),
        Text(annotation_words.result(record, annotation.final)),
        Text(annotation_words.start(annotation)),
    ]
    return render.beside(board(start, signs), render.paragraphs(facts), width)


def _table_of_moves(annotation: Annotation, signs: Glyphs) -> Table:
    """Give a row a move; a column that says nothing is left out."""
    moves = annotation.moves
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=FAINT)
    for title in ("", "", "Move"):
        table.add_column(title, no_wrap=True)
    table.add_column("After it")
    contents = {
        "Lead": [annotation_words.lead(move) for move in moves],
        "Gave away": [annotation_words.given_away(move) for move in moves],
        "Better": [_better(move) for move in moves],
    }
    shown = {title: cells for title, cells in contents.items() if any(cells)}
    for title in shown:
        table.add_column(title, justify="right" if title == "Lead" else "left")
    for ply, move in enumerate(moves):
        is_turning_point = ply == annotation.turning_point
        table.add_row(
            signs.best if is_turning_point else "",
            Text(str(move_number(annotation.record.start, ply)), FAINT),
            Text(format_move(move.position, move.move) + move.mark, _emphasis(move)),
            Text(annotation_words.after(move), _style(move)),
            *(cells[ply] for cells in shown.values()),
        )
    return table


def _emphasis(move: JudgedMove) -> Style:
    return STRONG if move.lost_result else render.PLAIN


def _style(move: JudgedMove) -> Style:
    return OPEN if move.played.result is None else RESULT_STYLES[move.played.result]


def _better(move: JudgedMove) -> str:
    return format_move(move.position, move.better[0]) if move.better else ""


def _turning_point(annotation: Annotation, signs: Glyphs, width: int) -> Iterator[RenderableType]:
    """Draw the position in which the game turned, with the line that was missed."""
    ply = annotation.turning_point
    if ply is None:
        return
    move = annotation.moves[ply]
    effects = game_of(move.position).rules.effects(move.position, move.move)
    name = annotation_words.move_name(annotation, ply)
    missed = [Ply(better) for better in move.better]
    line = " ".join(line_of(annotation.record.start, missed, move.position, ply))
    facts = [
        render.heading(move.position, signs),
        Text(),
        Text(f"After {name}: {annotation_words.after(move)}."),
        *([Text("Better:"), Text(line)] if missed else []),
    ]
    yield Text()
    yield render.beside(board(move.position, signs, effects), render.paragraphs(facts), width)


def _table_of_players(annotation: Annotation) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=FAINT)
    table.add_column("")
    for title in ("Moves", "Forced", "Mistakes", "Slips", "Nothing given away"):
        table.add_column(title, justify="right", overflow="fold")
    for player in annotation.players():
        table.add_row(
            annotation_words.person(annotation.record, player.person),
            *(str(n) for n in (player.moves, player.forced, player.mistakes, player.slips)),
            annotation_words.accuracy(player),
        )
    return table


def _grounds(annotation: Annotation, signs: Glyphs) -> Sequence[Text]:
    """Explain the words of the tables, and say what is not settled and what the game cost."""
    return [
        Text(line, FAINT)
        for line in (
            annotation_words.legend(annotation, signs.best),
            annotation_words.not_settled(annotation),
            annotation_words.cost(annotation),
        )
        if line is not None
    ]
