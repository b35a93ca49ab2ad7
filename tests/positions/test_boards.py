"""Boards of hexagons and graphs: their neighbours, symmetries and pictures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from running import ROOT

import positions
from positions.errors import InputError
from positions.looks.drawing import draw
from positions.looks.picture import RISE, SIDE, ranks_of
from positions.own import Graph, Hexagons, Squares
from positions.own.boards import places_of
from positions.rules_file import drop
from service.api.board import board_record
from service.moves_limit import MovesLimit

MORRIS = """
from positions.own import Graph, InARow
class Three(InARow):
    name = "three"
    shape = Graph(3, 3, holes="b1", lines="a1-a2 a2-a3 a3-b3 b3-c3 c3-c2 c2-c1 a2-b2 b2-c2 b2-b3")
    pieces = {"w": "white stone", "b": "black stone"}
"""


@pytest.fixture
def hexagons() -> Iterator[positions.Game]:
    game = positions.load_rules(ROOT / "examples" / "hex.py")
    yield game
    drop(game)


def test_hexagons_have_six_neighbours() -> None:
    board = places_of(Hexagons(3, 3), 3, 3)
    assert [board.name(place) for place in board.neighbours[board.at("b2")]] == [
        "c2",
        "a2",
        "b3",
        "b1",
        "a3",
        "c1",
    ]
    assert [len(board.neighbours[place]) for place in board.all] == [2, 4, 3, 4, 6, 4, 3, 4, 2]
    assert len(board.symmetries) == 4
    assert board.half_turn in board.symmetries
    assert board.left_right not in board.symmetries
    assert len(board.rows(3)) == 7


def test_holes_are_no_places() -> None:
    board = places_of(Squares(3, 3, holes="b2"), 3, 3)
    assert len(board.all) == 8
    assert board.neighbours[board.at("b1")] == (2, 0)
    assert board.next(board.at("a2"), (1, 0)) is None
    assert board.ray(board.at("a2"), (1, 0)) == ()
    assert len(board.symmetries) == 8
    with pytest.raises(InputError, match="expected a place"):
        board.at("b2")


def test_lines_of_a_graph_name_its_points() -> None:
    board = places_of(Graph(2, 2, lines="a1-b2 a1-a2"), 2, 2)
    assert [len(board.neighbours[place]) for place in board.all] == [2, 0, 1, 1]
    with pytest.raises(InputError, match="a1-c9"):
        places_of(Graph(2, 2, lines="a1-c9"), 2, 2)


def test_the_picture_of_hexagons(hexagons: positions.Game) -> None:
    position = positions.parse("hex:b2/3/2w:b")
    picture = position.picture()
    assert picture.count("<polygon") == 9
    assert picture.count("<title>") == 3
    assert ranks_of(draw(position))[:2] == (RISE, SIDE // 2)
    board = board_record(position, (), MovesLimit())
    frame = board["frame"]
    assert isinstance(frame, dict)
    assert (frame["rise"], frame["shift"], frame["side"]) == (RISE, SIDE // 2, SIDE)


def test_a_graph_is_drawn_and_played(tmp_path: Path) -> None:
    file = tmp_path / "three.py"
    file.write_text(MORRIS)
    game = positions.load_rules(file)
    try:
        start = positions.parse("three:start")
        assert len(start.legal_moves()) == 8
        assert start.picture().count("<line") == 9
        assert start.picture().count("<circle") == 8
        with pytest.raises(InputError, match="no such place"):
            positions.parse("three:3/3/1w1:b")
        with pytest.raises(InputError, match="expected 3×3"):
            positions.parse("three:4/4/4/4:w")
    finally:
        drop(game)
