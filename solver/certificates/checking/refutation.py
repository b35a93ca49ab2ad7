"""Checks a refutation: the clauses that describe an attempt at a deal are contradictory.

The clauses are derived anew from the position, and must include those that the refutation starts
from, given with their numbers, such as ``17 -5 7 0``. A step is a clause, such as ``-5 7 0``, that
follows from the earlier ones by unit propagation; the last is the empty one, ``0``. The 0 ends a
clause, as in DIMACS files. Clauses are never deleted: a trimmed refutation is short enough to keep
all of it.
"""

from __future__ import annotations

import re

from positions.errors import quote
from positions.game import Position
from solver.certificates.checking.propagation import Propagation
from solver.certificates.checking.refusal import Refusal
from solver.certificates.checking.text import Line, Section
from solver.engines.sat.removal_order import RemovalOrder

STEPS = "steps"

_STARTING = re.compile(r"(0|[1-9][0-9]{0,8})((?: -?[1-9][0-9]{0,8})*) 0")
_STEP = re.compile(r"((?:-?[1-9][0-9]{0,8} )*)0")


def starting_title(par: int | None) -> str:
    """Return the title of the clauses that are refuted."""
    return "clauses " + ("some solves" if par is None else f"some leaves fewer than {par}")


def starting_clauses(position: Position, par: int | None) -> list[list[int]]:
    """Return clauses for an attempt that solves a deal, or leaves fewer than `par` pieces (SR8)."""
    order = RemovalOrder(position)
    if par is None:
        order.require_solution()
    else:
        order.formula.at_most(par - 1, list(order.stays.values()))
    return order.formula.clauses


def to_refute(position: Position, par: int | None) -> tuple[int | None, ...]:
    """Return what must be refuted for an unsolvable deal: a `par` each, or None for a solution.

    A solution leaves two pieces, with `pairs` none: if no attempt leaves fewer than a larger par,
    there is no solution either. Only with survivors (SR4) can the par be no larger.
    """
    left_by_solution = 0 if "pairs" in position.variants else 2
    return (par,) if par is None or par > left_by_solution else (None, par)


def check_refutation(
    position: Position, par: int | None, starting: Section, steps: Section
) -> tuple[int, int]:
    """Check a refutation; return its numbers of starting clauses and steps. Raises `Refusal`."""
    stated = starting_clauses(position, par)
    propagation, last = Propagation(), -1
    for line in starting.lines:
        number, clause = _read_starting(line)
        if number >= len(stated) or clause != stated[number]:
            raise Refusal(line.number, f"this is not clause {number} of the position")
        if number <= last:
            raise Refusal(line.number, f"clause {number} comes after clause {last}")
        propagation.add(clause)
        last = number
    clause = [0]
    for line in steps.lines:
        if not clause:
            raise Refusal(line.number, "the refutation was complete with the previous step")
        clause = _read_step(line)
        if propagation.follows(clause) is None:
            raise Refusal(line.number, f"{quote(line.text)} does not follow by unit propagation")
        propagation.add(clause)
    if clause:
        end = steps.lines[-1] if steps.lines else steps.heading
        raise Refusal(end.number, "the refutation ends without the empty clause, '0'")
    return len(starting.lines), len(steps.lines)


def _read_starting(line: Line) -> tuple[int, list[int]]:
    match = _STARTING.fullmatch(line.text)
    if match is None:
        raise Refusal(line.number, f"found {quote(line.text)}, expected a clause as '17 -5 7 0'")
    return int(match[1]), [int(literal) for literal in match[2].split()]


def _read_step(line: Line) -> list[int]:
    match = _STEP.fullmatch(line.text)
    if match is None:
        raise Refusal(line.number, f"found {quote(line.text)}, expected a clause as '-5 7 0'")
    return [int(literal) for literal in match[1].split()]
