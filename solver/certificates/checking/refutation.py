"""Checks a refutation: the clauses that describe an attempt at a deal are contradictory.

The clauses are derived anew from the position, and must include those that the refutation starts
from, given with their numbers, such as ``17 -5 7 0``. A step is a clause, such as ``-5 7 0``, that
follows from the earlier ones by unit propagation; the last is the empty one, ``0``. The 0 ends a
clause, as in DIMACS files. Clauses are never deleted: a trimmed refutation is short enough to keep
all of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from positions.errors import quote
from positions.game import Position
from solver.certificates.checking.text import Line, Refusal, Section
from solver.engines.sat.removal_order import RemovalOrder

STEPS = "steps"

_STARTING = re.compile(r"(0|[1-9][0-9]{0,8})((?: -?[1-9][0-9]{0,8})*) 0")
_STEP = re.compile(r"((?:-?[1-9][0-9]{0,8} )*)0")

# The reason for a literal that no clause forces: a step's assumption.
_ASSUMED = -1


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


class Propagation:
    """Clauses, and the literals that follow from them alone, by two watched literals per clause.

    A clause follows by reverse unit propagation (RUP) if setting all of its literals to false
    leads, by clauses with a single literal left, to one with none. That is all that a step of a
    refutation needs: see Goldberg and Novikov, *Verification of Proofs of Unsatisfiability for CNF
    Formulas* (2003).

    A clause is a sequence of literals: a variable's number, negative if it is to be false. In each
    clause, two literals that are not false are watched, as long as there are two; the clause need
    only be examined when one of them becomes false.
    """

    def __init__(self) -> None:
        self._clauses: list[list[int]] = []
        self._watching: defaultdict[int, list[int]] = defaultdict(list)
        # Each true literal with the number of the clause that forces it; the trail has them in the
        # order in which they became true, and those before `_seen` have been propagated.
        self._reasons: dict[int, int] = {}
        self._trail: list[int] = []
        self._seen = 0
        self._conflict: int | None = None

    def add(self, literals: Sequence[int]) -> None:
        """Add a clause; clauses are numbered from 0."""
        number, clause = len(self._clauses), list(dict.fromkeys(literals))
        # Literals that are not false come first, to be watched.
        clause.sort(key=lambda literal: -literal in self._reasons)
        self._clauses.append(clause)
        for literal in clause[:2]:
            self._watching[literal].append(number)
        if self._conflict is not None:
            return
        if not clause or -clause[0] in self._reasons:
            self._conflict = number
        elif clause[0] not in self._reasons and (len(clause) == 1 or -clause[1] in self._reasons):
            self._set(clause[0], number)
            self._conflict = self._propagate()

    def follows(self, literals: Iterable[int]) -> set[int] | None:
        """Return the numbers of the clauses that a clause follows from.

        Returns None if it does not follow. Nothing is added.
        """
        if self._conflict is not None:
            return self._used(self._conflict)
        known = len(self._trail)
        try:
            for literal in literals:
                if literal in self._reasons:
                    return self._used_for([literal])
                if -literal not in self._reasons:
                    self._set(-literal, _ASSUMED)
            conflict = self._propagate()
            return None if conflict is None else self._used(conflict)
        finally:
            for literal in self._trail[known:]:
                del self._reasons[literal]
            del self._trail[known:]
            self._seen = known

    def _set(self, literal: int, reason: int) -> None:
        self._reasons[literal] = reason
        self._trail.append(literal)

    def _propagate(self) -> int | None:
        """Set the implied literals; return the number of a clause that became false, if any."""
        while self._seen < len(self._trail):
            false = -self._trail[self._seen]
            self._seen += 1
            watching, self._watching[false] = self._watching[false], []
            for place, number in enumerate(watching):
                if not self._move_watch(number, false):
                    self._watching[false] += watching[place + 1 :]
                    return number
        return None

    def _move_watch(self, number: int, false: int) -> bool:
        """Watch another literal of a clause, or set its last one; return False if all are false."""
        clause, reasons = self._clauses[number], self._reasons
        if clause[0] == false and len(clause) > 1:
            clause[0], clause[1] = clause[1], clause[0]
        if clause[0] not in reasons:
            for place in range(2, len(clause)):
                if -clause[place] not in reasons:
                    clause[1], clause[place] = clause[place], clause[1]
                    self._watching[clause[1]].append(number)
                    return True
        self._watching[false].append(number)
        if clause[0] in reasons:
            return True
        if -clause[0] in reasons:
            return False
        self._set(clause[0], number)
        return True

    def _used(self, conflict: int) -> set[int]:
        """Return the clauses that led to a false one, including that one."""
        return {conflict} | self._used_for(-literal for literal in self._clauses[conflict])

    def _used_for(self, literals: Iterable[int]) -> set[int]:
        """Return the clauses that made literals true."""
        used: set[int] = set()
        waiting = list(literals)
        while waiting:
            literal = waiting.pop()
            reason = self._reasons[literal]
            if reason != _ASSUMED and reason not in used:
                used.add(reason)
                waiting += [-other for other in self._clauses[reason] if other != literal]
        return used
