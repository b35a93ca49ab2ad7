"""Game records: the start, the players, the moves, and comments on them.

``docs/reference/formats.md`` describes the text form: tags, then numbered moves with marks,
comments and variations. `format_record` writes it canonically, and
`positions.reading.game_reading` reads it back as the same record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from positions.game import SWAP, Game, Move, Position
from positions.games import game_of, rules_of
from positions.text import format_move, format_position

POSITION, RESULT = "Position", "Result"
MARKS = ("!!", "!", "!?", "?!", "?", "??")
DRAW, SOLVED, UNSOLVED, UNFINISHED = "draw", "solved", "unsolved", "*"
# Variations in variations: deeper than needed in practice, but safe for the interpreter's stack.
MAX_NESTING = 20
_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a record.

    `mark` is one of `MARKS` or empty; `comment` has single spaces and no closing brace;
    `variations` are alternatives to this move.
    """

    move: Move
    mark: str = ""
    comment: str = ""
    variations: tuple[Variation, ...] = ()


@dataclass(frozen=True, slots=True)
class Variation:
    """A line of moves that was not played; `comment` precedes its first move."""

    plies: tuple[Ply, ...]
    comment: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game; all its moves are legal.

    `result` is the name of the player who won (by the rules, by resignation or by agreement),
    `DRAW`, or in solitaire `SOLVED` or `UNSOLVED`; None if the game is unfinished. `tags` are those
    other than the start and the result; `comment` precedes the first move.
    """

    start: Position
    plies: tuple[Ply, ...] = ()
    result: str | None = None
    tags: tuple[tuple[str, str], ...] = ()
    comment: str = ""

    def tag(self, name: str) -> str | None:
        """Return the value of a tag, None if it is missing."""
        return dict(self.tags).get(name)

    @property
    def has_swapped(self) -> bool:
        """Whether the two people have swapped sides (NK6): each now has the other's colour."""
        return any(ply.move == SWAP for ply in self.plies)

    def positions(self) -> tuple[Position, ...]:
        """Return the position before each move, and the last one."""
        positions, rules = [self.start], rules_of(self.start)
        for ply in self.plies:
            positions.append(rules.play(positions[-1], ply.move))
        return tuple(positions)


class MoveNumber(NamedTuple):
    """The number of a move, and whether it is the second move of that number."""

    number: int
    is_second: bool

    def __str__(self) -> str:
        return f"{self.number}..." if self.is_second else f"{self.number}."


def move_number(start: Position, ply: int) -> MoveNumber:
    """Return the number of a ply, counted from 0: one move of each player, or one in solitaire.

    A game in which the second player moves first starts with the second move of number 1.
    """
    game = game_of(start)
    if rules_of(start).persons == 1:
        return MoveNumber(ply + 1, False)
    number, is_second = divmod(ply + (start.turn != next(iter(game.players))), 2)
    return MoveNumber(number + 1, bool(is_second))


def results(position: Position) -> list[str]:
    """Return the results that a game can have."""
    game = game_of(position)
    return [SOLVED, UNSOLVED] if rules_of(position).persons == 1 else [*game.players.values(), DRAW]


def result_by_rules(position: Position) -> str | None:
    """Return the result of a game that ends with this position, None if it is not over."""
    game = game_of(position)
    outcome = rules_of(position).outcome(position)
    if outcome is None:
        return None
    if outcome.solved is not None:
        return SOLVED if outcome.solved else UNSOLVED
    return DRAW if outcome.winner is None else game.players[outcome.winner]


def player_tag(game: Game, symbol: str) -> str:
    """Return the name of the tag for the player of a colour: ``White``."""
    return game.players[symbol].capitalize()


def format_record(record: GameRecord) -> str:
    """Return a record's canonical text, without a newline at its end."""
    tags = [
        (POSITION, format_position(record.start)),
        *record.tags,
        (RESULT, record.result or UNFINISHED),
    ]
    start = record.start
    moves = _fill([*_comment(record.comment), *line_of(start, record.plies, start, 0)])
    return "\n".join([*(_tag(*tag) for tag in tags), *([""] if moves else []), *moves])


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def line_of(
    start: Position, plies: Sequence[Ply], position: Position, number: int
) -> Iterator[str]:
    """Yield the words of a line of moves from `position`, reached by ply `number` of a game.

    A move and its number form one word.
    """
    is_interrupted = True
    for ply in plies:
        at, text = move_number(start, number), format_move(position, ply.move) + ply.mark
        yield f"{at} {text}" if is_interrupted or not at.is_second else text
        yield from _comment(ply.comment)
        for variation in ply.variations:
            yield from _variation(start, variation, position, number)
        is_interrupted = bool(ply.comment or ply.variations)
        position = rules_of(position).play(position, ply.move)
        number += 1


def _variation(
    start: Position, variation: Variation, position: Position, number: int
) -> Iterator[str]:
    parts = [*_comment(variation.comment), *line_of(start, variation.plies, position, number)]
    parts[0] = "(" + parts[0]
    parts[-1] += ")"
    yield from parts


def _comment(text: str) -> list[str]:
    return f"{{{text}}}".split() if text else []


def _fill(parts: Sequence[str]) -> list[str]:
    """Wrap parts into lines, none of which begins with a bracket, as tags do."""
    lines: list[list[str]] = []
    width = _WIDTH
    for part in parts:
        width += 1 + len(part)
        if lines and (width <= _WIDTH or part.startswith("[")):
            lines[-1].append(part)
        else:
            lines.append([part])
            width = len(part)
    return list(map(" ".join, lines))
