"""Proofs are cached, which does not change any result."""

from collections.abc import Iterator
from itertools import product
from typing import Protocol

import pytest

from positions.game import Position
from positions.text import parse_position
from solver.interface.engine import Budget, LimitReached, Limits
from solver.pool.worker import Resources
from solver.puzzles import remembered as module
from solver.puzzles.kind import GameSpec, Kind, Rejection
from solver.puzzles.kinds import KINDS
from solver.puzzles.remembered import remembered
from solver.puzzles.search import OPEN, Index, PuzzleSearch, SearchResult, likeness, seek

ONE, OTHER = map(parse_position, ("nakatta:1b1/3/3:w", "nakatta:3/1b1/3:w"))


class Prover(Protocol):
    def prove(self, position: Position, budget: Budget) -> str:
        """Prove something about a position."""


class CountingProver(Prover, Protocol):
    asked: int


def fresh() -> CountingProver:
    """Return a new prover."""

    class Fresh:
        asked = 0

        @remembered
        def prove(self, position: Position, budget: Budget) -> str:
            """Charge three positions to the budget, and refuse if no stone is in the middle."""
            self.asked += 1
            for _ in range(3):
                budget.tick()
            if position != OTHER:
                raise Rejection("no stone")
            return "a stone"

    return Fresh()


def came(proving: Prover, position: Position, nodes: int) -> tuple[str, int]:
    budget = Budget(Limits(nodes))
    try:
        return proving.prove(position, budget), budget.nodes
    except (Rejection, LimitReached) as reason:
        return str(reason), budget.nodes


def test_each_position_is_proved_once() -> None:
    proving = fresh()
    for _ in range(3):
        assert came(proving, ONE, 9) == ("no stone", 3)
        assert came(proving, OTHER, 9) == ("a stone", 3)
    assert proving.asked == 2


def test_another_budget_is_another_question() -> None:
    proving = fresh()
    assert came(proving, OTHER, 3) == ("a stone", 3)
    for asked in (2, 3):
        assert came(proving, OTHER, 2) == ("node limit reached", 2)
        assert proving.asked == asked
    for enough in (3, 4, 9):
        assert came(proving, OTHER, enough) == ("a stone", 3)
    assert proving.asked == 3


def test_other_methods_are_other_questions() -> None:
    """Two positions are searched if too few nodes are left for a table, which costs one."""

    class Choosing:
        @remembered
        def prove(self, position: Position, budget: Budget) -> str:
            try:
                budget.require("a table", 9, 0)
            except LimitReached:
                budget.tick()
            budget.tick()
            return "proved"

    for first, then in product((4, 8, 9, 20), repeat=2):
        proving = Choosing()
        assert came(proving, OTHER, first) == ("proved", 1 if first >= 9 else 2)
        assert came(proving, OTHER, then) == ("proved", 1 if then >= 9 else 2)


def test_the_latest_proofs_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ENTRIES", 1)
    proving = fresh()
    for position in (ONE, ONE, OTHER, ONE):
        came(proving, position, 9)
    assert proving.asked == 3


def sought(search: PuzzleSearch, puzzles: int) -> Iterator[SearchResult]:
    known: frozenset[str] = frozenset()
    for number in range(1, puzzles + 1):
        found = seek(search, Index(number, known=known), Resources())
        yield found
        if found.puzzle is not None:
            known |= {likeness(found.puzzle.position)}


# The last number is a limit that ends some searches.
SMALL = [
    ("sight-reduction", "solitaire", "3x3", {}, 200),
    ("sight-reduction", "only-move", "3x3", {}, None),
    ("manhattan", "only-move", "4x4", {"played": 20}, 5),
    ("marvin", "hold-margin", "3x3", {}, 6000),
    ("nakatta", "only-move", "3x3", {}, 10),
    ("nakatta", "win-in", "3x3", {}, 10),
    ("nakatta", "swap-or-not", "3x3", {}, 10),
    ("minelayers", "win-in", "4x4", {}, 40),
    ("minelayers", "survive", "4x4", {"steps": 2}, 10),
]


@pytest.mark.parametrize(("game", "name", "size", "requirements", "nodes"), SMALL)
def test_memory_makes_no_difference(
    game: str,
    name: str,
    size: str,
    requirements: dict[str, int],
    nodes: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    width, height = map(int, size.split("x"))
    kind = KINDS[name]
    search = PuzzleSearch(
        kind(GameSpec(game, size=(width, height)), **requirements), 3, 40, nodes=nodes
    )
    with_memory = list(sought(search, 4))
    forget(kind, monkeypatch)
    assert list(sought(search, 4)) == with_memory
    rejections = sum((found.rejections for found in with_memory), start=with_memory[0].rejections)
    assert nodes is None or rejections[OPEN], "the limit has ended nothing"


def forget(kind: type[Kind], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a kind prove everything without its cache."""
    proving = [(name, each) for name, each in vars(kind).items() if hasattr(each, "__wrapped__")]
    assert proving
    for name, method in proving:
        monkeypatch.setattr(kind, name, method.__wrapped__)
