"""Checks files: of certificates, or of answers and puzzles, which are objects, one per line.

A line of moves, as `solve --json` prints it, proves that a deal is solvable. For any other answer
it only shows that play can end that way, and no more is claimed. What an answer says about that end
must be true of the line. Objects with a "puzzle" are records that `generate` writes: the solution
is played and must reach the goal. Claims of uniqueness are checked if all play from the position
can be listed, and the result says what was not checked.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from positions.errors import PositionError, SourceError, quote
from positions.game import SWAP, Outcome, Position
from positions.games import game_of, rules_of
from positions.games.sight_reduction import pieces_left
from positions.reading.lines import Line, fault, read_lines, read_whole
from positions.reading.puzzle_text import parse_puzzle
from positions.text import parse_position
from positions.values import Instances, check
from solver.certificates.checking.check import CheckResult, Size, check_file
from solver.certificates.checking.one_player import solitaire, tour
from solver.certificates.checking.records import (
    Checked,
    PuzzleRecord,
    expect,
    move_of,
    shown,
    texts_of,
)
from solver.certificates.checking.text import VERSION, Refusal, is_certificate, whole_certificates
from solver.certificates.checking.two_players import (
    hold_margin,
    only_move,
    survive,
    swap_or_not,
    win_in,
)

_READABLE = Instances(Callable, "a path or a binary stream")

# The fields that identify an answer and a puzzle.
_NAMES = ({"position", "line"}, {"position", "puzzle"})

_Facts = dict[str, object]

_CHECKS: dict[str, Callable[[int, PuzzleRecord, Position], Checked]] = {
    "solitaire": solitaire,
    "only-move": only_move,
    "hold-margin": hold_margin,
    "swap-or-not": swap_or_not,
    "win-in": win_in,
    "survive": survive,
    "tour": tour,
}


def verify(source: str | Path | BinaryIO) -> Iterator[CheckResult]:
    """Check a file of certificates, or of answers with lines, given as a path or a stream.

    Raises `SourceError` if it holds neither, or breaks off after the complete ones are checked;
    for a path also if the file cannot be read.
    """
    if not isinstance(source, str | Path):
        check("source", getattr(source, "read", source), _READABLE)
        return _checked(source)
    return _read(Path(source))


def _read(path: Path) -> Iterator[CheckResult]:
    try:
        with path.open("rb") as stream:
            yield from _checked(stream)
    except OSError as error:
        name = str(path) if str(path).isprintable() else quote(str(path))
        raise SourceError(f"{name}: found {fault(error)}, expected a file") from error


def _checked(source: BinaryIO) -> Iterator[CheckResult]:
    data, broken = read_whole(source)
    is_whole = broken is None or broken.is_behind_whole
    if data.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        yield from check_solutions(data if is_whole else _whole_lines(data))
    elif is_certificate(data):
        yield from check_file(data if is_whole else whole_certificates(data))
    elif broken is None:
        found = "no certificate" if data else "an empty file"
        raise SourceError(f"found {found}, expected one, with {VERSION!r} on its first line")
    if broken is not None:
        raise broken


def _whole_lines(data: bytes) -> bytes:
    """Return the complete lines of a file: the last one may be cut off."""
    return data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]


def check_solutions(data: bytes) -> Iterator[CheckResult]:
    """Check the line of every answer in a file; raises `SourceError` if it breaks off."""
    for line in read_lines(BytesIO(data)):
        if line.text.strip() or line.flaw is not None:
            yield _check_answer(line)


def _check_answer(line: Line) -> CheckResult:
    number, position = line.number, None
    try:
        answer = _read_answer(line)
        parse = parse_puzzle if "puzzle" in answer else parse_position
        position = _position(number, answer["position"], parse)
        if "puzzle" in answer:
            claim, size = _check_puzzle(number, answer, position)
            return CheckResult(number, position, claim, size=size)
        moves = texts_of(number, answer, "line")
        claim, facts = _play(number, position, moves)
        _compare(number, answer, _heading(position) | facts)
    except Refusal as refusal:
        return CheckResult(number, position, refused=refusal)
    return CheckResult(number, position, claim, size=Size(moves=len(moves)))


def _read_answer(line: Line) -> _Facts:
    if line.flaw is not None:
        found = f"found {line.flaw.found}, expected {line.flaw.expected}"
        raise Refusal(line.number, found)
    try:
        answer = json.loads(line.text)
    except (ValueError, RecursionError):
        raise Refusal(line.number, "found no JSON, expected one object per line") from None
    if not isinstance(answer, dict) or not any(names <= answer.keys() for names in _NAMES):
        raise Refusal(line.number, 'expected an object with a "position" and a "line"')
    return answer


def _position(number: int, text: object, parse: Callable[[str], Position]) -> Position:
    if not isinstance(text, str):
        raise Refusal(number, 'expected a text in "position"')
    try:
        return parse(text)
    except PositionError as error:
        raise Refusal(number, str(error.flaws[0])) from None


def _play(number: int, position: Position, moves: list[str]) -> tuple[str, _Facts]:
    """Play a line to the end of the game; return what it shows, and the facts about its end."""
    game, root, swaps = game_of(position), position, 0
    for text in moves:
        move = move_of(number, position, text)
        swaps += move == SWAP
        position = rules_of(position).play(position, move)
    outcome = rules_of(position).outcome(position)
    if outcome is None:
        raise Refusal(number, "the game is not over at the end of the line")
    if rules_of(root).persons == 1:
        return _for_one(position, outcome, len(moves))
    winner = outcome.winner
    if winner is not None and swaps % 2:
        winner = game.opponent(winner)
    return _for_two(root, winner, outcome.score, len(moves))


def _heading(position: Position) -> _Facts:
    """Return what an answer states about its position, and that it is proved."""
    variants = list(position.variants)
    return {"game": position.game, "variants": variants, "status": "proved", "reason": None}


def _for_one(position: Position, outcome: Outcome, plies: int) -> tuple[str, _Facts]:
    left = pieces_left(position)
    result = "solvable" if outcome.solved else "unsolvable"
    claim = result if outcome.solved else f"a line that leaves {left}"
    nobody = {"winner": None, "score": None, "value": None}
    return claim, {"result": result, "par": left, "distance": plies, **nobody}


def _for_two(
    root: Position, winner: str | None, score: int | None, plies: int
) -> tuple[str, _Facts]:
    """Return the facts of a line; a winner is named by the colour held at its beginning (NK6)."""
    name = None if winner is None else game_of(root).players[winner]
    result = "draw" if winner is None else "win" if winner == root.turn else "loss"
    claim = f"a line to {'a draw' if name is None else f'a win of {name}'}"
    facts = {"result": result, "winner": name, "score": score, "distance": plies}
    return claim, {**facts, "par": None}


def _compare(number: int, answer: _Facts, facts: _Facts) -> None:
    """Refuse an answer with false facts about its line; null means unknown."""
    for name, fact in facts.items():
        value = answer.get(name)
        if value is not None and (value != fact or isinstance(value, bool)):
            found = f"found {quote(json.dumps(value))} as {quote(name)}"
            raise Refusal(number, f"{found}, expected {quote(json.dumps(fact))} for the line")


def _check_puzzle(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check the record of line `number`; raises `Refusal`."""
    expect(number, record, "game", position.game)
    expect(number, record, "variants", list(position.variants))
    check_kind = _CHECKS.get(str(record.get("puzzle")))
    if check_kind is None:
        raise Refusal(number, f"found the unknown puzzle {shown(record, 'puzzle')}")
    return check_kind(number, record, position)
