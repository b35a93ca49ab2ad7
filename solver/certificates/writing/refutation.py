"""Writes the refutation of an unsolvable deal: a solver's proof, trimmed to what it needs.

A solver learns much that it never uses. One pass over its proof records which clauses each step
follows from; steps on which the empty clause does not depend are then left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from positions.game import Position
from solver.certificates.checking.propagation import Propagation
from solver.certificates.checking.refutation import STEPS, starting_clauses, starting_title
from solver.engines.sat import sight_reduction
from solver.interface.engine import Budget, LimitReached

# A pass over a proof of this many steps takes a minute or two.
MAX_STEPS = 50_000

_Section = tuple[str, list[str]]


@dataclass(frozen=True, slots=True)
class TrimmedProof:
    """The numbers of a refutation's starting clauses, and its steps, the last one empty."""

    starting: list[int]
    steps: list[Sequence[int]]


def refutation(position: Position, par: int | None, budget: Budget) -> tuple[_Section, _Section]:
    """Return the sections of a refutation of a claim's negation; raises `LimitReached`."""
    clauses = starting_clauses(position, par)
    proof = sight_reduction.refutation(clauses, budget)
    if proof is None:
        raise AssertionError(
            f"the clauses of {position} have a model, contrary to the engine's answer"
        )
    result = trim(clauses, proof, budget)
    starting = [_clause((number, *clauses[number])) for number in result.starting]
    return (starting_title(par), starting), (STEPS, [_clause(step) for step in result.steps])


def _clause(literals: Sequence[int]) -> str:
    return " ".join(map(str, (*literals, 0)))


def trim(clauses: Sequence[Sequence[int]], proof: Sequence[str], budget: Budget) -> TrimmedProof:
    """Trim a proof in DRUP text format to what the empty clause depends on."""
    learnt = [_read(line) for line in proof if not line.startswith("d")]
    if len(learnt) > MAX_STEPS:
        raise LimitReached("memory", f"the proof has more than {MAX_STEPS:,} steps")
    propagation = Propagation()
    for clause in clauses:
        propagation.add(clause)
    rests_on: list[set[int]] = []
    for step in learnt:
        budget.check()
        used = propagation.follows(step)
        if used is None:
            raise AssertionError(f"the solver's step {step} does not follow")
        rests_on.append(used)
        propagation.add(step)
        if not step:
            break
    return _needed(len(clauses), learnt, rests_on)


def _read(line: str) -> list[int]:
    return [int(literal) for literal in line.split()[:-1]]


def _needed(
    starting: int, learnt: Sequence[Sequence[int]], rests_on: list[set[int]]
) -> TrimmedProof:
    """Return all that the last step depends on; clauses are numbered before steps."""
    needed = {starting + len(rests_on) - 1}
    for number in range(starting + len(rests_on) - 1, starting - 1, -1):
        if number in needed:
            needed |= rests_on[number - starting]
    return TrimmedProof(
        sorted(number for number in needed if number < starting),
        [learnt[number - starting] for number in sorted(needed) if number >= starting],
    )
