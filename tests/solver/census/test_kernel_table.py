"""Tables of the retrograde engine compared with the rules: the same play, fewer positions."""

from dataclasses import asdict

import pytest

from positions.text import parse_position
from solver.census.table import TableFacts, list_all, table
from solver.census.whole import filled_from, whole
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, LimitReached, Limits

STARTS = [
    "nakatta:start:3x3",
    "nakatta+pie:start:3x3",
    "minelayers:start:3x4",
    "minelayers:3/3/3/3:A:first=B",
    "minelayers:start:4x3",
    "manhattan:brb/r1r/brb:r",
    "manhattan:rbr1/1b1r:b",
]
# Facts that do not depend on which positions are identified.
SAME = ("start_result", "start_distance", "longest_best", "shortest_play", "longest_play")


def facts_of(text: str, max_plies: int) -> tuple[TableFacts, TableFacts]:
    """Return the facts by the rules and by the kernel."""
    start = parse_position(text)
    by_rules = table(list_all([start], Budget(Limits())), max_plies)
    filled = filled_from(start, Budget(Limits()))
    assert filled is not None
    return by_rules, filled.facts(max_plies, Budget(Limits()))


@pytest.mark.parametrize("text", STARTS)
def test_the_kernel_agrees_with_the_rules(text: str) -> None:
    by_rules, by_kernel = facts_of(text, 1000)
    for name in SAME:
        assert getattr(by_kernel, name) == getattr(by_rules, name), name
    expected, found = asdict(by_rules.random), asdict(by_kernel.random)
    assert found["outcomes"] == pytest.approx(expected["outcomes"])
    assert dict(found["lengths"]) == pytest.approx(dict(expected["lengths"]))
    for name in ("branching_average", "decision_share"):
        assert found[name] == pytest.approx(expected[name]), name
    assert by_kernel.positions <= by_rules.positions
    assert sum(by_kernel.results.values()) == by_kernel.positions
    assert {plies for _, plies, _ in by_kernel.distances} <= {
        plies for _, plies, _ in by_rules.distances
    }


def test_listing_a_game_can_be_stopped() -> None:
    by_rules, by_kernel = facts_of("nakatta:start:3x3", 6)
    assert by_kernel.random.outcomes == pytest.approx(by_rules.random.outcomes)
    assert by_kernel.random.outcomes["timeout"] > 0.5
    assert by_kernel.longest_play is None


def test_small_boards_are_listed_by_the_rules() -> None:
    small, large = (parse_position(f"nakatta:start:{size}") for size in ("3x3", "4x4"))
    assert whole([small], ENGINES["auto"], Limits(), 1000).engine == "brute"
    assert whole([large], ENGINES["auto"], Limits(), 1000).engine == "retrograde"
    for engine, limits in (("auto", Limits(nodes=1000)), ("brute", Limits(nodes=1000))):
        with pytest.raises(LimitReached):
            whole([large], ENGINES[engine], limits, 1000)


def test_a_game_without_a_table_of_the_kernel() -> None:
    assert filled_from(parse_position("marvin:start:2x2"), Budget(Limits())) is None
