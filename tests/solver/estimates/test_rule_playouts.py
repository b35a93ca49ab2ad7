"""Playouts by the rules of a game of one's own."""

from collections.abc import Iterator

import pytest
from running import ROOT

import positions
import solver
from positions.rules_file import drop
from solver.interface.engine import Limits
from solver.opponent import choose


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    names = ("hex", "dots_and_boxes")
    loaded = [positions.load_rules(ROOT / "examples" / f"{name}.py") for name in names]
    yield
    for game in loaded:
        drop(game)


def estimated(text: str, playouts: int, seed: int = 1) -> solver.Analysis:
    return solver.analyse(positions.parse(text), nodes=1, playouts=playouts, seed=seed)


def test_a_seed_gives_the_same_estimate() -> None:
    one, same, other = (estimated("hex:start:4x4", 200, seed) for seed in (1, 1, 2))
    assert one.moves == same.moves
    assert one.moves != other.moves
    assert one.status == "unknown"
    assert one.estimate is not None
    assert one.estimate.playouts == 200
    # The first player has an advantage.
    assert one.estimate.win > 0.5


def test_the_win_in_one_is_found() -> None:
    found = estimated("hex:1b2/1b2/1b2/4:b", 300)
    assert found.estimate is not None
    assert found.estimate.best in ("a1", "b1")


def test_margins_are_estimated_for_the_first_player() -> None:
    # Blue takes one box or both of those that are left, and Red has two.
    found = estimated("dots-and-boxes:o1o1o/l1l1l/ololo/lAlAl/ololo:B", 50)
    assert found.estimate is not None
    assert found.estimate.score is not None
    assert found.estimate.score >= 0
    assert found.estimate.win < 0.6


@pytest.mark.parametrize("level", [1, 4, 8])
def test_the_opponent_plays(level: int) -> None:
    position = positions.parse("hex:1b2/1b2/1b2/4:b")
    reply = choose(position, level, Limits(seconds=2.0), 1)
    assert reply.move in [
        str(positions.format_move(position, m)) for m in positions.legal_moves(position)
    ]
    if level > 1:
        assert reply.move in ("a1", "b1")
