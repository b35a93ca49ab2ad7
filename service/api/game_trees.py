"""Games as the board in the browser keeps them: trees of moves, as plain data.

They are read and written in the text form of ``docs/reference/formats.md`` by the project's own
reader and writer, so that every move is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Annotated

from pydantic import BeforeValidator, FailFast, Field

from positions import InputError, Position, format_move, format_position
from positions.games import rules_of
from positions.reading.game_reading import parse_record, read_games
from positions.reading.game_records import GameRecord, Ply, Variation, format_record
from positions.text import parse_move
from service.api.requests import Request, few, read_position
from service.moves_limit import MovesLimit


class PlyTree(Request):
    """A move and its alternatives."""

    move: str
    mark: str = ""
    comment: str = ""
    variations: Annotated[list[LineTree], FailFast()] = Field(default_factory=list)


class LineTree(Request):
    """A line of moves; the comment precedes the first one."""

    comment: str = ""
    moves: Annotated[list[PlyTree], FailFast()]


class GameTree(Request):
    """A game from `position`; `tags` are those other than the start and the result."""

    position: str
    tags: Annotated[dict[str, str], BeforeValidator(few)] = Field(default_factory=dict)
    result: str | None = None
    line: LineTree


def read_trees(text: str, limit: MovesLimit) -> list[GameTree]:
    """Parse all games of a text; raises `InputError` for the first bad one, or for none."""
    trees = []
    for entry in read_games(BytesIO(text.encode()), limit):
        if entry.record is None:
            raise entry.error or InputError("found no game")
        trees.append(tree_of(entry.record, limit))
    if not trees:
        raise InputError("found no game, expected at least one")
    return trees


def tree_of(record: GameRecord, limit: MovesLimit) -> GameTree:
    """Return the tree of a record."""
    return GameTree(
        position=format_position(record.start),
        tags=dict(record.tags),
        result=record.result,
        line=_line_tree(record.start, record.plies, record.comment, limit),
    )


def _line_tree(
    position: Position, plies: Sequence[Ply], comment: str, limit: MovesLimit
) -> LineTree:
    moves = []
    for ply in plies:
        limit(position)
        variations = [
            _line_tree(position, line.plies, line.comment, limit) for line in ply.variations
        ]
        text = format_move(position, ply.move)
        moves.append(PlyTree(move=text, mark=ply.mark, comment=ply.comment, variations=variations))
        position = rules_of(position).play(position, ply.move)
    return LineTree(comment=comment, moves=moves)


def write_tree(tree: GameTree, limit: MovesLimit) -> str:
    """Return the text of a game, with its result if it is over by the rules.

    Raises `InputError` for content that a record cannot hold.
    """
    start = read_position(tree.position)
    plies = _plies(start, tree.line.moves, limit)
    record = GameRecord(
        start, plies, tree.result, tuple(tree.tags.items()), _plain(tree.line.comment)
    )
    read = parse_record(format_record(record), limit)
    if read.plies != plies:
        raise InputError("found a comment or a tag that no record can hold, expected plain text")
    return format_record(read)


def _plies(position: Position, moves: Sequence[PlyTree], limit: MovesLimit) -> tuple[Ply, ...]:
    plies = []
    for tree in moves:
        limit(position)
        move = parse_move(position, tree.move)
        variations = tuple(
            Variation(_plies(position, line.moves, limit), _plain(line.comment))
            for line in tree.variations
        )
        plies.append(Ply(move, tree.mark, _plain(tree.comment), variations))
        position = rules_of(position).play(position, move)
    return tuple(plies)


def _plain(comment: str) -> str:
    return " ".join(comment.split())
