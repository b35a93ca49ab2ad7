"""Solves a position and writes the certificate of the answer with the same engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from positions.game import Position
from positions.games import game_of
from positions.text import format_move
from solver.certificates.checking.check import LINE
from solver.certificates.checking.claims import Claim
from solver.certificates.checking.refutation import to_refute
from solver.certificates.checking.text import certificate_text
from solver.certificates.writing.graph import GraphWriter, TooLarge
from solver.certificates.writing.refutation import refutation
from solver.interface.engine import (
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Watch,
)
from solver.questions.solve import Verdict, unknown, verdict_of

# The maximum number of positions in a graph of all attempts; beyond it, a refutation is shorter.
MAX_ATTEMPTS = 1000

_Section = tuple[str, list[str]]


@dataclass(frozen=True, slots=True)
class CertifiedVerdict:
    """A verdict with the text of its certificate and the claim.

    If there is none, `missing` says why.
    """

    verdict: Verdict
    text: str | None = None
    claim: str | None = None
    missing: str | None = None


def certify(
    position: Position,
    wanted: Details,
    limits: Limits,
    engine: Engine,
    watch: Watch | None = None,
    *,
    with_distance: bool = False,
    other_turn: bool = False,
) -> CertifiedVerdict:
    """Solve a position and certify the answer, both within limits.

    `with_distance` also certifies the plies to the end; `other_turn` asks for the result if the
    other player were to move, which is not certified.
    """
    budget = Budget(limits, watch)
    oracle: Oracle | None = None
    try:
        oracle = engine.open(position, budget)
        verdict = verdict_of(position, wanted, oracle, budget, other_turn=other_turn)
    except LimitReached as limit:
        verdict = unknown(position, engine.name, budget, limit)
    if verdict.found is None:
        return CertifiedVerdict(verdict, missing="the position is not solved")
    claim = claim_of(verdict, with_distance)
    try:
        sections = list(_sections(verdict, claim, oracle, budget))
    except LimitReached as limit:
        return CertifiedVerdict(verdict, missing=str(limit))
    text = claim.text(game_of(verdict.position))
    return CertifiedVerdict(verdict, certificate_text(verdict.position, text, sections), text)


def claim_of(verdict: Verdict, with_distance: bool) -> Claim:
    """Return the claim of a proved verdict."""
    assessment = verdict.found
    assert assessment is not None  # noqa: S101 - a proved verdict has it
    if game_of(verdict.position).is_solitaire(verdict.position):
        is_solvable = assessment.result == Result.SOLVABLE
        return Claim(is_solvable=is_solvable, par=None if is_solvable else assessment.par)
    if assessment.score is not None:
        return Claim(score=assessment.score)
    return Claim(winner=assessment.winner, plies=assessment.distance if with_distance else None)


def _sections(
    verdict: Verdict, claim: Claim, oracle: Oracle | None, budget: Budget
) -> Iterator[_Section]:
    """Yield the sections of the proof; raises `LimitReached`."""
    position = verdict.position
    if claim.has_line:
        yield LINE, _moves(verdict)
    if claim.is_solvable is False:
        yield from _unsolvable(position, claim, budget)
    else:
        for goal in claim.goals(game_of(position)):
            yield goal.title, GraphWriter(position, goal, oracle, budget).lines()


def _unsolvable(position: Position, claim: Claim, budget: Budget) -> Iterator[_Section]:
    """Yield all attempts if they are few, else a refutation."""
    (goal,) = claim.goals(game_of(position))
    try:
        attempts = GraphWriter(position, goal, None, budget, MAX_ATTEMPTS).lines()
        yield goal.title, attempts
    except TooLarge:
        for par in to_refute(position, claim.par):
            yield from refutation(position, par, budget)


def _moves(verdict: Verdict) -> list[str]:
    moves = (format_move(verdict.position, move) for move in verdict.line)
    return [f"{number} {move}" for number, move in enumerate(moves, start=1)]
