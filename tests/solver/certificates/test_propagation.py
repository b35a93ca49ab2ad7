"""Unit propagation is compared with that of a SAT solver."""

from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from solver.certificates.checking.refutation import Propagation

LITERALS = st.integers(-6, 6).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=4), max_size=25)


def adding(clauses: list[list[int]]) -> Propagation:
    propagation = Propagation()
    for clause in clauses:
        propagation.add(clause)
    return propagation


@given(clauses=CLAUSES, steps=st.lists(st.lists(LITERALS, max_size=4), max_size=6))
def test_propagation_agrees_with_a_sat_solver(
    clauses: list[list[int]], steps: list[list[int]]
) -> None:
    propagation = adding(clauses)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for step in steps:
            is_tautology = any(-literal in step for literal in step)
            no_conflict, _ = solver.propagate([-literal for literal in dict.fromkeys(step)])
            used = propagation.follows(step)
            assert (used is not None) == (is_tautology or not no_conflict)
            if used is not None:
                # The clauses that it names are enough.
                assert adding([clauses[n] for n in sorted(used)]).follows(step) is not None
                clauses = [*clauses, step]
                propagation.add(step)
                solver.add_clause(step)
