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
from functools import cache

from positions.errors import Flaw, PositionError, SourceError, one_of, quote
from positions.game import Game, Position
from positions.games import GAMES
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
_EDGES = frozenset((UNICODE_BOARD.first_edge, UNICODE_BOARD.second_edge))
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_RANK = re.compile(r"[0-9]{1,3}")
_ROWS = re.compile(
    r"(?:(?P<name>[^/:]*?)[:.)]?\s+)?(?P<rows>[^\s/:]+(?:/[^\s/:]+)+)(?P<rest>:\S+)?"
)
_SIZE = re.compile(r"[0-9]+[×x][0-9]+")


@dataclass(frozen=True, slots=True)
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

    def completed(self, text: str) -> str:
        """Return a line of position text with the game and the turn that it may lack."""
        rows, colon, rest = text.partition(":")
        if self.game is None or rows.partition("+")[0] in GAMES:
            return text
        signs = _signs_of(self)
        rows = "".join(signs.get(mark, mark) for mark in rows)
        header = "+".join((self.game.name, *self.variants))
        return ":".join((header, rows, rest if colon else self._turn(self.game)))

    def setup(self) -> Setup:
        """Return a position being parsed, without its rows."""
        if self.game is None:
            raise AssertionError("the game is not known")
        setup = Setup(self.game, turn=self._turn(self.game))
        for variant in self.variants:
            setup.add_variant(variant)
        for name, value in self.keys.items():
            setup.add_key(name, value)
        return setup

    def _turn(self, game: Game) -> str:
        return self.turn or next(iter(game.players))


NOTHING = Supplied()


@dataclass(slots=True)
class Block:
    """The lines of one board, and the heading above it."""

    heading: list[Line] = field(default_factory=list)
    rows: list[Line] = field(default_factory=list)

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
        texts = self._texts
        if self.title is not None:
            texts = texts[: texts.index(self.title)]
        label = _ROWS.fullmatch(self.first.text.strip())
        return " ".join(texts) or (label["name"] if label is not None else None)

    @property
    def _texts(self) -> list[str]:
        return [line.text.strip() for line in self.heading]


def names_game(text: str) -> bool:
    """Return whether a text begins like position text, with the name of a game."""
    head, colon, _ = text.strip().partition(":")
    return bool(colon) and head.partition("+")[0] in GAMES


def is_board(text: str, supplied: Supplied = NOTHING) -> bool:
    """Return whether a line is a row of a board, or a whole board."""
    return is_whole(text, supplied) or _is_row(text, _signs_of(supplied))


def blocks(lines: Iterable[Line], supplied: Supplied) -> Iterator[Block]:
    """Yield the boards of a text."""
    signs, block = _signs_of(supplied), Block()
    height = None if supplied.size is None else supplied.size[1]
    for line in lines:
        text = line.text.strip()
        if is_whole(text, supplied):
            if block.rows:
                yield block
                block = Block()
            yield Block(block.heading, [line])
            block = Block()
        elif not text or (_is_files(text) and block.rows):
            # In a picture, there may be a blank line above every rank but the first.
            if block.rows and (text or _last_rank(block) in (None, 1)):
                yield block
                block = Block()
        elif (
            _is_row(text, signs)
            or not {*text} - _BETWEEN - _EDGES - {" "}
            or (block.rows and text == str(len(_cells(block.first.text, signs))))  # empty squares
        ):
            block.rows.append(line)
            if len(block.rows) == height and block.title is None:
                yield block
                block = Block()
        elif block.rows:
            yield block
            block = Block([line])
        else:
            block.heading.append(line)
    if block.rows:
        yield block


def settled(block: Block, supplied: Supplied) -> Supplied:
    """Return what is known of a board: by its title, by options, or by its signs.

    Raises `SourceError` if several games have such boards, or none.
    """
    if block.title is not None:
        return _titled(block.title) or supplied
    if supplied.game is not None:
        return supplied
    label = _ROWS.fullmatch(block.first.text.strip())
    texts = [line.text for line in block.rows] if label is None else [label["rows"]]
    marks = {mark for text in texts for mark in text if mark.isalpha() or mark in "○●♔♚¤"}
    fitting = [
        game
        for game in GAMES.values()
        if marks - supplied.letters.keys() <= _signs_of_game(game.name).keys()
        and {*supplied.letters.values()} <= {*game.pieces, EMPTY}
        and {*supplied.variants} <= {variant.name for variant in game.variants}
    ]
    if len(fitting) == 1 and (supplied.variants or fitting[0].solitaire is None):
        return replace(supplied, game=fitting[0])
    shown = ", ".join(map(quote, sorted(marks)))
    names = [f"--game {game.name}" for game in fitting] or ["--game", "--letters"]
    names += [f"--variant {game.solitaire}" for game in fitting if game.solitaire is not None]
    expected = one_of([], *names) if fitting else "--game, and --letters for other letters"
    found = f"found a board of {shown}, which does not say its game, expected {expected}"
    raise SourceError(found, block.first.number)


def parse_block(block: Block, supplied: Supplied) -> Position:
    """Parse a board, given what is known of it.

    Raises `PositionError` with all flaws, each with its line in the file.
    """
    known = settled(block, supplied)
    text = block.first.text
    whole = _ROWS.fullmatch(text.strip()) if len(block.rows) == 1 else None
    if whole is not None:
        return _parse_line(block.first, whole["rows"] + (whole["rest"] or ""), known)
    setup = known.setup()
    numbers = _read_rows(setup, block, known)
    try:
        return _with_turn(setup, block.title) if block.title is not None else setup.position()
    except PositionError as error:
        first = block.first.number
        flaws = [
            replace(flaw, line=numbers[flaw.row - 1] if flaw.row else first) for flaw in error.flaws
        ]
        raise PositionError(flaws) from error


def _parse_line(line: Line, text: str, known: Supplied) -> Position:
    completed = known.completed(text)
    shift = line.text.index(text) - completed.index(":") - 1
    try:
        return parse_position(completed)
    except PositionError as error:
        flaws = [
            replace(
                flaw, line=line.number, column=None if flaw.column is None else flaw.column + shift
            )
            for flaw in error.flaws
        ]
        raise PositionError(flaws) from error


def _with_turn(setup: Setup, text: str) -> Position:
    """Return the position with the title; where that names no player to move, with either turn."""
    position = setup.position()
    game = setup.game
    if game is None or text in _titles(position):
        return position
    other = replace(setup, turn=game.opponent(position.turn)).position()
    return other if text in _titles(other) else position


def _titles(position: Position) -> tuple[str, str]:
    return title(position), title(position, times="x")


def _read_rows(setup: Setup, block: Block, known: Supplied) -> list[int]:
    """Read the rows of a board, and return the line of each."""
    signs, game = _signs_of(known), setup.game
    if game is None:
        raise AssertionError("the game is not known")
    # In a picture they join pieces, and empty squares have signs of their own.
    for hyphens in (False,) if block.title is not None else (True, False):
        table = signs | {_HYPHEN: EMPTY} if hyphens else signs
        rows = [
            (line, cells)
            for line in block.rows
            if (cells := _cells(_inner(line.text, block, game), table))
        ]
        if len({len(cells) for _, cells in rows}) == 1:
            break
    if len(rows) == 1 and known.size is not None and len(rows[0][1]) != known.size[0]:
        ((line, cells),) = rows
        width = known.size[0]
        rows = [(line, cells[start : start + width]) for start in range(0, len(cells), width)]
    for number, (line, cells) in enumerate(rows, start=1):
        for mark in cells:
            if mark not in game.pieces and mark != EMPTY:
                column = line.text.index(mark) + 1
                expected = one_of([*game.pieces, EMPTY])
                setup.flaws.append(Flaw(quote(mark), expected, row=number, column=column))
        setup.rows.append("".join(cells))
    if known.size is not None and not setup.flaws and len(rows) != known.size[1]:
        found = f"{len(rows)} rows" if len(rows) != 1 else "1 row"
        setup.flaws.append(Flaw(found, f"{known.size[1]}, as --size says"))
    return [line.number for line, _ in rows]


def _inner(text: str, block: Block, game: Game) -> str:
    """Return what is between the edges of a picture; nothing for its upper and lower edge."""
    if block.title is None or game.scene.ends is None or game.scene.sides is None:
        return text
    for signs in (UNICODE_BOARD, ASCII_BOARD):
        ends, sides = (
            edge_sign(game.scene, owner, signs) for owner in (game.scene.ends, game.scene.sides)
        )
        words = text.split()
        if words and not {*"".join(words)} - {ends}:
            return ""
        at = words.index(sides) if sides in words[:2] else None
        if at is not None and words[-1] == sides:
            return " ".join(words[at + 1 : -1])
    return text


def _cells(text: str, signs: Mapping[str, str]) -> list[str]:
    """Return the symbols of a row; a number within a word is a number of empty squares."""
    words = text.split()
    for end in (0, -1):
        if len(words) > 1 and _RANK.fullmatch(words[end]):
            words.pop(end)
    cells: list[str] = []
    for mark in re.findall(r"[0-9]+|[^0-9]", "".join(words)):
        if mark.isdigit():
            cells += EMPTY * min(int(mark), len(_ALPHABET) + 1)
        elif mark not in _BETWEEN and (mark != _HYPHEN or _HYPHEN in signs):
            cells.append(signs.get(mark, mark))
    return cells


def _last_rank(block: Block) -> int | None:
    """Return the last rank number at the side of a board."""
    for line in reversed(block.rows):
        words = line.text.split()
        if len(words) > 1 and _RANK.fullmatch(words[0]):
            return int(words[0])
    return None


def is_whole(text: str, supplied: Supplied) -> bool:
    """Return whether a line is a whole board: rows with slashes, or all squares without a break."""
    text, size = text.strip(), supplied.size
    match = _ROWS.fullmatch(text)
    if match is not None:
        return _is_row(match["rows"].replace("/", ""), _signs_of(supplied))
    is_long = size is not None and size[1] > 1 and len(text) == size[0] * size[1]
    return is_long and " " not in text and _is_row(text, _signs_of(supplied))


def _is_row(text: str, signs: Mapping[str, str]) -> bool:
    """Return whether most of a line is signs of pieces and of empty squares."""
    marks = [mark for mark in text if not mark.isspace() and not mark.isdigit()]
    known = sum(mark in signs or mark == _HYPHEN or mark in _BETWEEN for mark in marks)
    has_cells = any(mark in signs or mark == _HYPHEN for mark in marks)
    return has_cells and 2 * known > len(marks) and not _is_files(text)


def _is_files(text: str) -> bool:
    """Return whether a line names the files, from a on."""
    letters = "".join(text.split())
    return len(letters) > 1 and _ALPHABET.startswith(letters)


@cache
def _signs_of_game(name: str) -> dict[str, str]:
    """Return what stands for the symbols of a game, and for empty squares."""
    game = GAMES[name]
    looks = looks_of(game.scene, game.pieces)
    signs = dict.fromkeys(_EMPTIES, EMPTY)
    signs |= {piece_sign(looks, symbol, UNICODE_BOARD): symbol for symbol in game.pieces}
    others = {symbol.swapcase(): symbol for symbol in game.pieces}
    return signs | others | {symbol: symbol for symbol in game.pieces}


def _signs_of(supplied: Supplied) -> dict[str, str]:
    """Return the signs of the game, or of all games if it is not known, and the given letters."""
    games = GAMES if supplied.game is None else [supplied.game.name]
    signs = {sign: symbol for name in games for sign, symbol in _signs_of_game(name).items()}
    others = {letter.swapcase(): symbol for letter, symbol in supplied.letters.items()}
    return signs | others | dict(supplied.letters)


@cache
def _titled(text: str) -> Supplied | None:
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
    return Supplied(game, tuple(words), next(iter(turns), None), keys=keys)
