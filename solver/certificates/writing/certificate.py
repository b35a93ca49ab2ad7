"""Solves a position and writes the certificate of the answer with the same engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from positions.game import Position
from positions.games import game_of
from solver.answers.ask import solved, unknown
from solver.answers.model import Answer
from solver.answers.question import Question
from solver.certificates.checking.check import LINE
from solver.certificates.checking.claims import Claim
from solver.certificates.checking.refutation import to_refute
from solver.certificates.checking.text import certificate_text
from solver.certificates.writing.graph import GraphWriter, TooLarge
from solver.certificates.writing.refutation import refutation
from solver.interface.engine import (
    Budget,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Watch,
)

# The maximum number of positions in a graph of all attempts; beyond it, a refutation is shorter.
MAX_ATTEMPTS = 1000

_Section = tuple[str, list[str]]


@dataclass(frozen=True, slots=True)
class CertifiedAnswer:
    """An answer with the text of its certificate and the claim.

    If there is none, `missing` says why.
    """

    answer: Answer
    text: str | None = None
    claim: str | None = None
    missing: str | None = None


def certify(
    position: Position,
    question: Question,
    limits: Limits,
    engine: Engine,
    watch: Watch | None = None,
) -> CertifiedAnswer:
    """Solve a position and certify the answer, both within limits.

    If the question asks for the distance, that is certified too; the result with the other player
    to move is not.
    """
    budget = Budget(limits, watch)
    oracle: Oracle | None = None
    try:
        oracle = engine.open(position, budget)
        found = oracle.assess(position, question.wanted(position))
        answer = solved(position, question, found, oracle, budget)
    except LimitReached as limit:
        answer = unknown(position, question, engine.name, budget, limit)
    if answer.result is None:
        return CertifiedAnswer(answer, missing="the position is not solved")
    claim = claim_of(position, answer, question.distance)
    try:
        sections = list(_sections(position, answer, claim, oracle, budget))
    except LimitReached as limit:
        return CertifiedAnswer(answer, missing=str(limit))
    text = claim.text(game_of(position))
    return CertifiedAnswer(answer, certificate_text(position, text, sections), text)


def claim_of(position: Position, answer: Answer, with_distance: bool) -> Claim:
    """Return the claim of a proved answer."""
    game = game_of(position)
    if game.is_solitaire(position):
        is_solvable = answer.result == Result.SOLVABLE
        return Claim(is_solvable=is_solvable, par=None if is_solvable else answer.par)
    if answer.score is not None:
        return Claim(score=answer.score)
    symbols = {name: symbol for symbol, name in game.players.items()}
    winner = None if answer.winner is None else symbols[answer.winner]
    return Claim(winner=winner, plies=answer.distance if with_distance else None)


def _sections(
    position: Position, answer: Answer, claim: Claim, oracle: Oracle | None, budget: Budget
) -> Iterator[_Section]:
    """Yield the sections of the proof; raises `LimitReached`."""
    if claim.has_line:
        yield LINE, [f"{number} {move}" for number, move in enumerate(answer.line, start=1)]
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
