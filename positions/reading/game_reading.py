"""Strict reading of game records: errors are reported with line and column.

A game is read as a whole, in time proportional to its length. The next one begins where a tag
follows moves, or with a second tag for the start, so that an unreadable game does not affect the
following ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import BinaryIO, NamedTuple, NoReturn

from positions.errors import (
    Flaw,
    GameRecordError,
    MoveError,
    PositionError,
    one_of,
    quote,
)
from positions.game import Check, Move, Position, accept
from positions.games import rules_of
from positions.reading.game_records import (
    MARKS,
    MAX_NESTING,
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
from positions.reading.lines import Line, grouped, read_lines
from positions.reading.sgf import Begin, games_in, is_sgf
from positions.text import parse_move, parse_position

_TAG = re.compile(r'\s*\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\["\\])*)"\]\s*')
_ESCAPE = re.compile(r'\\(["\\])')
_WORD = re.compile(r"[0-9]+\.(?:\.\.)?|[(){};]|[^\s(){};]+")
_NAG = re.compile(r"\$[0-9]{1,3}")
_NUMBER = re.compile(r"[0-9]+\.(?:\.\.)?")
_OPEN, _CLOSE, _COMMENT, _REST = "(", ")", "{", ";"
# Annotation glyphs of chess files that are marks; others stay as they are, in the comment.
_GLYPHS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
_A_TAG = 'a tag such as [White "Ann"]'
# How a result is written after the last move, in the order of `results`.
_RESULTS = ("1-0", "0-1", "1/2-1/2")


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


def no_start(size: tuple[int, int] | None) -> None:
    """Supply no start: every record has to name its own."""


def read_games(stream: BinaryIO, check: Check = accept, begin: Begin = no_start) -> Iterator[Entry]:
    """Yield the games of a binary stream in order.

    `begin` supplies the start of those that do not name one. Raises `SourceError` where the file
    breaks off, after yielding what comes before.
    """
    lines = read_lines(stream)
    first = next((line for line in lines if line.text.strip() or line.flaw is not None), None)
    if first is None:
        return
    if is_sgf(first.text):
        yield from _read_sgf([first, *lines], check, begin)
        return
    for game in grouped(chain([first], lines), _begins_game):
        number = game[0].number
        try:
            yield Entry(number, _parse_game(game, check, begin))
        except GameRecordError as error:
            yield Entry(number, error=error)


def _read_sgf(lines: Sequence[Line], check: Check, begin: Begin) -> Iterator[Entry]:
    flaws = [line.flaw for line in lines if line.flaw is not None]
    if flaws:
        yield Entry(lines[0].number, error=GameRecordError(flaws))
        return
    for game in games_in("\n".join(line.text for line in lines)):
        number = game.line + lines[0].number - 1
        try:
            yield Entry(number, replace(game, line=number).record(begin, check))
        except GameRecordError as error:
            yield Entry(number, error=error)


def parse_record(text: str, check: Check = accept, begin: Begin = no_start) -> GameRecord:
    """Parse one game from its text; raises `GameRecordError`."""
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    return _parse_game([line for line in lines if line.text.strip()] or lines, check, begin)


def _begins_game(line: Line, game: Sequence[Line]) -> bool:
    if not _is_tag(line):
        # A list of moves without tags ends with its result.
        words = game[-1].text.split()
        return not any(map(_is_tag, game)) and bool(words) and words[-1] in _RESULTS
    return not _is_tag(game[-1]) or (_names_start(line) and any(map(_names_start, game)))


def _is_tag(line: Line) -> bool:
    # Comments of chess programs begin with commands such as [%clk 0:05:00].
    text = line.text.lstrip()
    return text.startswith("[") and not text.startswith("[%")


def _names_start(line: Line) -> bool:
    match = _TAG.fullmatch(line.text)
    return match is not None and match[1] == POSITION


def _parse_game(lines: Sequence[Line], check: Check, begin: Begin) -> GameRecord:
    for line in lines:
        if line.flaw is not None:
            raise GameRecordError([line.flaw])
    tags = _parse_tags([line for line in lines if _is_tag(line)])
    supplied = None if POSITION in tags else begin(None)
    if supplied is None and POSITION not in tags:
        expected = f'the start: [{POSITION} "GAME:ROWS:TURN"] in the file, or --position'
        raise GameRecordError([Flaw(f"no tag {POSITION}", expected, line=lines[0].number)])
    start = supplied or _parse_start(tags[POSITION])
    check(start)
    words = _words([line for line in lines if not _is_tag(line)])
    parser = _Parser(start, words, lines[-1], check)
    comment, plies, last = parser.moves(start, 0, 0)
    others = tuple((n, tag.value) for n, tag in tags.items() if n not in (POSITION, RESULT))
    return GameRecord(start, plies, _result(last, tags.get(RESULT), parser.end), others, comment)


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


def _result(last: Position, tag: _Tag | None, end: _Word | None) -> str | None:
    """Return a game's result: by its tag, or by the word `end` after its moves, or by the rules.

    They must agree, as far as they say anything.
    """
    result, reason = result_by_rules(last), "as the game ended"
    written = dict(zip(_RESULTS, results(last), strict=False))
    if tag is not None and tag.value != UNFINISHED:
        meant = written.get(tag.value, tag.value)
        if meant not in (results(last) if result is None else [result]):
            expected = (
                f"a result: {one_of([*results(last), UNFINISHED])}"
                if result is None
                else f"{quote(result)}, {reason}"
            )
            flaw = Flaw(quote(tag.value), expected, column=tag.column, line=tag.line)
            raise GameRecordError([flaw])
        if result is None:
            result, reason = meant, f"as in the tag {RESULT}"
    if end is not None and end.text != UNFINISHED:
        if end.text not in written:
            _refuse(end, f"a result of this game: {one_of([*written, UNFINISHED])}")
        if result not in (None, written[end.text]):
            text = next(text for text, meant in written.items() if meant == result)
            _refuse(end, f"{quote(text)} or no result, {reason}")
        result = written[end.text]
    return result


def _words(lines: Sequence[Line]) -> list[_Word]:
    """Split moves into tokens; a comment is one token, even over several lines."""
    words: list[_Word] = []
    opened: _Word | None = None
    parts: list[str] = []
    for line in lines:
        at = 0
        while at < len(line.text):
            if opened is not None:
                end = line.text.find("}", at)
                parts.append(line.text[at:] if end < 0 else line.text[at:end])
                at = len(line.text) if end < 0 else end + 1
                if end >= 0:
                    words.append(opened._replace(text=" ".join(parts)))
                    opened = None
                continue
            match = _WORD.search(line.text, at)
            if match is None:
                break
            word, at = _Word(match[0], line.number, match.start() + 1), match.end()
            if word.text == _COMMENT:
                opened, parts = word, [word.text]
            elif word.text == _REST:
                rest = line.text[at:].replace("{", "(").replace("}", ")")
                words.append(word._replace(text=_COMMENT + rest))
                at = len(line.text)
            else:
                words.append(word)
    if opened is not None:
        _refuse(opened._replace(text=" ".join(parts)), "a '}' that ends the comment")
    return words


def _refuse(word: _Word, expected: str) -> NoReturn:
    raise GameRecordError([Flaw(quote(word.text), expected, column=word.column, line=word.line)])


@dataclass(slots=True)
class _Played:
    """A ply being read; `remarks` are the words of the comments on it."""

    move: Move
    mark: str
    remarks: list[str] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def judge(self, text: str) -> None:
        """Add a mark, or an annotation glyph, that stands after the move."""
        mark = _GLYPHS.get(text, text)
        if self.mark or mark not in MARKS:
            self.remarks.append(text)
        else:
            self.mark = mark

    def ply(self) -> Ply:
        return Ply(self.move, self.mark, " ".join(self.remarks), tuple(self.variations))


class _Parser:
    """Parses the tokens of a game that starts at `start`; `last` is its last line.

    `end` is the result after the last move, if there is one.
    """

    def __init__(self, start: Position, words: Sequence[_Word], last: Line, check: Check) -> None:
        self.end: _Word | None = None
        self._counts_plies: bool | None = None
        self._start = start
        self._check = check
        self._words = words
        self._at = 0
        self._last = last

    def moves(
        self, position: Position, number: int, depth: int
    ) -> tuple[str, tuple[Ply, ...], Position]:
        """Parse a line of moves from ply `number` to its end.

        Returns the comment before it, its plies, and the position after them.
        """
        opening: list[str] = []
        plies, before = list[_Played](), position
        while (word := self._peek()) is not None and word.text != _CLOSE:
            self._check(position)
            if word.text.startswith(_COMMENT):
                remarks = plies[-1].remarks if plies else opening
                remarks += self._next().text.removeprefix(_COMMENT).split()
            elif self.end is not None:
                _refuse(word, f"nothing but comments after the result {quote(self.end.text)}")
            elif word.text == _OPEN:
                if not plies:
                    _refuse(word, "a move, which a variation could replace")
                variation = self._variation(before, number + len(plies) - 1, depth + 1)
                plies[-1].variations.append(variation)
            elif plies and (word.text in MARKS or _NAG.fullmatch(word.text)):
                plies[-1].judge(self._next().text)
            elif depth == 0 and word.text in (*_RESULTS, UNFINISHED):
                self.end = self._next()
            else:
                before = position
                plies.append(self._ply(position, number + len(plies)))
                position = rules_of(position).play(position, plies[-1].move)
        if word is not None and depth == 0:
            _refuse(word, "a move or a comment")
        return " ".join(opening), tuple(ply.ply() for ply in plies), position

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

    def _ply(self, position: Position, number: int) -> _Played:
        word = self._next()
        if _NUMBER.fullmatch(word.text):
            self._check_number(word, number)
            if self._peek() is None:
                found = f"no move after {quote(word.text)}"
                raise GameRecordError([Flaw(found, "a move", line=self._last.number)])
            word = self._next()
        text = word.text.rstrip("!?")
        marks = word.text[len(text) :]
        if not text:
            _refuse(word, "a move before its mark")
        if marks and marks not in MARKS:
            _refuse(word, f"one of the marks {one_of(MARKS)}")
        return _Played(_parse_move(position, word._replace(text=text)), marks)

    def _check_number(self, word: _Word, number: int) -> None:
        """Check the number of a ply: as in chess, or all plies counted alike, but not mixed."""
        expected, counted = str(move_number(self._start, number)), f"{number + 1}."
        if self._counts_plies is None and expected != counted and word.text in (expected, counted):
            self._counts_plies = word.text == counted
        wanted = counted if self._counts_plies else expected
        if word.text != wanted:
            _refuse(word, f"{quote(wanted)} or no number")

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
