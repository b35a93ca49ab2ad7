"""Clauses over variables that are identified by their meaning.

All variables of a formula come from one pool, including those added by cardinality constraints, so
that several such constraints never share one by accident.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from pysat.card import CardEnc, EncType, ITotalizer
from pysat.formula import IDPool

# Up to this many literals, "at most one" is cheapest as a clause for each pair.
MAX_FOR_PAIRS = 5


class Formula:
    """A conjunction of clauses over named variables.

    A literal is a variable's number, negative if the variable is to be false. `clauses` has them in
    the form that a solver or a DIMACS file takes.
    """

    def __init__(self) -> None:
        self.clauses: list[list[int]] = []
        self._pool = IDPool()

    @property
    def size(self) -> str:
        """The size so far, in words."""
        literals = sum(len(clause) for clause in self.clauses)
        variables, clauses = f"{self._pool.top:,} variables", f"{len(self.clauses):,} clauses"
        return f"{variables}, {clauses}, {literals:,} literals"

    def variable(self, *name: Hashable) -> int:
        """Return the variable of a name, always the same; without a name, a fresh one."""
        number: int = self._pool.id(name or None)
        return number

    def add(self, *literals: int) -> None:
        """State that at least one of the literals holds; an empty clause is a contradiction."""
        self.clauses.append(list(literals))

    def imply(self, condition: int, *consequences: int) -> None:
        """State that if a literal holds, each of the others does."""
        self.clauses += [[-condition, consequence] for consequence in consequences]

    def at_most(self, bound: int, literals: Sequence[int]) -> None:
        """State that at most `bound` of the literals hold; any bound is allowed."""
        if bound < 0:
            self.add()
        elif bound < len(literals):
            is_small = bound == 1 and len(literals) <= MAX_FOR_PAIRS
            encoding = EncType.pairwise if is_small else EncType.seqcounter
            self.clauses += CardEnc.atmost(
                list(literals), bound, vpool=self._pool, encoding=encoding
            ).clauses

    def at_least(self, bound: int, literals: Sequence[int]) -> None:
        """State that at least `bound` of the literals hold; any bound is allowed."""
        if bound == 1:
            self.add(*literals)
        else:
            self.at_most(len(literals) - bound, [-literal for literal in literals])

    def counted(self, literals: Sequence[int]) -> list[int]:
        """Return literals, the i-th of which (from 0) holds if more than i of the given ones do.

        The converse is not implied, so that only their negations are useful: as assumptions, they
        bound the count from above.
        """
        if not literals:
            return []
        with ITotalizer(list(literals), ubound=len(literals), top_id=self._pool.top) as totalizer:
            self.clauses += totalizer.cnf.clauses
            while self._pool.top < totalizer.top_id:
                self._pool.id()
            return list(totalizer.rhs)

    def exactly(self, bound: int, literals: Sequence[int]) -> None:
        """State that exactly `bound` of the literals hold."""
        self.at_least(bound, literals)
        self.at_most(bound, literals)
