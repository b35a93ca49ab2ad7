"""The human-readable report of `solve`: sentences and boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.reports.answers import counted, left_open, steps, summary
from cli.reports.document import Block, Diagram, Gallery, Words
from cli.solve import words
from cli.terminal.signs import Glyphs
from positions import Position
from positions.games import game_of
from positions.text import parse_move
from solver import Answer

_BOARDS_SHOWN = 6


def report(
    position: Position,
    answer: Answer,
    signs: Glyphs,
    claim: str | None = None,
    *,
    in_full: bool = False,
) -> Iterator[Block]:
    """Return the report of an answer; `claim` is what its certificate claims.

    A full report shows the board after some moves of the line.
    """
    sentences = [] if answer.solutions is None else [counted(answer)]
    sentences += left_open(answer.left_open)
    if claim is not None:
        sentences.append(Words(f"Certificate: {claim}."))
    yield summary(position, answer, signs, sentences)
    caption = words.line_caption(position, answer)
    if caption is not None:
        yield steps(caption, position, answer.line, signs)
        if in_full:
            yield _boards_of_line(position, answer.line)


def _boards_of_line(start: Position, line: Sequence[str]) -> Gallery:
    """Return a few boards along a line, including the last one."""
    from positions.reading.game_records import move_number

    count = min(_BOARDS_SHOWN, len(line))
    plies = {(number + 1) * len(line) // count - 1 for number in range(count)}
    rules, diagrams, position = game_of(start).rules, [], start
    for ply, name in enumerate(line):
        move = parse_move(position, name)
        after, effects = rules.play(position, move), rules.effects(position, move)
        if ply in plies:
            caption = f"After {move_number(start, ply)} {name}"
            diagrams.append(Diagram(after, effects, caption))
        position = after
    return Gallery("Boards along this line", tuple(diagrams))
