"""Strict reading of game records: errors are reported with line and column.

A game is read as a whole. The next one begins where a tag follows moves, or with a second tag for
the start, so that an unreadable game does not affect the following ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple, NoReturn

from positions.errors import (
    Flaw,
    GameRecordError,
    MoveError,
    PositionError,
    SourceError,
    one_of,
    quote,
)
from positions.game import Check, Move, Position, accept
from positions.games import game_of
from positions.reading.game_records import (
    MARKS,
    POSITION,
    RESULT,
    UNFINISHED,
    GameRecord,
    Ply,
    Variation,
    move_number,
    result_by_rules,
    results,
)
from positions.reading.lines import Line, read_lines
from positions.text import parse_move, parse_position

# Deeper than needed in practice, but safe for the interpreter's stack.
MAX_NESTING = 20

_TAG = re.compile(r'\s*\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\["\\])*)"\]\s*')
_ESCAPE = re.compile(r'\\(["\\])')
_WORD = re.compile(r"[0-9]+\.(?:\.\.)?|[(){}]|[^\s(){}]+")
_NUMBER = re.compile(r"[0-9]+\.(?:\.\.)?")
_MARK = re.compile(r"[!?]*$")
_OPEN, _CLOSE, _COMMENT = "(", ")", "{"
_A_TAG = 'a tag such as [White "Ann"]'


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of a file: a record or an error; it begins on `line`, from 1."""

    line: int
    record: GameRecord | None = None
    error: GameRecordError | None = None


class _Word(NamedTuple):
    """A token of the moves: a number, a move, a parenthesis, or a comment with its braces."""

    text: str
    line: int
    column: int


def read_games(stream: BinaryIO, check: Check = accept) -> Iterator[Entry]:
    """Yield the games of a binary stream in order.

    Raises `SourceError` where the file breaks off, after yielding what comes before.
    """
    for lines in _games(read_lines(stream)):
        first = lines[0].number
        try:
            yield Entry(first, _parse_game(lines, check))
        except GameRecordError as error:
            yield Entry(first, error=error)


def parse_record(text: str, check: Check = accept) -> GameRecord:
    """Parse one game from its text; raises `GameRecordError`."""
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    return _parse_game([line for line in lines if line.text.strip()] or lines, check)


def _games(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Split a file into games, without blank lines."""
    game: list[Line] = []
    try:
        for line in lines:
            if not line.text.strip() and line.flaw is None:
                continue
            if game and _begins_game(line, game):
                yield game
                game = []
            game.append(line)
    except SourceError as error:
        if game and error.is_behind_whole:
            yield game
        raise
    if game:
        yield game


def _begins_game(line: Line, game: Sequence[Line]) -> bool:
    if not _is_tag(line):
        return False
    return not _is_tag(game[-1]) or (_names_start(line) and any(map(_names_start, game)))


def _is_tag(line: Line) -> bool:
    return line.text.lstrip().startswith("[")


def _names_start(line: Line) -> bool:
    match = _TAG.fullmatch(line.text)
    return match is not None and match[1] == POSITION


def _parse_game(lines: Sequence[Line], check: Check) -> GameRecord:
    for line in lines:
        if line.flaw is not None:
            raise GameRecordError([line.flaw])
    tags = _parse_tags([line for line in lines if _is_tag(line)])
    if POSITION not in tags:
        expected = f'the start, as in [{POSITION} "GAME:ROWS:TURN"]'
        raise GameRecordError([Flaw(f"no tag {POSITION}", expected, line=lines[0].number)])
    start = _parse_start(tags[POSITION])
    words = _words([line for line in lines if not _is_tag(line)])
    parser = _Parser(start, words, lines[-1], check)
    comment, plies, last = parser.moves(start, 0, 0)
    others = tuple((n, tag.value) for n, tag in tags.items() if n not in (POSITION, RESULT))
    return GameRecord(start, plies, _result(last, tags.get(RESULT)), others, comment)


class _Tag(NamedTuple):
    """The value of a tag, and where it begins."""

    value: str
    line: int
    column: int


def _parse_tags(lines: Sequence[Line]) -> dict[str, _Tag]:
    tags: dict[str, _Tag] = {}
    for line in lines:
        match = _TAG.fullmatch(line.text)
        if match is None:
            raise GameRecordError([Flaw(quote(line.text.strip()), _A_TAG, line=line.number)])
        name = match[1]
        if name in tags:
            raise GameRecordError([Flaw(f"the tag {name} twice", "it only once", line=line.number)])
        tags[name] = _Tag(_ESCAPE.sub(r"\1", match[2]), line.number, match.start(2) + 1)
    return tags


def _parse_start(tag: _Tag) -> Position:
    try:
        return parse_position(tag.value.strip())
    except PositionError as error:
        indent = tag.column - 1 + len(tag.value) - len(tag.value.lstrip())
        raise GameRecordError([_moved(flaw, tag.line, indent) for flaw in error.flaws]) from error


def _moved(flaw: Flaw, line: int, indent: int) -> Flaw:
    column = None if flaw.column is None else flaw.column + indent
    return replace(flaw, line=line, column=column)


def _result(last: Position, tag: _Tag | None) -> str | None:
    """Return a game's result: from its tag, which must agree with the rules, or from the rules."""
    by_rules = result_by_rules(last)
    if tag is None or tag.value == UNFINISHED:
        return by_rules
    allowed = results(last) if by_rules is None else [by_rules]
    if tag.value in allowed:
        return tag.value
    if by_rules is None:
        expected = f"a result: {one_of([*allowed, UNFINISHED])}"
    else:
        expected = f"{quote(by_rules)}, as the game ended"
    raise GameRecordError([Flaw(quote(tag.value), expected, column=tag.column, line=tag.line)])


def _words(lines: Sequence[Line]) -> list[_Word]:
    """Split moves into tokens; a comment is one token, even over several lines."""
    words: list[_Word] = []
    opened: _Word | None = None
    for line in lines:
        at = 0
        while at < len(line.text):
            if opened is not None:
                end = line.text.find("}", at)
                part = line.text[at:] if end < 0 else line.text[at:end]
                opened = opened._replace(text=f"{opened.text} {part}")
                at = len(line.text) if end < 0 else end + 1
                if end >= 0:
                    words.append(opened)
                    opened = None
                continue
            match = _WORD.search(line.text, at)
            if match is None:
                break
            word, at = _Word(match[0], line.number, match.start() + 1), match.end()
            if word.text == _COMMENT:
                opened = word
            else:
                words.append(word)
    if opened is not None:
        _refuse(opened, "a '}' that ends the comment")
    return words


def _refuse(word: _Word, expected: str) -> NoReturn:
    raise GameRecordError([Flaw(quote(word.text), expected, column=word.column, line=word.line)])


class _Parser:
    """Parses the tokens of a game that starts at `start`; `last` is its last line."""

    def __init__(self, start: Position, words: Sequence[_Word], last: Line, check: Check) -> None:
        self._start = start
        self._check = check
        self._words = words
        self._at = 0
        self._end = last

    def moves(
        self, position: Position, number: int, depth: int
    ) -> tuple[str, tuple[Ply, ...], Position]:
        """Parse a line of moves from ply `number` to its end.

        Returns the comment before it, its plies, and the position after them.
        """
        comment, plies, before = "", list[Ply](), position
        while (word := self._peek()) is not None and word.text != _CLOSE:
            if word.text.startswith(_COMMENT):
                text = _joined(plies[-1].comment if plies else comment, self._next())
                if plies:
                    plies[-1] = replace(plies[-1], comment=text)
                else:
                    comment = text
            elif word.text == _OPEN:
                if not plies:
                    _refuse(word, "a move, which a variation could replace")
                variation = self._variation(before, number + len(plies) - 1, depth + 1)
                plies[-1] = replace(plies[-1], variations=(*plies[-1].variations, variation))
            else:
                self._check(position)
                before = position
                plies.append(self._ply(position, number + len(plies)))
                position = game_of(position).rules.play(position, plies[-1].move)
        if word is not None and depth == 0:
            _refuse(word, "a move or a comment")
        return comment, tuple(plies), position

    def _variation(self, position: Position, number: int, depth: int) -> Variation:
        opened = self._next()
        if depth > MAX_NESTING:
            _refuse(opened, f"variations at most {MAX_NESTING} deep")
        comment, plies, _ = self.moves(position, number, depth)
        closed = self._peek()
        if closed is None:
            _refuse(opened, "a ')' that ends the variation")
        if not plies:
            _refuse(closed, "a move")
        self._next()
        return Variation(plies, comment)

    def _ply(self, position: Position, number: int) -> Ply:
        word = self._next()
        if _NUMBER.fullmatch(word.text):
            expected = str(move_number(self._start, number))
            if word.text != expected:
                _refuse(word, f"{quote(expected)} or no number")
            if self._peek() is None:
                found = f"no move after {quote(word.text)}"
                raise GameRecordError([Flaw(found, "a move", line=self._end.number)])
            word = self._next()
        mark = _MARK.search(word.text)
        text = word.text[: mark.start()] if mark else word.text
        marks = word.text[len(text) :]
        if not text:
            _refuse(word, "a move before its mark")
        if marks and marks not in MARKS:
            _refuse(word, f"one of the marks {one_of(MARKS)}")
        return Ply(_parse_move(position, word._replace(text=text)), marks)

    def _peek(self) -> _Word | None:
        return self._words[self._at] if self._at < len(self._words) else None

    def _next(self) -> _Word:
        self._at += 1
        return self._words[self._at - 1]


def _parse_move(position: Position, word: _Word) -> Move:
    try:
        return parse_move(position, word.text)
    except MoveError as error:
        _refuse(word, f"a legal move: {error.reason}")


def _joined(comment: str, word: _Word) -> str:
    """Append a comment to the one before it, with single spaces."""
    return " ".join([*comment.split(), *word.text.removeprefix(_COMMENT).split()])
