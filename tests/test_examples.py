"""The games in `examples/`: what is known of them, and engines against each other."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from running import ROOT

import positions
import solver
from positions.deals import DealOrder, play_on, set_up
from positions.rules_file import drop

NAMES = ("connect_four", "dots_and_boxes", "hex", "hexapawn", "kayles")
# Grundy values of rows of pins (Berlekamp, Conway and Guy, Winning Ways, chapter 4, table 6).
KAYLES = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6)


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[dict[str, positions.Game]]:
    loaded = [positions.load_rules(ROOT / "examples" / f"{name}.py") for name in NAMES]
    yield {game.name: game for game in loaded}
    for game in loaded:
        drop(game)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_takes_under_a_hundred_lines(name: str) -> None:
    assert len((ROOT / "examples" / f"{name}.py").read_text().splitlines()) < 100


def rows(*pins: int) -> str:
    return f"kayles:{'1'.join('o' * count for count in pins if count) or 1}:l"


@pytest.mark.parametrize(("one", "other"), [*product(range(1, 8), range(4))])
def test_kayles_has_its_grundy_values(one: int, other: int) -> None:
    found = solver.solve(positions.parse(rows(one, other)))
    assert found.result == ("win" if KAYLES[one] != KAYLES[other] else "loss")


def test_kayles_on_longer_rows() -> None:
    # The Grundy values of 9 and 5 pins are equal, those of 10 and 3 are not.
    assert solver.solve(positions.parse(rows(9, 5))).winner == "right"
    assert solver.solve(positions.parse(rows(10, 3))).winner == "left"


# The first player wins on a rhombus (Nash), and whoever's edges are closer together wins on other
# boards, also moving second (Gardner 1957; HexWiki, Parallelogram boards).
@pytest.mark.parametrize(
    ("size", "winner"),
    [("1x1", "black"), ("2x2", "black"), ("3x3", "black"), ("2x3", "white"), ("3x4", "white")],
)
def test_hex_has_the_known_winners(size: str, winner: str) -> None:
    assert solver.solve(positions.parse(f"hex:start:{size}")).winner == winner


def test_hex_four_by_four_is_won_by_the_first_player() -> None:
    # A stone on the short diagonal wins (HexWiki, Small boards).
    assert solver.solve(positions.parse("hex:4/4/2b1/4:w")).winner == "black"


def test_hexapawn_is_won_by_the_second_player() -> None:
    # Gardner, Mathematical games, Scientific American, March 1962.
    assert solver.solve(positions.parse("hexapawn:start")).winner == "black"


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    # Tromp, John's Connect Four Playground (tromp.github.io/c4/c4.html).
    found = solver.solve(positions.parse("connect-four:start"))
    assert (found.result, found.winner) == ("draw", None)


def test_dots_and_boxes_two_by_two_is_won_by_an_outer_line() -> None:
    # puzzling.stackexchange.com, "Optimal Play for 2 by 2 Dots and Boxes": the first player wins,
    # but after an inner line the other one mirrors every move.
    found = solver.analyse(positions.parse("dots-and-boxes:start"))
    assert (found.winner, found.score) == ("red", 2)
    inner = {"b3", "d3", "c2", "c4"}
    assert {move.move for move in found.moves if move.result == "win"}.isdisjoint(inner)
    assert {move.move for move in found.moves if move.result == "draw"} == inner


@pytest.mark.parametrize(
    ("start", "plies"),
    [
        ("connect-four:start:4x3", 4),
        ("dots-and-boxes:start:3x5", 1),
        ("hex:start:3x3", 2),
        ("hexapawn:start:3x4", 2),
        ("kayles:start:8x1", 1),
    ],
)
def test_search_agrees_with_the_reference_engine(start: str, plies: int) -> None:
    begin = positions.parse(start)
    order = DealOrder(positions.GAMES[begin.game], *begin.board.size)
    for seed in range(6):
        random = Random(seed)
        position = play_on(set_up(order, random), plies + seed % 3, random)
        assert position is not None
        fast, slow = (
            solver.analyse(position, engine=engine, distance=True) for engine in ("search", "brute")
        )
        assert (fast.result, fast.distance, fast.score) == (slow.result, slow.distance, slow.score)
        assert {(m.move, m.result, m.distance, m.score) for m in fast.moves} == {
            (m.move, m.result, m.distance, m.score) for m in slow.moves
        }
