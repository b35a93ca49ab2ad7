"""Counts in clauses: every bound, even an absurd one, and overlapping constraints."""

from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from solver.engines.sat.formula import Formula
from solver.engines.sat.process import CADICAL, GLUCOSE, SOLVERS


def models(formula: Formula, variables: list[int], family: str) -> set[tuple[bool, ...]]:
    """Return all assignments of some variables that a formula allows."""
    with Solver(family, bootstrap_with=formula.clauses) as solver:
        return {
            values
            for values in product((False, True), repeat=len(variables))
            if solver.solve([v if on else -v for v, on in zip(variables, values, strict=True)])
        }


@pytest.mark.parametrize("family", SOLVERS)
@pytest.mark.parametrize("count", [0, 1, 3, 6, 7])
def test_any_bound(count: int, family: str) -> None:
    for bound in range(-2, count + 3):
        for kind in (Formula.at_most, Formula.at_least, Formula.exactly):
            formula = Formula()
            variables = [formula.variable(n) for n in range(count)]
            kind(formula, bound, variables)
            holds = {
                Formula.at_most: lambda total, b=bound: total <= b,
                Formula.at_least: lambda total, b=bound: total >= b,
                Formula.exactly: lambda total, b=bound: total == b,
            }[kind]
            expected = {v for v in product((False, True), repeat=count) if holds(sum(v))}
            assert models(formula, variables, family) == expected


def test_overlapping_counts_do_not_share_variables_by_accident() -> None:
    formula = Formula()
    variables = [formula.variable(n) for n in range(8)]
    triples = [variables[0:6], variables[2:8], variables[1:8], [*variables[0:3], *variables[5:8]]]
    for chosen in triples:
        formula.exactly(3, chosen)
    expected = {
        values
        for values in product((False, True), repeat=8)
        if all(sum(values[v - 1] for v in chosen) == 3 for chosen in triples)
    }
    assert expected
    assert models(formula, variables, CADICAL) == expected


def test_names() -> None:
    formula = Formula()
    a, b = formula.variable("stands", 3), formula.variable("stands", 4)
    assert formula.variable("stands", 3) == a
    assert len({a, b, formula.variable(), formula.variable()}) == 4


def test_size() -> None:
    formula = Formula()
    a, b, c = (formula.variable(name) for name in "abc")
    formula.imply(a, b, c)
    formula.add(a, b, c)
    assert formula.size == "3 variables, 3 clauses, 7 literals"
    for one, other in combinations((a, b, c), 2):
        formula.add(-one, -other)
    assert models(formula, [a, b, c], GLUCOSE) == {(0, 1, 0), (0, 0, 1)}
