"""Checks certificates from the rules of the games alone: see `check`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from positions.errors import MoveError, quote
from positions.game import Position
from positions.games import game_of, rules_of
from positions.games.sight_reduction import pieces_left
from positions.text import format_move, parse_move
from solver.certificates.checking.claims import read_claim
from solver.certificates.checking.graph import check_graph
from solver.certificates.checking.refutation import (
    STEPS,
    check_refutation,
    starting_title,
    to_refute,
)
from solver.certificates.checking.text import (
    Certificate,
    Line,
    Refusal,
    Section,
    check_digest,
    read,
    split,
)

LINE = "line"

_MOVE = re.compile(r"([1-9][0-9]{0,8}) ([^ ]+)")


@dataclass(frozen=True, slots=True)
class Size:
    """The amount that was checked.

    `moves` are those of a line, `positions` and `replies` those of all graphs, `clauses` the
    starting clauses of refutations, and `steps` their steps.
    """

    moves: int = 0
    positions: int = 0
    replies: int = 0
    clauses: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking a certificate.

    `line` is its first line in the file. `position` and `claim` are None if they could not be read,
    `refused` is None if the certificate is accepted.
    """

    line: int
    position: Position | None = None
    claim: str | None = None
    refused: Refusal | None = None
    size: Size = Size()


def check_file(data: bytes) -> Iterator[CheckResult]:
    """Check every certificate of a file."""
    for lines in split(data):
        yield check(lines)


def check(lines: Sequence[Line]) -> CheckResult:
    """Check one certificate; the result names the first wrong step."""
    checked = CheckResult(lines[0].number)
    try:
        certificate = read(lines)
        checked = replace(checked, position=certificate.position, claim=certificate.claim.text)
        checked = replace(checked, size=_check_proof(certificate))
        check_digest(lines)
    except Refusal as refusal:
        return replace(checked, refused=refusal)
    return checked


def _check_proof(certificate: Certificate) -> Size:
    """Check the part between the claim and the digest."""
    position = certificate.position
    claim = read_claim(position, certificate.claim)
    sections, size = _Sections(certificate), Size()
    if claim.has_line:
        size = replace(size, moves=_check_attempt(position, claim.par, sections.take(LINE)))
    refuted = to_refute(position, claim.par) if claim.is_solvable is False else ()
    if refuted and sections.next_is(starting_title(refuted[0])):
        for par in refuted:
            starting, steps = sections.take(starting_title(par)), sections.take(STEPS)
            clauses, count = check_refutation(position, par, starting, steps)
            size = replace(size, clauses=size.clauses + clauses, steps=size.steps + count)
    else:
        for goal in claim.goals(game_of(position)):
            positions, replies = check_graph(position, goal, sections.take(goal.title))
            size = replace(
                size, positions=size.positions + positions, replies=size.replies + replies
            )
    sections.finish()
    return size


class _Sections:
    """Returns the sections of a certificate in order."""

    def __init__(self, certificate: Certificate) -> None:
        self._left = list(certificate.sections)
        self._end = certificate.end

    def next_is(self, title: str) -> bool:
        """Return whether the next section has this title."""
        return bool(self._left) and self._left[0].title == title

    def take(self, title: str) -> Section:
        """Return the next section, which must have this title."""
        if not self._left:
            raise Refusal(self._end.number, f"the proof breaks off, expected {quote(title)}")
        section = self._left.pop(0)
        if section.title != title:
            line = section.heading
            raise Refusal(line.number, f"found {quote(line.text)}, expected {quote(title)}")
        return section

    def finish(self) -> None:
        """Refuse anything left over."""
        if self._left:
            line = self._left[0].heading
            raise Refusal(line.number, f"found {quote(line.text)}, expected the digest")


def _check_attempt(root: Position, left: int | None, section: Section) -> int:
    """Check that a line solves a deal, or ends with `left` pieces; return its number of moves.

    Each line of the text has the number of a move and the move: ``3 b4``.
    """
    position = root
    for number, line in enumerate(section.lines, start=1):
        position = rules_of(position).play(
            position, parse_move(position, _read_move(line, number, position))
        )
    last = section.lines[-1] if section.lines else section.heading
    outcome = rules_of(position).outcome(position)
    if outcome is None:
        raise Refusal(last.number, "the attempt is not over after the last move")
    if left is None and not outcome.solved:
        raise Refusal(
            last.number, f"{pieces_left(position)} pieces are left, so this is not a solution"
        )
    if left is not None and pieces_left(position) != left:
        raise Refusal(last.number, f"{pieces_left(position)} pieces are left, not {left}")
    return len(section.lines)


def _read_move(line: Line, number: int, position: Position) -> str:
    """Return the text of a move, which must be legal and in its normal form."""
    match = _MOVE.fullmatch(line.text)
    if match is None or match[1] != str(number):
        raise Refusal(line.number, f"found {quote(line.text)}, expected move {number}")
    try:
        normal = format_move(position, parse_move(position, match[2]))
    except MoveError as error:
        raise Refusal(line.number, str(error)) from None
    if normal != match[2]:
        raise Refusal(line.number, f"found {quote(match[2])}, expected {quote(normal)}")
    return normal
