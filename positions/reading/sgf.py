"""Game records in the Smart Game Format (SGF FF[4], https://www.red-bean.com/sgf/).

The format has no number for these games, so that what is played comes from elsewhere. Moves are
in the notation of the game, ``B[c3]``, or name a point by two letters counted from the top left
corner, ``B[cc]``. Sgfmill reads the tree; moves, set-up stones and results are checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import NoReturn, TypeVar

from sgfmill import sgf_grammar

from positions.errors import Flaw, GameRecordError, MoveError, PositionError, one_of, quote
from positions.game import Check, Move, Position
from positions.games import game_of, rules_of
from positions.grid import EMPTY, Board
from positions.reading.game_records import (
    DRAW,
    MARKS,
    MAX_NESTING,
    GameRecord,
    Ply,
    Variation,
    player_tag,
    result_by_rules,
    results,
)
from positions.text import format_position, parse_move, parse_position

# Returns the start of a game on a board of a size, if the record names one.
Begin = Callable[[tuple[int, int] | None], Position | None]

_Node = Mapping[str, list[bytes]]
_Made = TypeVar("_Made")

_BEGINNING = re.compile(rb"\(\s*;")
# Up to this size, "tt" is a pass, too (FF[3]).
_OLD_PASS = 19
_POINT = re.compile(r"[a-z]{2}")
_POINTS = re.compile(r"([a-z]{2})(?::([a-z]{2}))?")
_SIZE = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2}))?")
_SECONDS = re.compile(r"[0-9]{1,9}")
_COLOURS = {"B": "black", "W": "white"}
_SETUP = {"AB": "B", "AW": "W", "AE": ""}
_TAGS = {"EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "AN": "Annotator", "GN": "Name"}
_MARKS = {"TE": "!", "BM": "?", "DO": "?!", "IT": "!?"}
_CLOCKS = ("BL", "WL")


def is_sgf(text: str) -> bool:
    """Return whether a text begins like a game in this format."""
    return re.match(r"\s*\(\s*;", text) is not None


@dataclass(frozen=True, slots=True)
class SgfGame:
    """The text of a game, and the line on which it begins, from 1."""

    text: bytes
    line: int

    def record(self, begin: Begin, check: Check) -> GameRecord:
        """Return the record; raises `GameRecordError`."""
        try:
            tree = sgf_grammar.parse_sgf_game(self.text)
        except ValueError as error:
            _refuse(f"no readable SGF ({error})", "a game such as (;SZ[5];B[c3];W[d4])", self.line)
        reader = _Reader(self.line, check)
        root = tree.sequence[0]
        start = reader.start(root, begin)
        comment, plies, last = reader.line_of(tree, start, 0)
        tags = tuple(reader.tags(root, start))
        return GameRecord(start, plies, reader.result(root, last), tags, comment)


def games_in(text: str) -> Iterator[SgfGame]:
    """Yield the games of a collection. One that does not end is the last."""
    data, at = text.encode(), 0
    line = 1
    while (begun := _BEGINNING.search(data, at)) is not None:
        line += data.count(b"\n", at, begun.start())
        tokens, end = sgf_grammar.tokenise(data, begun.start())
        opened, closed = (tokens.count(("D", sign)) for sign in (b"(", b")"))
        end = end if opened == closed else len(data)
        yield SgfGame(data[begun.start() : end], line)
        line += data.count(b"\n", begun.start(), end)
        at = end


@dataclass(slots=True)
class _Played:
    """A ply being read."""

    move: Move
    mark: str
    remarks: list[str]
    variations: list[Variation] = field(default_factory=list)

    def ply(self) -> Ply:
        return Ply(self.move, self.mark, _comment(self.remarks), tuple(self.variations))


class _Reader:
    """Makes a record of the tree of a game that begins on a line."""

    def __init__(self, line: int, check: Check) -> None:
        self._line = line
        self._check = check

    def start(self, root: _Node, begin: Begin) -> Position:
        """Return the start: what `begin` says, with the set-up stones."""
        position = self._placed(lambda: begin(self._size(root)))
        if position is None:
            expected = "a game and its start: say so by --position, or by --game"
            _refuse("a game in SGF, which does not name it", expected, self._line)
        cells = [*position.board.cells]
        board = position.board
        for name, colour in _SETUP.items():
            for value in root.get(name, []):
                symbol = self._piece(position, colour, name) if colour else EMPTY
                for square in self._squares(board, _text(value), name):
                    cells[square] = symbol
        turn = position.turn
        for value in root.get("PL", []):
            turn = self._player(position, _text(value)[:1].upper(), "PL")
        set_up = replace(
            position, turn=turn, board=Board(board.width, board.height, "".join(cells))
        )
        start = self._placed(lambda: parse_position(format_position(set_up)))
        self._check(start)
        return start

    def _placed(self, make: Callable[[], _Made]) -> _Made:
        """Return a position; the flaws of one that is invalid are those of the game."""
        try:
            return make()
        except PositionError as error:
            flaws = [replace(flaw, line=self._line, column=None) for flaw in error.flaws]
            raise GameRecordError(flaws) from error

    def _size(self, root: _Node) -> tuple[int, int] | None:
        if "SZ" not in root:
            return None
        text = _text(root["SZ"][0])
        match = _SIZE.fullmatch(text)
        if match is None:
            _refuse(f"SZ[{text}]", "a size such as SZ[5] or SZ[4:8]", self._line)
        return int(match[1]), int(match[2] or match[1])

    def _player(self, position: Position, colour: str, name: str) -> str:
        """Return the symbol of the player whom B or W means.

        That is black or white where a game has these colours; otherwise B moves first.
        """
        players = game_of(position).players
        if colour not in _COLOURS:
            _refuse(f"{name}[{colour}]", f"{name}[B] or {name}[W]", self._line)
        named = [symbol for symbol, title in players.items() if title == _COLOURS[colour]]
        return (named or [*players][list(_COLOURS).index(colour) :])[0]

    def _piece(self, position: Position, colour: str, name: str) -> str:
        game, player = game_of(position), self._player(position, colour, name)
        if player not in game.pieces:
            _refuse(f"set-up stones {name}", f"none in {game.title}", self._line)
        return player

    def _squares(self, board: Board, text: str, name: str) -> Iterator[int]:
        """Yield the squares of a point or of a rectangle of points."""
        match = _POINTS.fullmatch(text)
        corners = [point for point in match.groups() if point] if match else []
        columns, rows = (
            [ascii_lowercase.index(point[axis]) for point in corners] for axis in (0, 1)
        )
        if not corners or max(columns) >= board.width or max(rows) >= board.height:
            expected = f"a point on the {board.width}×{board.height} board, such as aa"
            _refuse(f"{name}[{text}]", expected, self._line)
        for row in range(min(rows), max(rows) + 1):
            for column in range(min(columns), max(columns) + 1):
                yield (board.height - 1 - row) * board.width + column

    def line_of(
        self, tree: sgf_grammar.Coarse_game_tree, position: Position, depth: int
    ) -> tuple[str, tuple[Ply, ...], Position]:
        """Return the comment before a line, its plies, and the position after them."""
        if depth > MAX_NESTING:
            _refuse("deeper variations", f"variations at most {MAX_NESTING} deep", self._line)
        opening: list[str] = []
        plies: list[_Played] = []
        # Trees that begin where the next move does.
        others: list[sgf_grammar.Coarse_game_tree] = []
        at = tree
        while True:
            for raw in at.sequence:
                node: _Node = raw
                self._check_node(node, is_root=depth == 0 and raw is tree.sequence[0])
                remarks = list(_remarks(node))
                moves = [name for name in _COLOURS if name in node]
                if not moves:
                    (plies[-1].remarks if plies else opening).extend(remarks)
                    continue
                self._check(position)
                move = self._move(position, node, moves)
                plies.append(_Played(move, _mark(node), remarks))
                plies[-1].variations += self._variations(others, position, depth)
                others = []
                position = rules_of(position).play(position, move)
            if at.children:
                first, *more = at.children
                others += more
                at = first
            elif others:
                # What was a variation is the only line that goes on.
                at = others.pop(0)
            else:
                return _comment(opening), tuple(ply.ply() for ply in plies), position

    def _variations(
        self, trees: list[sgf_grammar.Coarse_game_tree], position: Position, depth: int
    ) -> Iterator[Variation]:
        for tree in trees:
            comment, line, _ = self.line_of(tree, position, depth + 1)
            if line:
                yield Variation(line, comment)

    def _check_node(self, node: _Node, *, is_root: bool) -> None:
        """Refuse what would change the game in ways that a record cannot hold."""
        for name in () if is_root else (*_SETUP, "PL"):
            if name in node:
                _refuse(f"{name} during the game", "set-up stones in the first node", self._line)
        for name in _COLOURS:
            if len(node.get(name, [])) > 1:
                _refuse(f"{len(node[name])} moves in one {name}", "one", self._line)

    def _move(self, position: Position, node: _Node, moves: list[str]) -> Move:
        game = game_of(position)
        if len(moves) > 1:
            _refuse("B and W in one node", "a move of one of them", self._line)
        colour, text = moves[0], _text(node[moves[0]][0])
        place = f"{colour}[{text}]"
        players = game.players
        named = {title for title in _COLOURS.values() if title in players.values()}
        if len(named) == len(_COLOURS) and players[position.turn] != _COLOURS[colour]:
            _refuse(place, f"a move of {players[position.turn]}, whose turn it is", self._line)
        width, height = position.board.size
        if text == "" or (text == "tt" and max(width, height) <= _OLD_PASS):
            text = "pass"
        elif _POINT.fullmatch(text):
            column, row = map(ascii_lowercase.index, text)
            if column < position.board.width and row < position.board.height:
                text = _name(position.board, column, row)
        try:
            return parse_move(position, text)
        except MoveError as error:
            _refuse(place, f"a legal move: {error.reason}", self._line)

    def tags(self, root: _Node, start: Position) -> Iterator[tuple[str, str]]:
        """Yield the tags of the players and of the occasion."""
        game = game_of(start)
        for name, colour in (("PB", "B"), ("PW", "W")):
            if name in root:
                yield player_tag(game, self._player(start, colour, name)), _text(root[name][0])
        for name, tag in _TAGS.items():
            if name in root:
                yield tag, " ".join(_text(root[name][0]).split())

    def result(self, root: _Node, last: Position) -> str | None:
        """Return the result, which must agree with the rules."""
        by_rules = result_by_rules(last)
        text = _text(root["RE"][0]) if "RE" in root else ""
        if text[:2] in ("B+", "W+") and rules_of(last).persons == len(_COLOURS):
            found = game_of(last).players[self._player(last, text[0], "RE")]
        elif text in ("0", "Draw"):
            found = DRAW
        else:
            return by_rules
        if by_rules not in (None, found):
            _refuse(f"RE[{text}]", f"{quote(by_rules or '')}, as the game ended", self._line)
        if found not in results(last):
            _refuse(f"RE[{text}]", f"a result: {one_of(results(last))}", self._line)
        return found


def _name(board: Board, column: int, row: int) -> str:
    """Return the name of a square, given from the top left corner."""
    return f"{ascii_lowercase[column]}{board.height - row}"


def _text(value: bytes) -> str:
    return str(sgf_grammar.text_value(value), "utf-8", "replace").strip()


def _remarks(node: _Node) -> Iterator[str]:
    """Yield the words of the comments on a node, and the clock after its move."""
    for name in _CLOCKS:
        for value in node.get(name, []):
            if (left := _SECONDS.match(_text(value))) is None:
                continue
            minutes, seconds = divmod(int(left[0]), 60)
            yield f"[%clk {minutes // 60}:{minutes % 60:02}:{seconds:02}]"
    for value in node.get("C", []):
        yield from _text(value).split()


def _comment(remarks: list[str]) -> str:
    return " ".join(remarks).replace("{", "(").replace("}", ")")


def _mark(node: _Node) -> str:
    """Return the mark of a move; a mark of emphasis is doubled."""
    for name, mark in _MARKS.items():
        if name in node:
            is_double = _text(node[name][0]) == "2" and mark * 2 in MARKS
            return mark * 2 if is_double else mark
    return ""


def _refuse(found: str, expected: str, line: int) -> NoReturn:
    raise GameRecordError([Flaw(found, expected, line=line)])
