"""The chooser's method for a solitaire deal after the search has given up."""

import pytest

from positions.text import parse_position
from solver import Limits, Result, analyse, solve
from solver.engines import choice
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Details

SMALL = "sight-reduction+solitaire:bwbw/wwbb/bbww:w"
FULL = "sight-reduction+solitaire:bbbw/bwwb/wbwb/bbbw/wwbw/bbbw/wwbw/wwwb:w"
LARGE = (
    "sight-reduction+solitaire:bb/wb/bb/bw/wb/ww/bb/bb/bb/wb/ww/wb/wb/ww/bw/ww/ww/ww/ww/wb/wb/bw"
    "/bb/bb/bb/bw/bw/wb/ww/wb:w:keep=a29,b30"
)


@pytest.mark.parametrize(
    ("text", "sat_cap", "memory", "engine"),
    [
        (SMALL, 20_000, None, "retrograde"),
        (FULL, 20_000, None, "sat"),
        (FULL, 1, None, "retrograde"),
        (FULL, 1, 100, "sat"),
        (LARGE, 1, None, "sat"),
    ],
)
def test_the_method_after_a_search_that_gave_up(
    text: str, sat_cap: int, memory: int | None, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "SEARCH_CAP", 1)
    monkeypatch.setattr(choice, "SAT_CAP", sat_cap)
    position, budget = parse_position(text), Budget(Limits(memory=memory, threads=2))
    oracle = ENGINES["auto"].open(position, budget)
    found = oracle.assess(position, Details())
    assert (found.result, oracle.engine) == (Result.UNSOLVABLE, engine)


def test_the_par_is_never_left_to_the_search() -> None:
    answer = solve(parse_position(FULL), par=True)
    assert (answer.par, len(answer.line), answer.engine) == (3, 29, "sat")


def test_a_swept_lattice_also_answers_for_the_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choice, "SEARCH_CAP", 1)
    analysis = analyse(parse_position(SMALL), par=True)
    assert analysis.engine == "retrograde"
    assert {move.result for move in analysis.moves} == {Result.UNSOLVABLE}
