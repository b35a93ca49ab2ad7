"""Boards as people write them: rows, grids, and the pictures that `show` draws.

    Deal 1
    wbbb
    bbbw

Such a text need not say of which game it is, whose turn it is, or which letters stand for the
pieces: a `Supplied` supplies what it lacks. Grids may be indented, and may have rank numbers and
file letters; blank lines, headings or the given size separate them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from positions.errors import Flaw, PositionError, SourceError, one_of, quote
from positions.game import Game, Position
from positions.games import GAMES, game_of
from positions.grid import EMPTY
from positions.looks.drawing import title
from positions.looks.scene import looks_of
from positions.looks.signs import ASCII_BOARD, UNICODE_BOARD, edge_sign, piece_sign
from positions.reading.lines import Line
from positions.text import Setup, parse_position

# What stands for an empty square: what people write, and what pictures have there.
_EMPTIES = f"{EMPTY}_+{UNICODE_BOARD.empty}{UNICODE_BOARD.crossings}"
# What pictures have between squares. A hyphen is an empty square if rows are then of one length.
_BETWEEN = frozenset("─━│┃|[]")
_HYPHEN = "-"
_FRAME = _BETWEEN | {UNICODE_BOARD.first_edge, UNICODE_BOARD.second_edge, " "}
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_RANK = re.compile(r"[0-9]{1,3}")
_WORD = re.compile(r"\S+")
_MARK = re.compile(r"[0-9]+|[^0-9]")
_SIZE = re.compile(r"[0-9]+[×x][0-9]+")
# How many lines of a heading are kept: of a picture, those above it, its title and its legend.
_HEADING = 4
# How many different signs of an unknown board are quoted.
_SHOWN = 8

# A square's symbol, and its column in the line.
_Cell = tuple[str, int]


@dataclass(frozen=True)
class Supplied:
    """What is known of positions besides their text; None or nothing where it is not.

    `letters` maps letters of the text to the game's symbols.
    """

    game: Game | None = None
    variants: tuple[str, ...] = ()
    turn: str | None = None
    size: tuple[int, int] | None = None
    letters: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def signs(self) -> dict[str, str]:
        """What stands for symbols and empty squares: of all games, if the game is not known."""
        games = GAMES if self.game is None else [self.game.name]
        signs = {sign: symbol for name in games for sign, symbol in _signs_of(name).items()}
        return signs | _in_either_case(self.letters)

    def completed(self, text: str) -> str:
        """Return a line of position text with the game and the turn that it may lack."""
        if self.game is None or names_game(text):
            return text
        rows, colon, rest = text.partition(":")
        rows = "".join(self.signs.get(mark, mark) for mark in rows)
        header = "+".join((self.game.name, *self.variants))
        return ":".join((header, rows, rest if colon else self.turn or _first_player(self.game)))


NOTHING = Supplied()


@dataclass(slots=True)
class Block:
    """The lines of one board, and the heading above it.

    `rank` is the rank number at the side of the last row.
    """

    heading: list[Line] = field(default_factory=list)
    rows: list[Line] = field(default_factory=list)
    rank: int | None = None

    @property
    def first(self) -> Line:
        """The line where the board begins."""
        return self.rows[0]

    @property
    def title(self) -> str | None:
        """The title of a picture, None if this is not one."""
        return next((text for text in self._texts if _titled(text) is not None), None)

    @property
    def name(self) -> str | None:
        """The heading, without the title and the legend of a picture, or the label of the line."""
        texts, title = self._texts, self.title
        if title is not None:
            texts = texts[: texts.index(title)]
        *label, _ = self.first.text.split()
        is_labelled = len(self.rows) == 1 and "/" in self.first.text
        return " ".join(texts or label if is_labelled else texts).rstrip(":.)") or None

    @property
    def _texts(self) -> list[str]:
        return [line.text.strip() for line in self.heading]


def names_game(text: str) -> bool:
    """Return whether a text begins like position text, with the name of a game."""
    head, colon, _ = text.strip().partition(":")
    return bool(colon) and head.partition("+")[0] in GAMES


def is_board(text: str, supplied: Supplied = NOTHING) -> bool:
    """Return whether a line is a row of a board, or a whole board."""
    return is_whole(text, supplied) or _is_row(text, supplied.signs)


def is_whole(text: str, supplied: Supplied) -> bool:
    """Return whether a line is a whole board: rows with slashes, or all squares without a break."""
    *label, board = text.split() or [""]
    rows, size = board.partition(":")[0], supplied.size
    if "/" in rows:
        return _is_row(rows.replace("/", ""), supplied.signs)
    is_long = size is not None and size[1] > 1 and len(rows) == size[0] * size[1]
    return is_long and not label and _is_row(rows, supplied.signs)


def blocks(lines: Iterable[Line], supplied: Supplied) -> Iterator[Block]:
    """Yield the boards of a text; a line that begins with ``#`` is a heading."""
    block = Block()
    height = None if supplied.size is None else supplied.size[1]
    for line in map(_without_comment, lines):
        text = line.text.strip()
        if is_whole(text, supplied):
            if block.rows:
                yield block
                block = Block()
            yield Block(block.heading, [line])
            block = Block()
        elif not text or (block.rows and _ends_board(block, text)):
            # In a picture, there may be a blank line above every rank but the first.
            if block.rows and (text or block.rank in (None, 1)):
                yield block
                block = Block()
        elif not text.startswith("#") and _continues(block, text, supplied.signs):
            block.rows.append(line)
            if {*text} - _FRAME:
                word = text.partition(" ")[0]
                block.rank = int(word) if _RANK.fullmatch(word) else None
            if len(block.rows) == height and block.title is None:
                yield block
                block = Block()
        else:
            if block.rows:
                yield block
                block = Block()
            block.heading = [*block.heading[1 - _HEADING :], line]
    if block.rows:
        yield block


def _continues(block: Block, text: str, signs: Mapping[str, str]) -> bool:
    """Return whether a line is a row, or what a picture has between two rows."""
    is_empty_row = block.rows and text == str(len(_cells(block.first.text, signs)))
    return _is_row(text, signs) or not {*text} - _FRAME or bool(is_empty_row)


def _without_comment(line: Line) -> Line:
    text = line.text.strip()
    if "#" not in text or text.startswith("#"):
        return line
    return replace(line, text=line.text.partition("#")[0])


def known_of(block: Block, supplied: Supplied) -> tuple[Game, Supplied]:
    """Return the game of a board and what is known of it: by title, by options, or by its signs.

    Raises `SourceError` if several games have such boards, or none.
    """
    titled = None if block.title is None else _titled(block.title)
    if titled is not None:
        return titled
    if supplied.game is not None:
        return supplied.game, supplied
    marks = {mark for line in block.rows for mark, _ in _cells(_board_in(line), {})} - {*_EMPTIES}
    letters = _in_either_case(supplied.letters)
    fitting = [
        game
        for game in GAMES.values()
        if marks - letters.keys() <= {*_signs_of(game.name), "/", _HYPHEN}
        and {*letters.values()} <= {*game.pieces, EMPTY}
        and {*supplied.variants} <= {variant.name for variant in game.variants}
        and supplied.turn in (None, *game.players)
    ]
    if len(fitting) == 1 and (supplied.variants or fitting[0].solitaire is None):
        return fitting[0], replace(supplied, game=fitting[0])
    shown = ", ".join(map(quote, sorted(marks - {"/", _HYPHEN})[:_SHOWN]))
    options = [f"--game {game.name}" for game in fitting]
    options += [f"--variant {game.solitaire}" for game in fitting if game.solitaire is not None]
    expected = one_of([], *options) if fitting else "--game, and --letters for other letters"
    found = f"found a board of {shown}, which does not say its game, expected {expected}"
    raise SourceError(found, block.first.number)


def _board_in(line: Line) -> str:
    """Return a line, or if it has rows with slashes, these."""
    return line.text.split()[-1].partition(":")[0] if "/" in line.text else line.text


def parse_block(block: Block, supplied: Supplied) -> Position:
    """Parse a board, given what is known of it.

    Raises `PositionError` with all flaws, each with its line in the file.
    """
    game, known = known_of(block, supplied)
    if "/" in block.first.text and is_whole(block.first.text, known):
        return _parse_line(block.first, known)
    setup = Setup(game, list(known.variants), turn=known.turn or _first_player(game))
    for name, value in known.keys.items():
        setup.add_key(name, value)
    rows = _rows(block, game, known)
    for number, (_, row) in enumerate(rows, start=1):
        setup.rows.append("".join(symbol for symbol, _ in row))
        setup.flaws += (
            Flaw(quote(symbol), one_of([*game.pieces, EMPTY]), row=number, column=column)
            for symbol, column in row
            if symbol not in game.pieces and symbol != EMPTY
        )
    if known.size is not None and not setup.flaws and len(rows) != known.size[1]:
        found = f"{len(rows)} rows" if len(rows) != 1 else "1 row"
        setup.flaws.append(Flaw(found, f"{known.size[1]}, as --size says"))
    try:
        return setup.position() if block.title is None else _titled_position(setup, block.title)
    except PositionError as error:
        places = [line.number for line, _ in rows]
        raise PositionError(
            [
                replace(flaw, line=places[flaw.row - 1] if flaw.row else block.first.number)
                for flaw in error.flaws
            ]
        ) from error


def _parse_line(line: Line, known: Supplied) -> Position:
    """Parse a line of rows with slashes; columns count the characters of the line."""
    board = line.text.split()[-1]
    completed = known.completed(board)
    shift = line.text.rindex(board) - completed.index(":") - 1
    try:
        return parse_position(completed)
    except PositionError as error:
        flaws = [
            replace(flaw, line=line.number, column=flaw.column and flaw.column + shift)
            for flaw in error.flaws
        ]
        raise PositionError(flaws) from error


def _titled_position(setup: Setup, text: str) -> Position:
    """Return the position with the title; where that names no player to move, with either turn."""
    position = setup.position()
    if text in _titles(position):
        return position
    other = game_of(position).other_turn(position)
    return other if other is not None and text in _titles(other) else position


def _titles(position: Position) -> tuple[str, str]:
    return title(position), title(position, times="x")


def _rows(block: Block, game: Game, known: Supplied) -> list[tuple[Line, list[_Cell]]]:
    """Return the rows of a board, each with its line."""
    is_picture, rows = block.title is not None, list[tuple[Line, list[_Cell]]]()
    # In a picture hyphens join pieces, and empty squares have signs of their own.
    for signs in (known.signs,) if is_picture else (known.signs | {_HYPHEN: EMPTY}, known.signs):
        found = (
            (line, _cells(line.text, signs, game if is_picture else None)) for line in block.rows
        )
        rows = [(line, cells) for line, cells in found if cells]
        if len({len(cells) for _, cells in rows}) == 1:
            break
    if len(rows) == 1 and known.size is not None and is_whole(block.first.text, known):
        ((line, cells),), width = rows, known.size[0]
        rows = [(line, cells[start : start + width]) for start in range(0, len(cells), width)]
    return rows


def _cells(text: str, signs: Mapping[str, str], pictured: Game | None = None) -> list[_Cell]:
    """Return the cells of a row, without its rank number and the edges of a `pictured` game.

    A number within a word is a number of empty squares.
    """
    words = list(_WORD.finditer(text))
    for end in (0, -1):
        if len(words) > 1 and _RANK.fullmatch(words[end][0]):
            words.pop(end)
    for ends, sides in () if pictured is None else _edges(pictured):
        if not {*"".join(word[0] for word in words)} - {ends}:
            return []
        if len(words) > 1 and words[0][0] == words[-1][0] == sides:
            words = words[1:-1]
    cells: list[_Cell] = []
    for word in words:
        for mark in _MARK.finditer(word[0]):
            column = word.start() + mark.start() + 1
            if mark[0].isdigit():
                cells += [(EMPTY, column)] * min(int(mark[0][:4]), len(_ALPHABET) + 1)
            elif mark[0] not in _BETWEEN and (mark[0] != _HYPHEN or _HYPHEN in signs):
                cells.append((signs.get(mark[0], mark[0]), column))
    return cells


def _edges(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the signs of the edges in pictures: those above and below, and those at the sides."""
    ends, sides = game.scene.ends, game.scene.sides
    if ends is not None and sides is not None:
        for signs in (UNICODE_BOARD, ASCII_BOARD):
            yield edge_sign(game.scene, ends, signs), edge_sign(game.scene, sides, signs)


def _is_row(text: str, signs: Mapping[str, str]) -> bool:
    """Return whether at least half of a line is signs of pieces and of empty squares."""
    marks = [mark for mark in text if not mark.isspace() and not mark.isdigit()]
    cells = sum(mark in signs or mark == _HYPHEN for mark in marks)
    known = cells + sum(mark in _BETWEEN for mark in marks)
    return cells > 0 and 2 * known >= len(marks) and not _is_files(text)


def _ends_board(block: Block, text: str) -> bool:
    """Return whether a line names the files below a board, which may have a single one."""
    return _is_files(text) or (text == _ALPHABET[0] and block.rank == 1)


def _is_files(text: str) -> bool:
    """Return whether a line names the files, from a on."""
    letters = "".join(text.split())
    return len(letters) > 1 and _ALPHABET.startswith(letters)


def _first_player(game: Game) -> str:
    return next(iter(game.players))


@cache
def _signs_of(name: str) -> dict[str, str]:
    """Return what stands for the symbols of a game, and for empty squares."""
    game = GAMES[name]
    looks = looks_of(game.scene, game.pieces)
    signs = dict.fromkeys(_EMPTIES, EMPTY)
    signs |= {piece_sign(looks, symbol, UNICODE_BOARD): symbol for symbol in game.pieces}
    return signs | _in_either_case({symbol: symbol for symbol in game.pieces})


def _in_either_case(letters: Mapping[str, str]) -> dict[str, str]:
    """Return a table of letters that also has the other case of each that it does not have."""
    return {letter.swapcase(): symbol for letter, symbol in letters.items()} | dict(letters)


def _titled(text: str) -> tuple[Game, Supplied] | None:
    """Return what the title of a picture says, such as "Nakatta, pie, 4×4, White to move"."""
    game = next((game for game in GAMES.values() if text.startswith(f"{game.title}, ")), None)
    if game is None:
        return None
    facts = text.removeprefix(f"{game.title}, ").split(", ")
    if not any(_SIZE.fullmatch(fact) for fact in facts):
        return None
    names = {variant.name for variant in game.variants}
    words = [word for fact in facts for word in fact.split(" + ") if word in names]
    keys = {
        key.name: found[1]
        for key in game.keys
        if (found := re.search(rf"\b{key.title or key.name} (\S+?)(?:, | |$)", text))
    }
    first = facts[-1].partition(" ")[0]
    turns = [turn for turn, player in game.players.items() if player.capitalize() == first]
    return game, Supplied(game, tuple(words), next(iter(turns), None), keys=keys)
