"""Drawn boards that replace the diagrams in characters on the site.

In the source of a page a board is a code block, which is readable anywhere: the line of a position
with its diagram below, or diagrams side by side. On the site each becomes a picture, made by the
code that draws all our boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from positions import InputError
from positions.game import Game, Position
from positions.games import GAMES
from positions.grid import EMPTY, Board
from positions.looks.drawing import Drawing, draw
from positions.looks.picture import SCREEN, to_svg
from positions.text import parse_position

# The page sets the colours of paper and ink for its light and dark themes.
_INKS = replace(SCREEN, style="")
_BLOCK = re.compile(r"^ {4}.*\n(?: {4}.*\n|[ ]*\n(?= {4}))*", re.MULTILINE)
_RANK = re.compile(r"\s*[0-9]+\s+")
# Symbols of a pattern that are not pieces: squares named in the text, and squares out of play.
_LABEL, _BARRED = "x", "#"


class WrongDiagram(ValueError):  # noqa: N818 - the name says what is wrong
    """A diagram that does not show the position above it."""


def with_pictures(markdown: str, game: str | None) -> str:
    """Return a page's text with a picture for each board.

    `game` is the game whose rules the page states, if any: only then diagrams without a position
    are drawn. Raises `WrongDiagram`.
    """
    return _BLOCK.sub(lambda found: _drawn(found[0], game) or found[0], markdown)


def _drawn(block: str, game: str | None) -> str | None:
    lines = [line.rstrip() for line in block.splitlines() if line.strip()]
    position = _position(lines[0].strip())
    if position is not None:
        if len(lines) == 1:
            return None
        _check(position, lines[1:])
        return _figures([(f"`{lines[0].strip()}`", draw(position))])
    if game is None:
        return None
    patterns = list(_patterns(lines, GAMES[game]))
    return _figures(patterns) if patterns else None


def _position(text: str) -> Position | None:
    try:
        return parse_position(text)
    except InputError:
        return None


def _check(position: Position, lines: Sequence[str]) -> None:
    """Raise `WrongDiagram` unless lines show a position, with the files named below."""
    rows = [_RANK.sub("", line, count=1).replace(" ", "") for line in lines[:-1]]
    files = "".join(lines[-1].split())
    if rows != position.board.rows() or not files.startswith("ab"):
        raise WrongDiagram(f"found the diagram {lines}, expected that of {position}")


def _patterns(lines: list[str], game: Game) -> Iterator[tuple[str, Drawing]]:
    """Yield the captions and boards of diagrams side by side; nothing if they are not diagrams."""
    symbols = {*game.pieces, EMPTY, _LABEL, _BARRED}
    columns = _columns(lines)
    captions = [column.pop(0) if _is_caption(column[0], symbols) else "" for column in columns]
    rows = [[row.split() for row in column if row] for column in columns]
    for caption, board in zip(captions, rows, strict=True):
        if not board or any({*row} - symbols or len(row) != len(board[0]) for row in board):
            return
        yield caption, _pattern(board, game)


def _is_caption(text: str, symbols: set[str]) -> bool:
    return bool(set(text.split()) - symbols)


def _columns(lines: list[str]) -> list[list[str]]:
    """Split diagrams side by side, which three spaces separate in every line."""
    width = max(map(len, lines))
    padded = [line.ljust(width) for line in lines]
    is_blank = [all(line[at] == " " for line in padded) for at in range(width)]
    parts = list[tuple[int, int]]()
    for found in re.finditer(r"[^ ](?: {0,2}[^ ])*", "".join(" #"[not it] for it in is_blank)):
        parts.append(found.span())
    return [[line[start:end].strip() for line in padded] for start, end in parts]


def _pattern(rows: list[list[str]], game: Game) -> Drawing:
    cells = [cell for row in reversed(rows) for cell in row]
    pieces = "".join(cell if cell in game.pieces else EMPTY for cell in cells)
    position = Position(game.name, Board(len(rows[0]), len(rows), pieces), next(iter(game.players)))
    return replace(
        draw(position),
        title=f"{game.title}, a pattern",
        marks=frozenset(at for at, cell in enumerate(cells) if cell == _BARRED),
        labels={at: _LABEL for at, cell in enumerate(cells) if cell == _LABEL},
    )


def _figures(drawings: Sequence[tuple[str, Drawing]]) -> str:
    """Return pictures side by side, each with its caption."""
    parts = []
    for caption, drawing in drawings:
        text = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(caption))
        under = f"<figcaption>{text}</figcaption>" if caption else ""
        parts.append(f"<figure>{to_svg(drawing, _INKS)}{under}</figure>")
    return f'<div class="boards">{"".join(parts)}</div>\n'
