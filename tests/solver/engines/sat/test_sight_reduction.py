"""Clauses of Sight Reduction: their models are exactly the solutions."""

import pytest
from hypothesis import given
from pysat.solvers import Solver
from replays import chances
from strategies import sight_reduction

from positions.game import Position
from positions.games import rules_of
from positions.text import parse_position
from solver.certificates.checking.refutation import starting_clauses
from solver.engines.sat.process import GLUCOSE, SatProcess
from solver.engines.sat.removal_order import RemovalOrder, components
from solver.engines.sat.sight_reduction import min_left, refutation
from solver.interface.engine import Budget, Limits

UNSOLVABLE = [
    "sight-reduction+solitaire:bbbw/bwwb/wbwb/bbbw/wwbw/bbbw/wwbw/wwwb:w",
    "sight-reduction+solitaire:ww/wb:w",
    "sight-reduction+solitaire:wbw/bwb/wbw:w",
    "sight-reduction+solitaire+pairs:wbw/3/wbw:b",
]


def count_solutions(position: Position, limit: int) -> int:
    """Count distinct solutions up to a limit, ruling out each by its removals and their turns."""
    order = RemovalOrder(position)
    order.require_solution()
    with SatProcess(order.formula.clauses, Budget(Limits()), GLUCOSE) as process:
        for count in range(limit):
            model = process.model()
            if model is None:
                return count
            process.add(*(-literal for literal in order.removals(model)))
    return limit


@given(position=sight_reduction(max_pieces=8, alone=True, keep=True))
def test_models_are_exactly_the_solutions(position: Position) -> None:
    solutions = chances(position)[0]
    if rules_of(position).outcome(position) is None and solutions <= 200:
        assert count_solutions(position, 201) == solutions


@pytest.mark.parametrize("text", UNSOLVABLE)
def test_refutations_follow_clause_by_clause(text: str) -> None:
    clauses = starting_clauses(parse_position(text), None)
    proof = refutation(clauses, Budget(Limits()))
    assert proof is not None
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for line in proof:
            word, *_ = literals = line.split()[:-1] or ["none"]
            if word == "d":
                continue
            clause = [] if word == "none" else [int(literal) for literal in literals]
            follows = not solver.propagate([-literal for literal in clause])[0]
            assert follows
            solver.add_clause(clause)
    assert proof[-1] == "0"


def test_a_solvable_deal_has_no_refutation() -> None:
    position = parse_position("sight-reduction+solitaire:bwwb/wwbw/bwbb:w")
    assert refutation(starting_clauses(position, None), Budget(Limits())) is None


def test_symmetry_is_broken_if_there_is_any() -> None:
    for text, is_symmetric in (
        ("sight-reduction+solitaire:wbw/bwb/wbw:w", True),
        ("sight-reduction+solitaire:wbw/bwb/wbw:w:keep=a1,a2", False),
        ("sight-reduction+solitaire:wbw/bwb/wbb:w", True),
        ("sight-reduction+solitaire:wbw/bwb/bbw:w", True),
        ("sight-reduction+solitaire:wwb/bbw/wbb:w", False),
    ):
        order = RemovalOrder(parse_position(text))
        before = len(order.formula.clauses)
        order.break_symmetry()
        assert (len(order.formula.clauses) > before) == is_symmetric, text


def test_the_par_of_a_stuck_deal_is_the_number_of_its_pieces() -> None:
    position = parse_position("sight-reduction+solitaire:wbw/bwb/wbw:w")
    assert min_left(position, Budget(Limits())) == (9, ())


def test_components() -> None:
    found = components({1: [2], 2: [1], 3: [], 4: [5], 5: [4, 6], 6: [5]})
    assert set(found) == {frozenset({1, 2}), frozenset({3}), frozenset({4, 5, 6})}
