"""Clauses, with variables that are known by what they mean.

All variables of a formula come from one pool: those that a cardinality constraint adds as well, so
that several such constraints never share one by accident.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from pysat.card import CardEnc, EncType, ITotalizer
from pysat.formula import IDPool

# Up to so many literals, "at most one" is cheapest as a clause for each pair.
MOST_FOR_PAIRS = 5


@dataclass(frozen=True, slots=True)
class Size:
    """How large a formula is: variables, clauses, and literals in all clauses together."""

    variables: int
    clauses: int
    literals: int

    def __str__(self) -> str:
        return f"{self.variables:,} variables, {self.clauses:,} clauses, {self.literals:,} literals"


class Formula:
    """A conjunction of clauses over named variables.

    A literal is a variable's number, negative where the variable is to be false. `clauses` has them
    as a solver or a DIMACS file takes them.
    """

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self._pool = IDPool()

    @property
    def size(self) -> Size:
        """What has been stated so far."""
        literals = sum(len(clause) for clause in self.clauses)
        return Size(self._pool.top, len(self.clauses), literals)

    def variable(self, *name: Hashable) -> int:
        """Return the variable of a name, the same each time; without a name, a fresh one."""
        number: int = self._pool.id(name or None)
        return number

    def add(self, *literals: int) -> None:
        """State that at least one of the literals holds; none of them is a contradiction."""
        self.clauses.append(list(literals))

    def imply(self, condition: int, *consequences: int) -> None:
        """State that where a literal holds, each of the others does."""
        self.clauses += [[-condition, consequence] for consequence in consequences]

    def at_most(self, bound: int, literals: Sequence[int]) -> None:
        """State that no more than so many of the literals hold; any bound is allowed."""
        if bound < 0:
            self.add()
        elif bound < len(literals):
            is_small = bound == 1 and len(literals) <= MOST_FOR_PAIRS
            encoding = EncType.pairwise if is_small else EncType.seqcounter
            self.clauses += CardEnc.atmost(
                list(literals), bound, vpool=self._pool, encoding=encoding
            ).clauses

    def at_least(self, bound: int, literals: Sequence[int]) -> None:
        """State that so many of the literals hold; any bound is allowed."""
        if bound == 1:
            self.add(*literals)
        else:
            self.at_most(len(literals) - bound, [-literal for literal in literals])

    def counted(self, literals: Sequence[int]) -> list[int]:
        """Return literals of which number i holds where more than i of these do, i from 0 on.

        They say nothing where fewer hold, so that only their negations are of use: as assumptions
        they bound the count, another bound each time.
        """
        if not literals:
            return []
        with ITotalizer(list(literals), ubound=len(literals), top_id=self._pool.top) as totalizer:
            self.clauses += totalizer.cnf.clauses
            while self._pool.top < totalizer.top_id:
                self._pool.id()
            return list(totalizer.rhs)

    def exactly(self, bound: int, literals: Sequence[int]) -> None:
        """State that so many of the literals hold, neither more nor fewer."""
        self.at_least(bound, literals)
        self.at_most(bound, literals)
