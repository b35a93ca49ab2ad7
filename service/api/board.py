"""The data for showing a position on the board in the browser.

The browser knows no rules and no games: it gets a picture, and a description in words of each
square. So a new game needs no new script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from positions import Position, format_position
from positions.errors import Flaw, InputError, SourceError, quote
from positions.games import game_of, rules_of
from positions.grid import EMPTY
from positions.looks.drawing import Drawing, draw, title
from positions.looks.picture import SCREEN, SIDE, corner, extent, ranks_of, to_svg
from positions.reading.files import read_records
from positions.text import parse_move, parse_position
from service.api.play import play
from service.moves_limit import MovesLimit
from solver.answers.model import Record

# The page has its own light and dark colours, and ignores the style of a picture.
_INKS = replace(SCREEN, style="")


def board_record(position: Position, moves: Sequence[str], limit: MovesLimit) -> Record:
    """Play moves from a position, and return the result of `play` with a picture."""
    record = play(position, moves, limit)
    last = parse_position(str(record["position"]))
    game = game_of(last)
    return {
        **record,
        "is_solitaire": rules_of(last).persons == 1,
        "is_first": last.turn == next(iter(game.players)),
        **_picture(draw(last)),
    }


def drawing_after(position: Position, moves: Sequence[str], limit: MovesLimit) -> Drawing:
    """Return the drawing of the position after some moves, with the effects of the last marked.

    Raises `MoveError` for the first move that is not legal, and `InputError` if they take too long.
    """
    if not moves:
        return draw(position)
    before = play(position, moves[:-1], limit)
    position = parse_position(str(before["position"]))
    move = parse_move(position, moves[-1])
    rules = rules_of(position)
    return draw(rules.play(position, move), rules.effects(position, move))


def setup_record(position: Position, flaws: Sequence[Flaw]) -> Record:
    """Return a board being set up, and everything that keeps it from being a position."""
    canonical = None if flaws else format_position(rules_of(position).as_printed(position))
    return {
        "position": canonical,
        "game": position.game,
        "variants": list(position.variants),
        "title": title(position),
        "turn": position.turn,
        "keys": dict(position.keys),
        "size": list(position.board.size),
        **_picture(draw(position)),
        "flaws": [str(flaw) for flaw in flaws],
    }


def positions_record(text: str, limit: MovesLimit) -> Record:
    """Return the positions of a text in any form; raises the error of the first bad one."""
    found = []
    try:
        records = list(read_records(BytesIO(text.encode())))
    except SourceError as error:
        raise InputError(
            f"found {quote(text.splitlines()[0])}, expected a position such as nakatta:start:5x5, "
            "or a board below the name of its game"
        ) from error
    for record in records:
        if record.position is None:
            raise record.error or InputError("found no position")
        limit(record.position)
        found.append(
            {"position": format_position(record.position), "title": title(record.position)}
        )
    if not found:
        raise InputError("found no position, expected at least one")
    return {"positions": found}


def numbers_record(position: Position) -> Record:
    """Return the board of a puzzle solved by numbers, without any: the page adds them itself."""
    return {
        "position": format_position(position),
        "title": title(position),
        "size": list(position.board.size),
        **_picture(replace(draw(position), labels={})),
    }


def _picture(drawing: Drawing) -> Record:
    """Return the picture, the location of its squares, and their contents, rank by rank from a1.

    The page writes the coordinates itself, in the reader's font.
    """
    board = drawing.board
    (left, top), (width, height) = corner(drawing, is_bare=True), extent(drawing, is_bare=True)
    rise, shift, inset = ranks_of(drawing)
    return {
        "svg": to_svg(drawing, _INKS, is_bare=True),
        "frame": {
            "left": left,
            "top": top + inset,
            "side": SIDE,
            "rise": rise,
            "shift": shift,
            "width": width,
            "height": height,
        },
        "squares": [
            {
                "name": board.name(square),
                "symbol": symbol,
                "piece": None if symbol == EMPTY else drawing.names[symbol],
            }
            for square, symbol in enumerate(board.cells)
        ],
    }
