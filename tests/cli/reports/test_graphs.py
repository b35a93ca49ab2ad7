"""Graphs of a game's moves, in characters and as pictures."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from cli.reports.document import Bar, Graph
from cli.reports.page import graph_svg
from cli.reports.terminal import graph
from cli.terminal.signs import ASCII, UNICODE

BARS = (
    Bar("1. a1: A wins in 8", "1", "", 1, Fraction(8)),
    Bar("1... a2: A wins in 3", "", "?!", 1, Fraction(3)),
    Bar("2. a3??: B wins in 4", "2", "??", -1, Fraction(4)),
    Bar("2... b1: B wins", "", "", -1, None),
    Bar("3. b2: a draw", "3", "", 0, None),
    Bar("3... b3: unknown", "", "", None, None),
    Bar("4. c1: B has won", "4", "", -1, Fraction(0)),
)
GRAPH = Graph("Plies to the end", "A wins", "B wins", BARS)
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = """\
     8 │██
A wins │██
       │██ ▄▄
       │██ ██
       ├────────────==─??────
       │      ██ ░░
       │      ██ ░░
B wins │         ░░
     4 │         ░░
        1     2     3     4
           ?! ??"""
PLAIN = """\
     8 |##
A wins |##
       |## ##
       |## ##
       +------------==-??----
       |      ## ::
       |      ## ::
B wins |         ::
     4 |         ::
        1     2     3     4
           ?! ??"""


@pytest.mark.parametrize(("signs", "drawn"), [(UNICODE, DRAWN), (ASCII, PLAIN)])
def test_in_characters(signs: object, drawn: str) -> None:
    shown = graph(GRAPH, signs, 80).plain
    assert [line.rstrip() for line in shown.splitlines()] == drawn.splitlines()


def test_a_long_game_is_drawn_in_parts_of_equal_width() -> None:
    long = Graph("Plies to the end", "A wins", "B wins", BARS * 5)
    lines = graph(long, UNICODE, 60).plain.splitlines()
    assert max(map(len, lines)) <= 60
    axes = [line for line in lines if "├" in line]
    assert [len(axis) for axis in axes] == [8 + 3 * n for n in (12, 12, 11)]


def test_a_long_game_is_shown_in_pictures_of_the_same_scale() -> None:
    long = Graph("Plies to the end", "A wins", "B wins", BARS * 10)
    pictures = ElementTree.fromstring(f"<div>{graph_svg(long)}</div>")
    assert [len(picture.findall(f"{SVG}g")) for picture in pictures] == [35, 35]
    assert [picture.findtext(f"{SVG}text") for picture in pictures] == ["8", "8"]


def test_as_a_picture() -> None:
    picture = ElementTree.fromstring(graph_svg(GRAPH))
    assert [group.findtext(f"{SVG}title") for group in picture.iter(f"{SVG}g")] == [
        bar.says for bar in BARS
    ]
    shapes = [group.find(f"{SVG}rect") for group in picture.iter(f"{SVG}g")]
    heights = [None if shape is None else float(shape.attrib["height"]) for shape in shapes]
    tall = heights[0]
    assert tall is not None
    assert heights == [tall, pytest.approx(tall * 3 / 8, abs=0.1), tall / 2, tall, None, None, 0]
    middle = float(picture.find(f"{SVG}line[@class='axis']").attrib["y1"])
    tops = [None if shape is None else float(shape.attrib["y"]) for shape in shapes]
    assert tops[:4] == [middle - tall, middle - heights[1], middle, middle]
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert {"A wins", "B wins", "8", "??", "?!", "=", "?", "4"} <= set(texts)
