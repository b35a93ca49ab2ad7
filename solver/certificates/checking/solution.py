"""Checks the lines of answers: objects as printed by `solve --json`, one per line.

A line of moves proves that a deal is solvable. For any other answer it only shows that play can end
that way, and no more is claimed. What an answer says about that end must be true of the line.
Objects with a "puzzle" are records of puzzles: see `puzzle`.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from io import BytesIO

from positions.errors import MoveError, PositionError, quote
from positions.game import SWAP, Outcome, Position
from positions.games import game_of
from positions.reading.lines import Line, read_lines
from positions.reading.puzzle_text import parse_puzzle
from positions.text import parse_move, parse_position
from solver.certificates.checking.check import CheckResult, Size
from solver.certificates.checking.goals import pieces_left
from solver.certificates.checking.puzzles.puzzle import check_puzzle
from solver.certificates.checking.refusal import Refusal

# The fields that identify an answer and a puzzle.
_NAMES = ({"position", "line"}, {"position", "puzzle"})

_Facts = dict[str, object]


def are_solutions(data: bytes) -> bool:
    """Return whether a file appears to hold answers."""
    return data.removeprefix(BOM_UTF8).lstrip().startswith(b"{")


def whole_answers(data: bytes) -> bytes:
    """Return the complete lines of a file: the last one may be cut off."""
    return data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]


def check_solutions(data: bytes) -> Iterator[CheckResult]:
    """Check the line of every answer in a file; raises `SourceError` if it breaks off."""
    for line in read_lines(BytesIO(data)):
        if line.text.strip() or line.flaw is not None:
            yield _check(line)


def _check(line: Line) -> CheckResult:
    number, position = line.number, None
    try:
        answer = _read(line)
        parse = parse_puzzle if "puzzle" in answer else parse_position
        position = _position(number, answer["position"], parse)
        if "puzzle" in answer:
            shown = check_puzzle(number, answer, position)
            return CheckResult(number, position, shown.claim, size=shown.size)
        moves = _moves(number, answer["line"])
        claim, facts = _play(number, position, moves)
        _compare(number, answer, _heading(position) | facts)
    except Refusal as refusal:
        return CheckResult(number, position, refused=refusal)
    return CheckResult(number, position, claim, size=Size(moves=len(moves)))


def _read(line: Line) -> _Facts:
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


def _moves(number: int, moves: object) -> list[str]:
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        return moves
    raise Refusal(number, 'expected a list of moves in "line"')


def _play(number: int, position: Position, moves: list[str]) -> tuple[str, _Facts]:
    """Play a line to the end of the game; return what it shows, and the facts about its end."""
    game, root, swaps = game_of(position), position, 0
    for text in moves:
        try:
            move = parse_move(position, text)
        except MoveError as error:
            raise Refusal(number, str(error)) from None
        swaps += move == SWAP
        position = game.rules.play(position, move)
    outcome = game.rules.outcome(position)
    if outcome is None:
        raise Refusal(number, "the game is not over at the end of the line")
    if game.is_solitaire(root):
        return _alone(position, outcome, len(moves))
    winner = outcome.winner
    if winner is not None and swaps % 2:
        winner = game.opponent(winner)
    return _for_two(root, winner, outcome.score, len(moves))


def _heading(position: Position) -> _Facts:
    """Return what an answer states about its position, and that it is proved."""
    variants = list(position.variants)
    return {"game": position.game, "variants": variants, "status": "proved", "reason": None}


def _alone(position: Position, outcome: Outcome, plies: int) -> tuple[str, _Facts]:
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
