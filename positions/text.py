"""Positions as one line of text: ``GAME[+VARIANT…]:ROWS:TURN[:KEY=VALUE…]``.

Rows run from the top rank down, separated by ``/``; numbers or dots are empty squares. Parsing
collects all flaws; printing gives the canonical line, which parses as the same position. `Setup`,
shared with the other text forms, is what has been read but not yet checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from positions.errors import Flaw, InputError, MoveError, PositionError, one_of, quote
from positions.game import Game, Move, Position
from positions.games import GAMES, INSTALLED, game_of, rules_of
from positions.grid import EMPTY, MAX_FILES, Board
from positions.values import Instances, check

MAX_CELLS = 10_000

_TEXT = Instances(str, "the text of a position")
_POSITION = Instances(Position, "a Position, as positions.parse returns it")
_MOVE = Instances(Move, "a Move, as positions.legal_moves returns it")
_NUMBER = re.compile(r"[0-9]+")
_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")


@dataclass(slots=True)
class Setup:
    """A position being parsed, with the flaws found so far.

    `rows` has the top rank first, one symbol per square. A field is None until something usable has
    been read for it.
    """

    game: Game | None = None
    variants: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    turn: str | None = None
    keys: dict[str, str] = field(default_factory=dict)
    flaws: list[Flaw] = field(default_factory=list)

    def name_game(self, text: str, column: int | None = None) -> None:
        """Set the game by its name."""
        self.game = GAMES.get(text)
        if self.game is None:
            expected = f"a game: {one_of(list(GAMES))}"
            for found in INSTALLED:
                if found.name == text and found.fault is not None:
                    expected += f" (an installed one failed: {found.fault})"
            self.flaws.append(Flaw(quote(text), expected, column=column))

    def add_variant(self, text: str, column: int | None = None) -> None:
        """Add a variant by its name."""
        if self.game is None:
            return
        known = [variant.name for variant in self.game.variants]
        if text not in known:
            expected = f"a variant of {self.game.title}: {one_of(known)}" if known else "no variant"
            self.flaws.append(Flaw(quote(text), expected, column=column))
        elif text in self.variants:
            self.flaws.append(Flaw(f"{quote(text)} twice", "each variant once", column=column))
        else:
            self.variants.append(text)

    def add_turn(self, text: str, column: int | None = None) -> None:
        """Set the player to move by its symbol."""
        if self.game is None:
            return
        if text in self.game.players:
            self.turn = text
        else:
            expected = f"whose turn it is: {one_of(list(self.game.players))}"
            self.flaws.append(Flaw(quote(text), expected, column=column))

    def add_key(self, name: str, value: str, column: int | None = None) -> None:
        """Add a key and its value."""
        if self.game is None:
            return
        known = {key.name: key for key in self.game.keys}
        if name not in known:
            expected = f"a key: {one_of([f'{k.name}={k.form}' for k in self.game.keys])}"
            self.flaws.append(Flaw(quote(name), expected if known else "no key", column=column))
        elif name in self.keys:
            self.flaws.append(Flaw(f"{quote(name)} twice", "each key once", column=column))
        else:
            self.keys[name] = known[name].normalise(value)

    def position(self) -> Position:
        """Return the position, or raise `PositionError` with all flaws."""
        position = self.arrangement()
        flaws = rules_of(position).flaws(position)
        if flaws:
            raise PositionError(flaws)
        return rules_of(position).as_printed(position)

    def arrangement(self) -> Position:
        """Return the position as read, legal or not; raises `PositionError` if it is malformed."""
        self._check_shape()
        if self.game is None or self.turn is None or self.flaws:
            raise PositionError(self.flaws)
        board = Board(len(self.rows[0]), len(self.rows), "".join(reversed(self.rows)))
        variants = tuple(v.name for v in self.game.variants if v.name in self.variants)
        keys = tuple((k.name, self.keys[k.name]) for k in self.game.keys if k.name in self.keys)
        return Position(self.game.name, board, self.turn, variants, keys)

    def _check_shape(self) -> None:
        if self.flaws or not self.rows:
            return
        width = len(self.rows[0])
        if width > MAX_FILES:
            self.flaws.append(Flaw(f"{width} files", f"at most {MAX_FILES}", row=1))
        for number, row in enumerate(self.rows, start=1):
            if len(row) != width:
                found = f"{len(row)} squares" if len(row) != 1 else "1 square"
                expected = f"{width}, as in row 1"
                self.flaws.append(Flaw(found, expected, row=number))


def parse_position(text: str) -> Position:
    """Parse a position from its line.

    Raises `PositionError` with all flaws; columns count the characters of `text` from 1.
    """
    check("text", text, _TEXT)
    read = _read(text)
    return read if isinstance(read, Position) else read.position()


def parse_arrangement(text: str) -> tuple[Position, tuple[Flaw, ...]]:
    """Parse a board being set up, and return it with the flaws that keep it from being a position.

    Raises `PositionError` only if it is not a board at all.
    """
    read = _read(text)
    position = read if isinstance(read, Position) else read.arrangement()
    return position, tuple(rules_of(position).flaws(position))


def _read(text: str) -> Setup | Position:
    """Parse a line without checking the position; a start becomes a `Position` at once."""
    setup = Setup()
    fields = list(_fields(text))
    column, header = fields[0]
    _read_header(setup, header, column)
    if len(fields) < 2:
        setup.flaws.append(Flaw("no board", "GAME:ROWS:TURN", column=len(text) + 1))
        raise PositionError(setup.flaws)
    if fields[1][1] == "start":
        return _read_start(setup, fields[2:])
    _read_rows(setup, fields[1][1], fields[1][0])
    if len(fields) < 3:
        players = list(setup.game.players) if setup.game else []
        expected = f"whose turn it is: {one_of(players)}" if players else "a turn"
        setup.flaws.append(Flaw("no turn", expected, column=len(text) + 1))
    else:
        setup.add_turn(fields[2][1], fields[2][0])
    for column, part in fields[3:]:
        name, equals, value = part.partition("=")
        if equals:
            setup.add_key(name, value, column)
        else:
            setup.flaws.append(Flaw(quote(part), "KEY=VALUE", column=column))
    return setup


def _fields(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts between colons, each with the column where it begins."""
    column = 1
    for part in text.split(":"):
        yield column, part
        column += len(part) + 1


def _read_header(setup: Setup, header: str, column: int) -> None:
    name, *variants = header.split("+")
    setup.name_game(name, column)
    column += len(name) + 1
    for variant in variants:
        setup.add_variant(variant, column)
        column += len(variant) + 1


def _read_rows(setup: Setup, text: str, column: int) -> None:
    game = setup.game
    if game is None:
        return
    for number, row in enumerate(text.split("/"), start=1):
        setup.rows.append("".join(_read_row(setup, game, row, number, column)))
        column += len(row) + 1


def _read_row(setup: Setup, game: Game, row: str, number: int, column: int) -> Iterator[str]:
    if not row:
        setup.flaws.append(Flaw("an empty row", "its squares", row=number, column=column))
    at = 0
    while at < len(row):
        run = _NUMBER.match(row, at)
        if run is not None:
            # A row that is a little too wide is refused as such, once its width is known.
            if run[0][0] == "0" or len(run[0]) > len(str(MAX_FILES)):
                expected = f"a number of empty squares, from 1 to {MAX_FILES}"
                place = column + at
                setup.flaws.append(Flaw(quote(run[0]), expected, row=number, column=place))
            else:
                yield EMPTY * int(run[0])
            at = run.end()
            continue
        if row[at] in game.pieces or row[at] == EMPTY:
            yield row[at]
        else:
            expected = one_of([*game.pieces, EMPTY], "a number")
            setup.flaws.append(Flaw(quote(row[at]), expected, row=number, column=column + at))
        at += 1


def _read_start(setup: Setup, fields: list[tuple[int, str]]) -> Position:
    game = setup.game
    if game is None or setup.flaws:
        raise PositionError(setup.flaws)
    width, height = game.size
    if fields:
        column, text = fields[0]
        size = parse_size(text)
        if size is None:
            raise PositionError([Flaw(quote(text), "a size, such as 5x5", column=column)])
        width, height = size
    for column, text in fields[1:]:
        raise PositionError([Flaw(quote(text), "nothing after the size of a start", column=column)])
    return start_position(game, width, height, tuple(setup.variants))


def start_position(game: Game, width: int, height: int, variants: tuple[str, ...]) -> Position:
    """Return a game's start on a board of this size.

    Raises `PositionError` if the game has no start on such a board.
    """
    ordered = tuple(v.name for v in game.variants if v.name in variants)
    position = game.rules.start(width, height, ordered)
    if position is None:
        found = f"the start of {game.title} on {width}×{height}"
        usual = "another size, such as {}×{}".format(*game.size)
        expected = "rows: it starts from a deal" if game.setups else usual
        raise PositionError([Flaw(found, expected)])
    flaws = rules_of(position).flaws(position)
    if flaws:
        raise PositionError(flaws)
    return rules_of(position).as_printed(position)


def parse_size(text: str) -> tuple[int, int] | None:
    """Parse a size such as ``4x8``, files by ranks; None if no board can have it."""
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    width, height = int(match[1]), int(match[2])
    return (width, height) if width <= MAX_FILES and width * height <= MAX_CELLS else None


def check_position(position: Position) -> Game:
    """Return the game of a position.

    Raises `InputError` for what does not have the form of a position; it may break the rules.
    """
    check("position", position, _POSITION)
    game = GAMES.get(position.game) if isinstance(position.game, str) else None
    if game is None or not game.has(position):
        raise InputError(
            f"position: found {quote(repr(position))}, expected {_POSITION.description}"
        )
    return game


def format_position(position: Position) -> str:
    """Return the canonical line of a position; raises `InputError` for what is none."""
    check_position(position)
    return str(position)


def format_move(position: Position, move: Move) -> str:
    """Return the normal form of a move of this position's game, legal or not.

    Raises `InputError` for what the game does not have.
    """
    game = check_position(position)
    check("move", move, _MOVE)
    if not game.has_move(position.board, move):
        raise InputError(f"move: found {quote(repr(move))}, expected {_MOVE.description}")
    return game.notation.format(position.board, move)


def parse_move(position: Position, text: str) -> Move:
    """Parse a legal move.

    Accepts exactly what has the normal form of one of the legal moves; raises `MoveError`, which
    names the rule that the move breaks, for everything else.
    """
    game = game_of(position)
    normal = game.notation.normalise(position.board, text)
    for move in rules_of(position).moves(position):
        if game.notation.format(position.board, move) == normal:
            return move
    reason = game.notation.refuse(position, text).describe(position.board)
    # The message begins with the move, which need not be named again.
    for name in (normal, quote(text)):
        if reason.startswith(f"{name} "):
            reason = "it" + reason.removeprefix(name)
    raise MoveError(text, reason)
