"""Positions as diagrams: a few ``name: value`` lines, then a board drawn in symbols.

    game: sight-reduction
    variants: solitaire
    turn: w

      3  w b w
      2  b . b
      1  w b w
         a b c

Blank lines are ignored; ``#`` starts a comment; a line of ``---`` separates two diagrams. Rank
numbers, file letters and the spaces between symbols may be omitted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from positions.errors import Flaw, PositionError, one_of, quote
from positions.game import Game, Position
from positions.games import GAMES
from positions.grid import EMPTY
from positions.reading.lines import Line
from positions.reading.plain import NOTHING, Supplied
from positions.text import Setup, format_position

SEPARATOR = re.compile(r"\s*-{3,}\s*")
_RANK = re.compile(r"[0-9]+")


def header_names() -> set[str]:
    """Return the names that a diagram's header lines may have."""
    return {"game", "variants", "turn"} | {key.name for g in GAMES.values() for key in g.keys}


def is_header(text: str) -> bool:
    """Return whether a line is a header line of a diagram."""
    name, colon, _ = text.partition(":")
    return bool(colon) and name.strip().lower() in header_names()


def parse_diagram(lines: Sequence[Line], supplied: Supplied = NOTHING) -> Position:
    """Parse a position from the lines of its diagram, without comments and blank lines.

    What its header does not name is `supplied`.

    Raises `PositionError` with all flaws, each with its line in the file; if some lines are not
    text, with theirs.
    """
    unreadable = [line.flaw for line in lines if line.flaw is not None]
    if unreadable:
        raise PositionError(unreadable)
    setup = Setup()
    board = [line for line in lines if not _is_header_line(line)]
    flaws = _read_headers(setup, [line for line in lines if _is_header_line(line)], supplied)
    if setup.game is not None:
        flaws += _read_board(setup, setup.game, board)
        if setup.turn is None and not flaws:
            setup.turn = supplied.turn or next(iter(setup.game.players))
    setup.flaws = flaws
    try:
        return setup.position()
    except PositionError as error:
        first = lines[0].number if lines else 1
        raise PositionError(
            [flaw if flaw.line else replace(flaw, line=first) for flaw in error.flaws]
        ) from error


def _is_header_line(line: Line) -> bool:
    return ":" in line.text


def _read_headers(setup: Setup, headers: Sequence[Line], supplied: Supplied) -> list[Flaw]:
    """Parse the header lines, the game first, since the others depend on it."""
    named = [(_name(line), line) for line in headers]
    names = {name for name, _ in named}
    if "game" not in names:
        setup.game = supplied.game
    if setup.game is not None and "variants" not in names:
        setup.variants += supplied.variants
    flaws: list[Flaw] = []
    seen: set[str] = set()
    for name, line in sorted(named, key=lambda item: item[0] != "game"):
        before = len(setup.flaws)
        if name in seen:
            setup.flaws.append(Flaw(f"{quote(name)} twice", "it only once"))
        else:
            _read_header(setup, name, line)
        seen.add(name)
        flaws += [replace(flaw, line=line.number) for flaw in setup.flaws[before:]]
    if "game" not in seen and supplied.game is None:
        flaws.append(Flaw("no game", f"'game:' with {one_of(list(GAMES))}"))
    return flaws


def _name(line: Line) -> str:
    return line.text.partition(":")[0].strip().lower()


def _read_header(setup: Setup, name: str, line: Line) -> None:
    value = line.text.partition(":")[2]
    column = line.text.index(":") + 2 + len(value) - len(value.lstrip())
    value = value.strip()
    if name == "game":
        setup.name_game(value, column)
    elif name == "turn":
        setup.add_turn(value, column)
    elif name == "variants":
        for word in re.finditer(r"[^\s,+]+", value):
            setup.add_variant(word[0], column + word.start())
    else:
        setup.add_key(name, value, column)


def _read_board(setup: Setup, game: Game, lines: Sequence[Line]) -> list[Flaw]:
    """Parse the rows of the board, and check the rank numbers and file letters around it."""
    if not lines:
        return [Flaw("no board", "an indented board of symbols")]
    flaws: list[Flaw] = []
    rows: list[tuple[Line, int | None]] = []
    for line in lines:
        if _is_files(game, line.text):
            continue
        if not line.text[:1].isspace():
            flaws.append(
                Flaw(quote(line.text), "'name: value' or an indented row", line=line.number)
            )
            continue
        number = len(rows) + 1
        symbols, rank, row_flaws = _read_row(game, line, number)
        flaws += row_flaws
        setup.rows.append(symbols)
        rows.append((line, rank))
    for height, (line, rank) in zip(range(len(rows), 0, -1), rows, strict=True):
        if rank is not None and rank != height:
            row = len(rows) - height + 1
            flaws.append(Flaw(f"rank {rank}", f"rank {height}", row=row, line=line.number))
    return flaws or _ragged(setup.rows, [line for line, _ in rows])


def _ragged(rows: Sequence[str], lines: Sequence[Line]) -> list[Flaw]:
    width = len(rows[0]) if rows else 0
    return [
        Flaw(f"{len(row)} squares", f"{width}, as in row 1", row=number, line=line.number)
        for number, (row, line) in enumerate(zip(rows, lines, strict=True), start=1)
        if len(row) != width
    ]


def _is_files(game: Game, text: str) -> bool:
    """Return whether a line names the files: a b c …, in lower or upper case."""
    letters = "".join(text.split())
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    if not letters or letters[0] in game.pieces:
        return False
    return alphabet.startswith(letters) or alphabet.upper().startswith(letters)


def _read_row(game: Game, line: Line, number: int) -> tuple[str, int | None, list[Flaw]]:
    """Return a row's symbols and its rank number, if it has one."""
    words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", line.text)]
    rank: int | None = None
    for end in (0, -1):
        if words and _RANK.fullmatch(words[end][0]) and len(words[end][0]) < 5:
            rank = int(words.pop(end)[0])
    flaws: list[Flaw] = []
    symbols: list[str] = []
    for word, start in words:
        for column, symbol in enumerate(word, start):
            symbols.append(symbol)
            if symbol not in game.pieces and symbol != EMPTY:
                expected = one_of([*game.pieces, EMPTY])
                flaws.append(Flaw(quote(symbol), expected, number, column, line.number))
    return "".join(symbols), rank, flaws


def format_diagram(position: Position) -> str:
    """Return a position as a diagram that reads back as the same position."""
    header, _, turn, *keys = format_position(position).split(":")
    name, *variants = header.split("+")
    lines = [f"game: {name}"]
    if variants:
        lines.append("variants: " + " ".join(variants))
    lines.append(f"turn: {turn}")
    lines += [key.replace("=", ": ", 1) for key in keys]
    board = position.board
    margin = len(str(board.height)) + 2
    lines.append("")
    for rank, row in zip(range(board.height, 0, -1), board.rows(), strict=True):
        lines.append(f"{rank:>{margin}}  " + " ".join(row))
    files = " ".join(board.name(file)[0] for file in range(board.width))
    lines.append(" " * (margin + 2) + files)
    return "\n".join(lines)
