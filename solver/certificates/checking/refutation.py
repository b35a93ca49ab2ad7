"""Checks a refutation: clauses that say what an attempt at a deal comes to contradict each other.

The clauses are stated anew from the position, and those that the refutation starts from must be
among them: each stands with its number, ``17 -5 7 0``. A step is a clause, ``-5 7 0``, that follows
from those before by unit propagation; the last is the empty one, ``0``. The 0 ends a clause, as in
DIMACS files. Nothing is ever dropped: a refutation that has been cut down to what it needs is so
short that all of it can be kept.
"""

from __future__ import annotations

import re

from positions.errors import quote
from positions.game import Position
from solver.certificates.checking.propagation import Propagation
from solver.certificates.checking.refused import Refused
from solver.certificates.checking.text import Line, Section
from solver.engines.sat.removal_order import RemovalOrder

STEPS = "steps"

_STARTING = re.compile(r"(0|[1-9][0-9]{0,8})((?: -?[1-9][0-9]{0,8})*) 0")
_STEP = re.compile(r"((?:-?[1-9][0-9]{0,8} )*)0")


def starting_title(par: int | None) -> str:
    """Return the title of the clauses that are refuted."""
    return "clauses " + ("some solves" if par is None else f"some leaves fewer than {par}")


def starting_clauses(position: Position, par: int | None) -> list[list[int]]:
    """State that an attempt solves a deal, or with a `par` that one leaves fewer pieces (SR8)."""
    order = RemovalOrder(position)
    if par is None:
        order.require_solution()
    else:
        order.formula.at_most(par - 1, list(order.stays.values()))
    return order.formula.clauses


def to_refute(position: Position, par: int | None) -> tuple[int | None, ...]:
    """Return what has to be refuted of an unsolvable deal: each a `par`, None for its solution.

    A solution leaves two pieces, with `pairs` none: that no attempt leaves fewer than a larger par
    rules it out, too. Only with survivors that an attempt can miss (SR4) is a par no larger.
    """
    left_by_solution = 0 if "pairs" in position.variants else 2
    return (par,) if par is None or par > left_by_solution else (None, par)


def check_refutation(
    position: Position, par: int | None, starting: Section, steps: Section
) -> tuple[int, int]:
    """Check a refutation; give the clauses it starts from and its steps. Raises `Refused`."""
    stated = starting_clauses(position, par)
    propagation, last = Propagation(), -1
    for line in starting.lines:
        number, clause = _read_starting(line)
        if number >= len(stated) or clause != stated[number]:
            raise Refused(line.number, f"that is not clause {number} of this position")
        if number <= last:
            raise Refused(line.number, f"clause {number} stands after clause {last}")
        propagation.add(clause)
        last = number
    clause = [0]
    for line in steps.lines:
        if not clause:
            raise Refused(line.number, "the refutation is over, with the step before")
        clause = _read_step(line)
        if propagation.follows(clause) is None:
            raise Refused(line.number, f"{quote(line.text)} does not follow by unit propagation")
        propagation.add(clause)
    if clause:
        end = steps.lines[-1] if steps.lines else steps.heading
        raise Refused(end.number, "the refutation ends without the empty clause, '0'")
    return len(starting.lines), len(steps.lines)


def _read_starting(line: Line) -> tuple[int, list[int]]:
    match = _STARTING.fullmatch(line.text)
    if match is None:
        raise Refused(line.number, f"found {quote(line.text)}, expected a clause as '17 -5 7 0'")
    return int(match[1]), [int(literal) for literal in match[2].split()]


def _read_step(line: Line) -> list[int]:
    match = _STEP.fullmatch(line.text)
    if match is None:
        raise Refused(line.number, f"found {quote(line.text)}, expected a clause as '-5 7 0'")
    return [int(literal) for literal in match[1].split()]
